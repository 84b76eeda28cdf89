// Whose turn it is: the first candidate after the last one, going round.
module iwarp_round_robin #(
    parameter CHANNELS = 20
) (
    input      [CHANNELS-1:0] candidates,
    input      [4:0]          last,
    output reg [CHANNELS-1:0] chosen,  // one of them, or none
    output reg [4:0]          number   // its number
);
  reg [CHANNELS-1:0] after;
  integer i;

  always @* begin
    for (i = 0; i < CHANNELS; i = i + 1) after[i] = candidates[i] && i[4:0] > last;
    if (after == {CHANNELS{1'b0}}) after = candidates;
    chosen = after & (~after + {{CHANNELS - 1{1'b0}}, 1'b1});
    number = 5'd0;
    for (i = 0; i < CHANNELS; i = i + 1) if (chosen[i]) number = number | i[4:0];
  end
endmodule
