// The communication agent of an iWarp cell on the lines of its eight busses (Borkar et al. 1990,
// sections 4 to 7): logical channel manager, crossbar, match CAM, street-sign routing.
//
// `clk` is the 40 MHz clock of the bus phases. The logical channels work in the component's clock of
// 20 MHz, whose edges are every second one of `clk`, from the first after reset on.
//
// Register interface, for computation and memory agent: before an edge of the component's clock up to
// WRITES writes are done, in their order, and `read_data` shows what they leave. An operation of this
// clock so works on what the bus side of this very clock has left. See docs/rtl.md.
//
// The allocation of channels is loaded during reset.
module iwarp #(
    parameter INPUTS = 20,        // logical input channels, 11 to 32
    parameter OUTPUTS = 20,       // logical output channels, up to 32
    parameter QUEUE_WORDS = 8,    // of each logical input channel, 2 to 128
    parameter MATCH_ENTRIES = 8,  // 2 to 64
    parameter MATCH_PORTS = 4,    // begin markers that are compared in a clock, 1 to 7
    parameter WRITES = 16         // in one clock
) (
    input                      clk,
    input                      reset,
    // allocation; busses: XRight, YUp, XLeft, YDown
    input  [9:0]               set_address,        // of the cell
    input  [2:0]               set_match_ports,    // that are used, 1 to MATCH_PORTS
    input  [23:0]              set_input_counts,   // channels of each input bus, 6 bits
    input  [23:0]              set_output_counts,
    input  [4*OUTPUTS-1:0]     set_output_pools,   // of each output channel
    input  [3:0]               set_output_open,    // the bus leads somewhere
    // output busses
    output [31:0]              out_data,
    output [11:0]              out_control,
    input  [7:0]               out_dequeue,
    // input busses
    input  [31:0]              in_data,
    input  [11:0]              in_control,
    output [7:0]               in_dequeue,
    // words that begin on the output busses at the edge to come
    output [3:0]               begin_valid,
    output [19:0]              begin_channel,  // number on the bus
    output [139:0]             begin_word,     // tag, value
    // register interface
    output                     step,           // the edge to come is one of the component's clock
    input  [WRITES-1:0]        write,
    input  [12*WRITES-1:0]     write_address,
    input  [32*WRITES-1:0]     write_data,
    input  [11:0]              read_address,
    output [31:0]              read_data,
    output [32*INPUTS-1:0]     channel_status,  // what gates must know of each channel
    output [11*INPUTS-1:0]     event_status     // by kind: a bit for each channel
);
  `include "iwarp_codes.vh"
  localparam [INPUTS-1:0] ONE_INPUT = 1;
  localparam [OUTPUTS-1:0] ONE_OUTPUT = 1;
  localparam PLACE_BITS = $clog2(QUEUE_WORDS);
  localparam SIZE_BITS = $clog2(QUEUE_WORDS + 1);
  localparam SIGNAL_BITS = SIZE_BITS + 2;  // a sender without credit can make more wait

  reg odd;
  assign step = ~odd & ~reset;
  always @(posedge clk) odd <= ~reset & ~odd;

  // --- allocation

  reg [9:0] address;
  reg [2:0] match_ports;
  reg [23:0] input_counts;
  reg [23:0] output_counts;

  always @(posedge clk) begin
    if (reset) begin
      address <= set_address;
      match_ports <= set_match_ports;
      input_counts <= set_input_counts;
      output_counts <= set_output_counts;
    end
  end

  wire [INPUTS-1:0] own;
  wire [2*INPUTS-1:0] bus_of;
  wire [19:0] first_input;
  wire [19:0] first_output;
  wire [4*32-1:0] outputs_of;
  wire [16*32-1:0] outputs_in;

  iwarp_allocation #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) allocation (
      .clk(clk),
      .reset(reset),
      .input_counts(set_input_counts),
      .output_counts(set_output_counts),
      .output_pools(set_output_pools),
      .output_open(set_output_open),
      .first_input(first_input),
      .first_output(first_output),
      .own(own),
      .bus_of(bus_of),
      .outputs_of(outputs_of),
      .outputs_in(outputs_in)
  );

  // --- lines

  wire [3:0] in_valid;
  wire [19:0] in_channel;
  wire [139:0] in_word;
  wire [3:0] signal_valid;
  wire [19:0] signal_channel;
  wire [3:0] load;
  wire [19:0] load_output;
  wire [139:0] load_word;
  wire [19:0] load_number;
  wire [4*INPUTS-1:0] given;
  wire [19:0] given_input;
  wire [INPUTS-1:0] pending;
  reg [4*INPUTS-1:0] pending_of;

  genvar bus;
  generate
    for (bus = 0; bus < 4; bus = bus + 1) begin : side
      wire [4:0] given_number = given_input[5*bus+:5] - first_input[5*bus+:5];
      assign load_number[5*bus+:5] = load_output[5*bus+:5] - first_output[5*bus+:5];

      iwarp_bus_receiver receiver (
          .clk(clk),
          .reset(reset),
          .data(in_data[8*bus+:8]),
          .control(in_control[3*bus+:3]),
          .word_valid(in_valid[bus]),
          .channel(in_channel[5*bus+:5]),
          .word(in_word[35*bus+:35])
      );
      iwarp_bus_transmitter transmitter (
          .clk(clk),
          .reset(reset),
          .load(load[bus] & step),
          .channel(load_number[5*bus+:5]),
          .word(load_word[35*bus+:35]),
          .data(out_data[8*bus+:8]),
          .control(out_control[3*bus+:3])
      );
      iwarp_dequeue_receiver signal_receiver (
          .clk(clk),
          .reset(reset),
          .lines(out_dequeue[2*bus+:2]),
          .signal_valid(signal_valid[bus]),
          .channel(signal_channel[5*bus+:5])
      );
      iwarp_dequeue_signals #(
          .INPUTS(INPUTS)
      ) signals (
          .clk(clk),
          .reset(reset),
          .step(step),
          .pending(pending_of[INPUTS*bus+:INPUTS]),
          .given(given[INPUTS*bus+:INPUTS]),
          .number(given_input[5*bus+:5])
      );
      iwarp_dequeue_transmitter signal_transmitter (
          .clk(clk),
          .reset(reset),
          .load(|given[INPUTS*bus+:INPUTS] & step),
          .channel(given_number),
          .lines(in_dequeue[2*bus+:2])
      );
    end
  endgenerate

  assign begin_valid = load & {4{step}};
  assign begin_channel = load_number;
  assign begin_word = load_word;

  // --- what has come in: taken up at the next edge of the component's clock

  reg [3:0] arrived;
  reg [3:0] strays;  // for a channel that does not exist, or beyond a full queue
  reg [19:0] arrived_input;
  reg [3:0] signalled;
  reg [19:0] signalled_output;
  wire [INPUTS-1:0] full;
  reg [INPUTS-1:0] store;
  reg [INPUTS-1:0] shown;
  reg [OUTPUTS-1:0] dequeued;
  reg [3:0] known;         // the channel is one of the bus
  reg [19:0] known_input;
  integer b;
  integer i;

  always @* begin
    shown = {INPUTS{1'b0}};
    store = {INPUTS{1'b0}};
    dequeued = {OUTPUTS{1'b0}};
    for (b = 0; b < 4; b = b + 1) begin
      known[b] = {1'b0, in_channel[5*b+:5]} < input_counts[6*b+:6];
      known_input[5*b+:5] = first_input[5*b+:5] + in_channel[5*b+:5];
      if (in_valid[b] && known[b]) store = store | (ONE_INPUT << known_input[5*b+:5]);
      if (arrived[b] && !strays[b]) shown = shown | (ONE_INPUT << arrived_input[5*b+:5]);
      if (signalled[b]) dequeued = dequeued | (ONE_OUTPUT << signalled_output[5*b+:5]);
    end
  end

  wire [4:0] last_input = INPUTS[4:0] - 5'd1;

  always @(posedge clk) begin
    for (b = 0; b < 4; b = b + 1) begin
      if (step) begin
        arrived[b] <= 1'b0;
        signalled[b] <= 1'b0;
      end
      if (in_valid[b]) begin
        arrived[b] <= 1'b1;
        strays[b] <= !known[b] || full[known_input[5*b+:5]];
        arrived_input[5*b+:5] <= known_input[5*b+:5];
      end
      if (signal_valid[b] && {1'b0, signal_channel[5*b+:5]} < output_counts[6*b+:6]) begin
        signalled[b] <= 1'b1;
        signalled_output[5*b+:5] <= first_output[5*b+:5] + signal_channel[5*b+:5];
      end
    end
    if (reset) begin
      arrived <= 4'd0;
      signalled <= 4'd0;
    end
  end

  // --- logical channels, crossbar, requests

  reg frozen;
  reg [OUTPUTS-1:0] reserved;
  wire [INPUTS-1:0] send;
  wire [5*INPUTS-1:0] link;
  wire [35*INPUTS-1:0] head_words;
  wire [INPUTS-1:0] go;
  wire [INPUTS-1:0] link_freed;
  wire [OUTPUTS-1:0] sent;
  wire [OUTPUTS-1:0] room;
  wire [8*OUTPUTS-1:0] free_slots;
  wire [67*MATCH_ENTRIES-1:0] match_entries;
  wire [INPUTS-1:0] to_match;
  wire [32*INPUTS-1:0] markers;
  wire [INPUTS-1:0] matched;
  wire [INPUTS-1:0] pathway_hit;
  wire [INPUTS-1:0] pathway_guard;
  wire [INPUTS-1:0] message_hit;
  wire [INPUTS-1:0] asking;
  wire [2*INPUTS-1:0] request_bus;
  wire [4*INPUTS-1:0] request_pool;
  wire [INPUTS-1:0] granted;
  wire [5*INPUTS-1:0] granted_output;
  wire [OUTPUTS-1:0] reserved_now;
  wire [9*INPUTS-1:0] events;
  wire [2*INPUTS-1:0] words_taken;
  wire [INPUTS-1:0] thrown_away;
  wire [INPUTS-1:0] abandoned;
  wire [3*QUEUE_WORDS*INPUTS-1:0] tags;
  wire [32*INPUTS-1:0] read_values;
  wire [PLACE_BITS-1:0] read_place;

  // of all channels after each write of this clock; first before them
  wire [29*INPUTS*(WRITES+1)-1:0] states;
  wire [PLACE_BITS*INPUTS*(WRITES+1)-1:0] heads;
  wire [SIZE_BITS*INPUTS*(WRITES+1)-1:0] sizes;
  wire [OUTPUTS*(WRITES+1)-1:0] reservations;
  wire [29*INPUTS-1:0] last_states;  // with what was written to the context registers
  wire [PLACE_BITS*INPUTS-1:0] last_heads = heads[PLACE_BITS*INPUTS*WRITES+:PLACE_BITS*INPUTS];
  wire [SIZE_BITS*INPUTS-1:0] last_sizes = sizes[SIZE_BITS*INPUTS*WRITES+:SIZE_BITS*INPUTS];
  wire [OUTPUTS-1:0] last_reserved;
  wire [OUTPUTS-1:0] last_unfinished;
  wire [WRITES:0] pushed;
  wire [5*(WRITES+1)-1:0] pushed_channel;
  wire [PLACE_BITS*(WRITES+1)-1:0] pushed_place;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [3*(WRITES+1)-1:0] pushed_tag;  // of the last write nobody needs it
  /* verilator lint_on UNUSEDSIGNAL */
  wire [35*WRITES-1:0] pushed_word;
  wire [WRITES-1:0] taken;
  wire [9*WRITES-1:0] write_events;

  iwarp_match_cam #(
      .ENTRIES(MATCH_ENTRIES),
      .WRITES(WRITES)
  ) match_cam (
      .clk(clk),
      .reset(reset),
      .step(step),
      .address(address),
      .write(write),
      .write_address(write_address),
      .write_data(write_data),
      .entries(match_entries)
  );

  iwarp_match_ports #(
      .INPUTS (INPUTS),
      .ENTRIES(MATCH_ENTRIES),
      .PORTS  (MATCH_PORTS)
  ) ports (
      .clk(clk),
      .reset(reset),
      .step(step),
      .used(match_ports),
      .entries(match_entries),
      .asking(to_match),
      .markers(markers),
      .matched(matched),
      .pathway_hit(pathway_hit),
      .pathway_guard(pathway_guard),
      .message_hit(message_hit)
  );

  genvar input_number;
  generate
    for (input_number = 0; input_number < INPUTS; input_number = input_number + 1) begin : channel
      reg [SIGNAL_BITS-1:0] to_signal;  // words taken whose dequeue signal has not gone yet
      wire [SIGNAL_BITS-1:0] now_to_signal;
      reg [SIGNAL_BITS-1:0] sum;
      integer w;

      always @* begin
        sum = to_signal + {{SIGNAL_BITS - 2{1'b0}}, words_taken[2*input_number+:2]};
        if (|taken) begin
          for (w = 0; w < WRITES; w = w + 1) begin
          if (taken[w] && write_address[12*w+ADDRESS_CHANNEL+:5] == input_number[4:0]) begin
            sum = sum + {{SIGNAL_BITS - 1{1'b0}}, 1'b1};
          end
          end
        end
      end
      assign now_to_signal = own[input_number] ? {SIGNAL_BITS{1'b0}} : sum;
      assign pending[input_number] = now_to_signal != {SIGNAL_BITS{1'b0}};
      always @(posedge clk) begin
        if (reset) begin
          to_signal <= {SIGNAL_BITS{1'b0}};
        end else if (step) begin
          to_signal <= now_to_signal -
                       {{SIGNAL_BITS - 1{1'b0}},
                        given[INPUTS*bus_of[2*input_number+:2]+input_number]};
        end
      end

      iwarp_channel #(
          .OUTPUTS(OUTPUTS),
          .QUEUE_WORDS(QUEUE_WORDS),
          .WRITES(WRITES),
          .PLACE_BITS(PLACE_BITS),
          .SIZE_BITS(SIZE_BITS)
      ) logical (
          .clk(clk),
          .reset(reset),
          .step(step),
          .own(own[input_number]),
          .address(address),
          .from_bus(bus_of[2*input_number+:2]),
          .outputs_of(outputs_of),
          .outputs_in(outputs_in),
          .store(store[input_number]),
          .bus_words(in_word),
          .full(full[input_number]),
          .shown(shown[input_number]),
          .send(send[input_number]),
          .link(link[5*input_number+:5]),
          .head_word(head_words[35*input_number+:35]),
          .go(go[input_number]),
          .link_freed(link_freed[input_number]),
          .frozen(frozen),
          .to_match(to_match[input_number]),
          .marker(markers[32*input_number+:32]),
          .matched(matched[input_number]),
          .pathway_hit(pathway_hit[input_number]),
          .pathway_guard(pathway_guard[input_number]),
          .message_hit(message_hit[input_number]),
          .asking(asking[input_number]),
          .request_bus(request_bus[2*input_number+:2]),
          .request_pool(request_pool[4*input_number+:4]),
          .granted(granted[input_number]),
          .granted_output(granted_output[5*input_number+:5]),
          .events(events[9*input_number+:9]),
          .taken(words_taken[2*input_number+:2]),
          .thrown_away(thrown_away[input_number]),
          .abandoned(abandoned[input_number]),
          .state_out(states[29*input_number+:29]),
          .head_out(heads[PLACE_BITS*input_number+:PLACE_BITS]),
          .size_out(sizes[SIZE_BITS*input_number+:SIZE_BITS]),
          .tags_out(tags[3*QUEUE_WORDS*input_number+:3*QUEUE_WORDS]),
          .state_in(last_states[29*input_number+:29]),
          .head_in(last_heads[PLACE_BITS*input_number+:PLACE_BITS]),
          .size_in(last_sizes[SIZE_BITS*input_number+:SIZE_BITS]),
          .number(input_number[4:0]),
          .push(pushed[WRITES-1:0]),
          .push_channel(pushed_channel[5*WRITES-1:0]),
          .push_place(pushed_place[PLACE_BITS*WRITES-1:0]),
          .push_word(pushed_word),
          .read_place(read_place),
          .read_value(read_values[32*input_number+:32])
      );
    end
  endgenerate

  always @* begin
    pending_of = {4 * INPUTS{1'b0}};
    if (|pending) begin
      for (i = 0; i < INPUTS; i = i + 1) begin
        for (b = 0; b < 4; b = b + 1) begin
          if (pending[i] && bus_of[2*i+:2] == b[1:0]) pending_of[INPUTS*b+i] = 1'b1;
        end
      end
    end
  end

  iwarp_crossbar #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) crossbar (
      .clk(clk),
      .reset(reset),
      .step(step),
      .send(send),
      .link(link),
      .heads(head_words),
      .room(room),
      .outputs_of(outputs_of),
      .frozen(frozen),
      .go(go),
      .sent(sent),
      .load(load),
      .number(load_output),
      .word(load_word)
  );

  iwarp_free_slots #(
      .OUTPUTS(OUTPUTS),
      .QUEUE_WORDS(QUEUE_WORDS)
  ) slots (
      .clk(clk),
      .reset(reset),
      .step(step),
      .dequeued(dequeued),
      .sent(sent),
      .room(room),
      .left(free_slots)
  );

  iwarp_request_arbiter #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) arbiter (
      .clk(clk),
      .reset(reset),
      .step(step),
      .asking(asking),
      .bus(request_bus),
      .pool(request_pool),
      .outputs_of(outputs_of),
      .outputs_in(outputs_in),
      .reserved(reserved),
      .granted(granted),
      .numbers(granted_output),
      .taken(reserved_now)
  );

  reg [OUTPUTS-1:0] released;
  always @* begin
    released = {OUTPUTS{1'b0}};
    if (|link_freed) begin
    for (i = 0; i < INPUTS; i = i + 1) begin
      if (link_freed[i]) released = released | (ONE_OUTPUT << link[5*i+:5]);
    end
    end
  end
  assign reservations[OUTPUTS-1:0] = (reserved & ~released) | reserved_now;

  // outputs in the midst of a message, with the words that begin at the edge to come; of one that
  // a program redirects the begin marker may have been read
  reg [OUTPUTS-1:0] unfinished;
  reg [OUTPUTS-1:0] now_unfinished;
  always @* begin
    now_unfinished = unfinished;
    for (b = 0; b < 4; b = b + 1) begin
      if (load[b]) begin
        case (load_word[35*b+32+:3])
          MESSAGE_BEGIN: now_unfinished = now_unfinished | (ONE_OUTPUT << load_output[5*b+:5]);
          MESSAGE_END, PATHWAY_END:
            now_unfinished = now_unfinished & ~(ONE_OUTPUT << load_output[5*b+:5]);
          default: ;
        endcase
      end
    end
    for (i = 0; i < WRITES; i = i + 1) begin
      if (write[i] && write_address[12*i+ADDRESS_SELECT+:4] == WRITE_REDIRECT &&
          !own[write_address[12*i+ADDRESS_CHANNEL+:5]]) begin
        now_unfinished = now_unfinished | (ONE_OUTPUT << write_data[32*i+WRITE_REDIRECT_OUTPUT+:5]);
      end
    end
  end

  // --- writes of the computation agent

  assign pushed[WRITES] = 1'b0;  // stands for none, before the first write
  assign pushed_channel[5*WRITES+:5] = 5'd0;
  assign pushed_place[PLACE_BITS*WRITES+:PLACE_BITS] = {PLACE_BITS{1'b0}};
  assign pushed_tag[3*WRITES+:3] = 3'd0;

  genvar number;
  generate
    for (number = 0; number < WRITES; number = number + 1) begin : writes
      localparam BEFORE = number == 0 ? 1 : number;
      localparam FROM = number == 0 ? WRITES : 0;

      assign pushed_channel[5*number+:5] = write_address[12*number+ADDRESS_CHANNEL+:5];
      assign pushed_tag[3*number+:3] = write_address[12*number+ADDRESS_TAG+:3];
      wire begins = pushed_tag[3*number+:3] == PATHWAY_BEGIN;
      assign pushed_word[35*number+:35] = {
        pushed_tag[3*number+:3], write_data[32*number+20+:12],
        begins ? address : write_data[32*number+10+:10], write_data[32*number+:10]
      };

      iwarp_operation #(
          .INPUTS(INPUTS),
          .OUTPUTS(OUTPUTS),
          .QUEUE_WORDS(QUEUE_WORDS),
          .PLACE_BITS(PLACE_BITS),
          .SIZE_BITS(SIZE_BITS),
          .BEFORE(BEFORE)
      ) operation (
          .write(write[number]),
          .address(write_address[12*number+:12]),
          .data(write_data[32*number+:32]),
          .own(own),
          .outputs_of(outputs_of),
          .outputs_in(outputs_in),
          .states(states[29*INPUTS*number+:29*INPUTS]),
          .heads(heads[PLACE_BITS*INPUTS*number+:PLACE_BITS*INPUTS]),
          .sizes(sizes[SIZE_BITS*INPUTS*number+:SIZE_BITS*INPUTS]),
          .tags(tags),
          .reserved(reservations[OUTPUTS*number+:OUTPUTS]),
          .pushed(pushed[FROM+:BEFORE]),
          .pushed_channel(pushed_channel[5*FROM+:5*BEFORE]),
          .pushed_place(pushed_place[PLACE_BITS*FROM+:PLACE_BITS*BEFORE]),
          .pushed_tag(pushed_tag[3*FROM+:3*BEFORE]),
          .next_states(states[29*INPUTS*(number+1)+:29*INPUTS]),
          .next_heads(heads[PLACE_BITS*INPUTS*(number+1)+:PLACE_BITS*INPUTS]),
          .next_sizes(sizes[SIZE_BITS*INPUTS*(number+1)+:SIZE_BITS*INPUTS]),
          .next_reserved(reservations[OUTPUTS*(number+1)+:OUTPUTS]),
          .push(pushed[number]),
          .push_place(pushed_place[PLACE_BITS*number+:PLACE_BITS]),
          .taken(taken[number]),
          .events(write_events[9*number+:9])
      );
    end
  endgenerate

  // --- contexts

  iwarp_context #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .SIZE_BITS(SIZE_BITS),
      .WRITES(WRITES)
  ) context_registers (
      .write(write),
      .write_address(write_address),
      .write_data(write_data),
      .own(own),
      .states(states[29*INPUTS*WRITES+:29*INPUTS]),
      .sizes(last_sizes),
      .reserved(reservations[OUTPUTS*WRITES+:OUTPUTS]),
      .unfinished(now_unfinished),
      .next_states(last_states),
      .next_reserved(last_reserved),
      .next_unfinished(last_unfinished)
  );

  reg next_frozen;
  always @* begin
    next_frozen = frozen;
    for (i = 0; i < WRITES; i = i + 1) begin
      if (write[i] && write_address[12*i+ADDRESS_SELECT+:4] == WRITE_FREEZE) begin
        next_frozen = write_data[32*i+WRITE_FREEZE_FROZEN];
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      frozen <= 1'b0;
      reserved <= {OUTPUTS{1'b0}};
      unfinished <= {OUTPUTS{1'b0}};
    end else if (step) begin
      unfinished <= last_unfinished;
      frozen <= next_frozen;
      reserved <= last_reserved;
    end
  end

  // --- events and the read port

  reg [19:0] stray_channel;
  always @* begin
    for (b = 0; b < 4; b = b + 1) begin
      stray_channel[5*b+:5] = first_input[5*b+:5] > last_input ? last_input : first_input[5*b+:5];
    end
  end

  iwarp_event_registers #(
      .INPUTS(INPUTS),
      .WRITES(WRITES)
  ) event_registers (
      .clk(clk),
      .reset(reset),
      .step(step),
      .events(events),
      .stray(arrived & strays),
      .stray_channel(stray_channel),
      .write(write),
      .write_address(write_address),
      .write_data(write_data),
      .write_events(write_events),
      .status(event_status)
  );

  iwarp_read_port #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS),
      .WRITES(WRITES)
  ) read_port (
      .address(read_address),
      .cell_address(address),
      .frozen(next_frozen),
      .own(own),
      .states(last_states),
      .heads(last_heads),
      .sizes(last_sizes),
      .tags(tags),
      .pushed(pushed[WRITES-1:0]),
      .pushed_channel(pushed_channel[5*WRITES-1:0]),
      .pushed_place(pushed_place[PLACE_BITS*WRITES-1:0]),
      .pushed_word(pushed_word),
      .status(event_status),
      .reserved(last_reserved),
      .unfinished(last_unfinished),
      .first_output(first_output),
      .bus_of(bus_of),
      .outputs_in(outputs_in),
      .thrown_away(thrown_away),
      .abandoned(abandoned),
      .free_slots(free_slots),
      .place(read_place),
      .values(read_values),
      .channel_status(channel_status),
      .data(read_data)
  );
endmodule
