// The communication agent of an iWarp cell on the lines of its eight busses (Borkar et al. 1990,
// sections 4 to 7): logical channel manager, crossbar, match CAM, street-sign routing.
//
// `clk` is the 40 MHz clock of the bus phases. The logical channels work in the component's clock of
// 20 MHz, whose edges are every second one of `clk`, from the first after reset on.
//
// What computation and memory agent do before an edge of the component's clock works on what the bus side
// of this very clock has left, in this order: words into the queues from memory, words and end markers
// out of them to memory, a write to configuration, words from and to the gates, a context register.
// A port's `valid` and `ready` tell that one side has a word and that the other takes it: it moves at an
// edge before which both stand. See docs/rtl.md.
//
// The allocation of channels is loaded during reset; a program may change it, see iwarp_allocation.
module iwarp #(
    parameter INPUTS = 20,        // logical input channels, 11 to 32
    parameter OUTPUTS = 20,       // logical output channels, up to 32
    parameter QUEUE_WORDS = 8,    // of each logical input channel, 4 to 128
    parameter MATCH_ENTRIES = 8,  // 2 to 64
    parameter MATCH_PORTS = 4     // begin markers that are compared in a clock, 1 to 7
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
    output                     step,           // the edge to come is one of the component's clock
    // gates of the computation agent (section 7.1): two that receive words, and two that send them. Where
    // both of a kind have one logical channel, gate 0 comes first.
    input  [9:0]               receive_channel,
    input  [1:0]               receive_ready,
    output [1:0]               receive_valid,
    output [69:0]              receive_word,   // tag, value
    input  [9:0]               send_channel,
    input  [1:0]               send_valid,
    input  [69:0]              send_word,
    output [1:0]               send_ready,
    // memory agent (section 7.2): a double word from a queue, one into a queue, and the end marker that
    // ends a spool
    input  [4:0]               spool_from_channel,
    input  [1:0]               spool_from_ready,
    output [1:0]               spool_from_valid,
    output [69:0]              spool_from_word,
    input  [4:0]               spool_to_channel,
    input  [1:0]               spool_to_valid,
    input  [63:0]              spool_to_word,
    output [1:0]               spool_to_ready,
    input  [4:0]               spool_end_channel,
    input                      spool_end_ready,
    output                     spool_end_valid,
    input  [15:0]              spool_event,    // spooling gates that have ended; those that failed
    // events (section 7.3)
    input                      event_clear,    // one that was read
    input  [3:0]               event_clear_kind,
    input  [4:0]               event_clear_channel,
    output [11*INPUTS-1:0]     event_status,   // by kind: a bit for each channel
    // configuration: a write in a clock, and reads
    input                      write,
    input  [11:0]              write_address,
    input  [31:0]              write_data,
    input  [11:0]              read_address,
    output [31:0]              read_data,
    output [32*INPUTS-1:0]     channel_status  // of all channels at once
);
  `include "iwarp_codes.vh"
  localparam PLACE_BITS = $clog2(QUEUE_WORDS);
  localparam SIZE_BITS = $clog2(QUEUE_WORDS + 1);
  localparam SIGNAL_BITS = SIZE_BITS + 2;  // a sender without credit can make more wait

  reg odd;
  assign step = ~odd & ~reset;
  always @(posedge clk) odd <= ~reset & ~odd;

  // --- allocation

  reg [9:0] address;
  reg [2:0] match_ports;

  always @(posedge clk) begin
    if (reset) begin
      address <= set_address;
      match_ports <= set_match_ports;
    end
  end

  wire [INPUTS-1:0] own;
  wire [2*INPUTS-1:0] bus_of;
  wire [5*INPUTS-1:0] input_numbers;
  wire [19:0] first_input;
  wire [OUTPUTS-1:0] spare;
  wire [OUTPUTS-1:0] open;
  wire [2*OUTPUTS-1:0] output_bus;
  wire [5*OUTPUTS-1:0] output_numbers;
  wire [4*OUTPUTS-1:0] pools;
  wire [4*OUTPUTS-1:0] outputs_of;
  wire [63:0] leads;

  iwarp_allocation #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) allocation (
      .clk(clk),
      .reset(reset),
      .step(step),
      .input_counts(set_input_counts),
      .output_counts(set_output_counts),
      .output_pools(set_output_pools),
      .output_open(set_output_open),
      .write(write),
      .write_address(write_address),
      .write_data(write_data),
      .first_input(first_input),
      .own(own),
      .bus_of(bus_of),
      .input_numbers(input_numbers),
      .spare(spare),
      .output_bus(output_bus),
      .output_numbers(output_numbers),
      .pools(pools),
      .open(open),
      .outputs_of(outputs_of),
      .leads(leads)
  );

  // --- busses

  wire [3:0] load;
  wire [19:0] load_output;
  wire [139:0] load_word;
  wire [19:0] load_number;
  wire [139:0] in_word;
  wire [INPUTS-1:0] store;
  wire [INPUTS-1:0] full;
  wire [INPUTS-1:0] shown;
  wire [3:0] stray;
  wire [OUTPUTS-1:0] dequeued;
  wire [2*INPUTS-1:0] words_gone;
  wire [4*INPUTS-1:0] words_removed;
  wire [INPUTS-1:0] to_signal;

  iwarp_busses #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .SIGNAL_BITS(SIGNAL_BITS)
  ) busses (
      .clk(clk),
      .reset(reset),
      .step(step),
      .out_data(out_data),
      .out_control(out_control),
      .out_dequeue(out_dequeue),
      .in_data(in_data),
      .in_control(in_control),
      .in_dequeue(in_dequeue),
      .own(own),
      .bus_of(bus_of),
      .input_numbers(input_numbers),
      .spare(spare),
      .output_bus(output_bus),
      .output_numbers(output_numbers),
      .load(load),
      .load_output(load_output),
      .load_word(load_word),
      .load_number(load_number),
      .in_word(in_word),
      .store(store),
      .full(full),
      .shown(shown),
      .stray(stray),
      .dequeued(dequeued),
      .words_gone(words_gone),
      .words_removed(words_removed),
      .to_signal(to_signal)
  );
  assign begin_valid = load & {4{step}};
  assign begin_channel = load_number;
  assign begin_word = load_word;

  // --- configuration

  reg frozen;
  wire [OUTPUTS-1:0] reserved_now;
  wire [29*INPUTS-1:0] spooled_states;
  wire [INPUTS-1:0] selected;
  wire asks;
  wire joins;
  wire redirects;
  wire withdraws;
  wire links;
  wire [4:0] target;
  wire [1:0] ask_bus;
  wire [3:0] ask_pool;
  wire ask_there;
  wire [OUTPUTS-1:0] configured_reserved;
  wire [OUTPUTS-1:0] begun;
  wire next_frozen = write && write_address[ADDRESS_SELECT+:4] == WRITE_FREEZE
                     ? write_data[WRITE_FREEZE_FROZEN] : frozen;

  iwarp_configure #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) configure (
      .write(write),
      .address(write_address),
      .data(write_data),
      .states(spooled_states),
      .own(own),
      .leads(leads),
      .reserved(reserved_now),
      .selected(selected),
      .asks(asks),
      .joins(joins),
      .redirects(redirects),
      .withdraws(withdraws),
      .links(links),
      .target(target),
      .bus(ask_bus),
      .pool(ask_pool),
      .there(ask_there),
      .next_reserved(configured_reserved),
      .begun(begun)
  );

  // --- logical channels

  wire [INPUTS-1:0] send;
  wire [5*INPUTS-1:0] link;
  wire [35*INPUTS-1:0] head_words;
  wire [INPUTS-1:0] go;
  wire [INPUTS-1:0] link_freed;
  wire [8*OUTPUTS-1:0] free_slots;
  wire [INPUTS-1:0] asking;
  wire [2*INPUTS-1:0] request_bus;
  wire [4*INPUTS-1:0] request_pool;
  wire [INPUTS-1:0] granted;
  wire [5*INPUTS-1:0] granted_output;
  wire [INPUTS-1:0] thrown_away;
  wire [INPUTS-1:0] abandoned;
  wire [35*INPUTS-1:0] read_words;
  wire [PLACE_BITS-1:0] read_place;
  wire [29*INPUTS-1:0] served_states;
  wire [29*INPUTS-1:0] next_states;
  wire [PLACE_BITS*INPUTS-1:0] next_heads;
  wire [SIZE_BITS*INPUTS-1:0] next_sizes;
  wire [INPUTS-1:0] spooled;
  wire [OUTPUTS-1:0] next_reserved;
  wire [OUTPUTS-1:0] next_unfinished;
  wire [OUTPUTS-1:0] now_unfinished;

  iwarp_inputs #(
      .INPUTS(INPUTS),
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS),
      .MATCH_ENTRIES(MATCH_ENTRIES),
      .MATCH_PORTS(MATCH_PORTS)
  ) inputs (
      .clk(clk),
      .reset(reset),
      .step(step),
      .frozen(frozen),
      .address(address),
      .match_ports(match_ports),
      .own(own),
      .bus_of(bus_of),
      .first_input(first_input),
      .leads(leads),
      .in_word(in_word),
      .store(store),
      .full(full),
      .shown(shown),
      .stray(stray),
      .words_gone(words_gone),
      .words_removed(words_removed),
      .send(send),
      .link(link),
      .head_words(head_words),
      .go(go),
      .link_freed(link_freed),
      .asking(asking),
      .request_bus(request_bus),
      .request_pool(request_pool),
      .granted(granted),
      .granted_output(granted_output),
      .receive_channel(receive_channel),
      .receive_ready(receive_ready),
      .receive_valid(receive_valid),
      .receive_word(receive_word),
      .send_channel(send_channel),
      .send_valid(send_valid),
      .send_word(send_word),
      .send_ready(send_ready),
      .spool_from_channel(spool_from_channel),
      .spool_from_ready(spool_from_ready),
      .spool_from_valid(spool_from_valid),
      .spool_from_word(spool_from_word),
      .spool_to_channel(spool_to_channel),
      .spool_to_valid(spool_to_valid),
      .spool_to_word(spool_to_word),
      .spool_to_ready(spool_to_ready),
      .spool_end_channel(spool_end_channel),
      .spool_end_ready(spool_end_ready),
      .spool_end_valid(spool_end_valid),
      .write(write),
      .write_address(write_address),
      .write_data(write_data),
      .selected(selected),
      .asks(asks),
      .joins(joins),
      .redirects(redirects),
      .withdraws(withdraws),
      .links(links),
      .target(target),
      .ask_bus(ask_bus),
      .ask_pool(ask_pool),
      .ask_there(ask_there),
      .spooled_states(spooled_states),
      .served_states(served_states),
      .next_states(next_states),
      .spool_event(spool_event),
      .event_clear(event_clear),
      .event_clear_kind(event_clear_kind),
      .event_clear_channel(event_clear_channel),
      .event_status(event_status),
      .read_place(read_place),
      .read_words(read_words),
      .next_heads(next_heads),
      .next_sizes(next_sizes),
      .spooled(spooled),
      .thrown_away(thrown_away),
      .abandoned(abandoned)
  );

  iwarp_outputs #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .QUEUE_WORDS(QUEUE_WORDS)
  ) outputs (
      .clk(clk),
      .reset(reset),
      .step(step),
      .frozen(frozen),
      .open(open),
      .output_bus(output_bus),
      .pools(pools),
      .outputs_of(outputs_of),
      .send(send),
      .link(link),
      .head_words(head_words),
      .go(go),
      .link_freed(link_freed),
      .asking(asking),
      .request_bus(request_bus),
      .request_pool(request_pool),
      .granted(granted),
      .granted_output(granted_output),
      .dequeued(dequeued),
      .load(load),
      .load_output(load_output),
      .load_word(load_word),
      .free_slots(free_slots),
      .reserved_now(reserved_now),
      .next_reserved(next_reserved),
      .begun(begun),
      .now_unfinished(now_unfinished),
      .next_unfinished(next_unfinished)
  );

  // --- contexts

  iwarp_context #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .SIZE_BITS(SIZE_BITS)
  ) context_registers (
      .write(write),
      .write_address(write_address),
      .data(write_data),
      .own(own),
      .states(served_states),
      .sizes(next_sizes),
      .reserved(configured_reserved),
      .unfinished(now_unfinished),
      .next_states(next_states),
      .next_reserved(next_reserved),
      .next_unfinished(next_unfinished)
  );

  always @(posedge clk) begin
    if (reset) frozen <= 1'b0;
    else if (step) frozen <= next_frozen;
  end

  // --- the read port

  iwarp_read_port #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) read_port (
      .address(read_address),
      .cell_address(address),
      .frozen(next_frozen),
      .own(own),
      .bus_of(bus_of),
      .input_numbers(input_numbers),
      .to_signal(to_signal),
      .spare(spare),
      .output_bus(output_bus),
      .output_numbers(output_numbers),
      .pools(pools),
      .states(next_states),
      .heads(next_heads),
      .sizes(next_sizes),
      .spooled(spooled),
      .status(event_status),
      .reserved(next_reserved),
      .unfinished(next_unfinished),
      .free_slots(free_slots),
      .thrown_away(thrown_away),
      .abandoned(abandoned),
      .place(read_place),
      .words(read_words),
      .channel_status(channel_status),
      .data(read_data)
  );
endmodule
