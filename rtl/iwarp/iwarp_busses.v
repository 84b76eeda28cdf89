// The eight busses of a cell: words and dequeue signals on their lines (section 4). What has come in is
// taken up at the next edge of the component's clock.
module iwarp_busses #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20,
    parameter SIGNAL_BITS = 6  // of the count of words whose dequeue signals have not gone
) (
    input                      clk,
    input                      reset,
    input                      step,
    // lines, see iwarp
    output [31:0]              out_data,
    output [11:0]              out_control,
    input  [7:0]               out_dequeue,
    input  [31:0]              in_data,
    input  [11:0]              in_control,
    output [7:0]               in_dequeue,
    // allocation
    input  [INPUTS-1:0]        own,
    input  [2*INPUTS-1:0]      bus_of,
    input  [5*INPUTS-1:0]      input_numbers,
    input  [OUTPUTS-1:0]       spare,
    input  [2*OUTPUTS-1:0]     output_bus,
    input  [5*OUTPUTS-1:0]     output_numbers,
    // words that begin at the edge to come
    input  [3:0]               load,
    input  [19:0]              load_output,
    input  [139:0]             load_word,
    output [19:0]              load_number,   // on the bus
    // words that come in
    output [139:0]             in_word,       // by bus
    output reg [INPUTS-1:0]    store,         // into this queue
    input  [INPUTS-1:0]        full,
    output reg [INPUTS-1:0]    shown,
    output [3:0]               stray,         // for a channel that does not exist, or beyond a full queue
    // words that have gone, at the far ends and here
    output reg [OUTPUTS-1:0]   dequeued,
    input  [2*INPUTS-1:0]      words_gone,    // by crossbar and routing
    input  [4*INPUTS-1:0]      words_removed, // through the ports; see iwarp_channel
    output [INPUTS-1:0]        to_signal      // dequeue signals of it have not gone
);
  localparam [INPUTS-1:0] ONE_INPUT = 1;
  localparam [OUTPUTS-1:0] ONE_OUTPUT = 1;

  wire [3:0] in_valid;
  wire [19:0] in_channel;
  wire [3:0] signal_valid;
  wire [19:0] signal_channel;
  wire [4*INPUTS-1:0] given;
  wire [INPUTS-1:0] pending;
  reg [4*INPUTS-1:0] pending_of;

  genvar bus;
  generate
    for (bus = 0; bus < 4; bus = bus + 1) begin : side
      reg [4:0] given_number;
      reg [4:0] sent_number;
      integer c;

      always @* begin
        given_number = 5'd0;
        sent_number = 5'd0;
        for (c = 0; c < INPUTS; c = c + 1) begin
          if (given[INPUTS*bus+c]) given_number = given_number | input_numbers[5*c+:5];
        end
        for (c = 0; c < OUTPUTS; c = c + 1) begin
          if (load_output[5*bus+:5] == c[4:0]) sent_number = sent_number | output_numbers[5*c+:5];
        end
      end
      assign load_number[5*bus+:5] = sent_number;

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
          .given(given[INPUTS*bus+:INPUTS])
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

  reg [3:0] arrived;
  reg [3:0] strays;
  reg [19:0] arrived_input;
  reg [3:0] signalled;
  reg [19:0] signalled_output;
  reg [3:0] known;         // a channel has that number of the bus: of several the first
  reg [19:0] known_input;
  reg [3:0] answered;
  reg [19:0] answered_output;
  integer b;
  integer i;
  integer n_input;
  integer n_output;

  always @* begin
    shown = {INPUTS{1'b0}};
    store = {INPUTS{1'b0}};
    dequeued = {OUTPUTS{1'b0}};
    for (b = 0; b < 4; b = b + 1) begin
      known[b] = 1'b0;
      known_input[5*b+:5] = 5'd0;
      for (n_input = 0; n_input < INPUTS; n_input = n_input + 1) begin
        if (!known[b] && !own[n_input] && bus_of[2*n_input+:2] == b[1:0] &&
            input_numbers[5*n_input+:5] == in_channel[5*b+:5]) begin
          known[b] = 1'b1;
          known_input[5*b+:5] = n_input[4:0];
        end
      end
      answered[b] = 1'b0;
      answered_output[5*b+:5] = 5'd0;
      for (n_output = 0; n_output < OUTPUTS; n_output = n_output + 1) begin
        if (!answered[b] && !spare[n_output] && output_bus[2*n_output+:2] == b[1:0] &&
            output_numbers[5*n_output+:5] == signal_channel[5*b+:5]) begin
          answered[b] = 1'b1;
          answered_output[5*b+:5] = n_output[4:0];
        end
      end
      if (in_valid[b] && known[b]) store = store | (ONE_INPUT << known_input[5*b+:5]);
      if (arrived[b] && !strays[b]) shown = shown | (ONE_INPUT << arrived_input[5*b+:5]);
      if (signalled[b]) dequeued = dequeued | (ONE_OUTPUT << signalled_output[5*b+:5]);
    end
  end

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
      if (signal_valid[b] && answered[b]) begin
        signalled[b] <= 1'b1;
        signalled_output[5*b+:5] <= answered_output[5*b+:5];
      end
    end
    if (reset) begin
      arrived <= 4'd0;
      signalled <= 4'd0;
    end
  end

  assign stray = arrived & strays;

  // words taken whose dequeue signal has not gone yet

  genvar n;
  generate
    for (n = 0; n < INPUTS; n = n + 1) begin : channel
      reg [SIGNAL_BITS-1:0] left;
      wire [3:0] removed = words_removed[4*n+:4];
      wire [SIGNAL_BITS-1:0] sum =
          left + {{SIGNAL_BITS - 2{1'b0}}, words_gone[2*n+:2]} +
          {{SIGNAL_BITS - 1{1'b0}}, removed[0]} + {{SIGNAL_BITS - 1{1'b0}}, removed[1]} +
          {{SIGNAL_BITS - 1{1'b0}}, removed[2]} + {{SIGNAL_BITS - 1{1'b0}}, removed[3]};
      wire [SIGNAL_BITS-1:0] now_to_signal = own[n] ? {SIGNAL_BITS{1'b0}} : sum;
      wire gives = given[n] | given[INPUTS+n] | given[2*INPUTS+n] | given[3*INPUTS+n];

      assign pending[n] = now_to_signal != {SIGNAL_BITS{1'b0}};
      always @(posedge clk) begin
        if (reset) left <= {SIGNAL_BITS{1'b0}};
        else if (step) left <= now_to_signal - {{SIGNAL_BITS - 1{1'b0}}, gives};
      end
    end
  endgenerate

  assign to_signal = pending;

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
endmodule
