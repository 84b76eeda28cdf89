// Dequeue signals that an input bus still has to give: channels go in turn, one signal in the time
// of a word.
module iwarp_dequeue_signals #(
    parameter INPUTS = 20
) (
    input               clk,
    input               reset,
    input               step,
    input  [INPUTS-1:0] pending,  // of this bus
    output [INPUTS-1:0] given     // this one's signal begins at the edge to come
);
  localparam [4:0] LAST = INPUTS - 1;

  reg       busy;  // a signal is in its first clock
  reg [4:0] last;
  wire [4:0] number;

  iwarp_round_robin #(
      .CHANNELS(INPUTS)
  ) turn (
      .candidates(busy ? {INPUTS{1'b0}} : pending),
      .last(last),
      .chosen(given),
      .number(number)
  );

  always @(posedge clk) begin
    if (reset) begin
      busy <= 1'b0;
      last <= LAST;
    end else if (step) begin
      busy <= |given;
      if (|given) last <= number;
    end
  end
endmodule
