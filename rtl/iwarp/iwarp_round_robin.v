// Whose turn it is: the first candidate after the last one, going round.
module iwarp_round_robin #(
    parameter CHANNELS = 20
) (
    input      [CHANNELS-1:0] candidates,
    input      [4:0]          last,
    output reg [CHANNELS-1:0] chosen,  // one of them, or none
    output reg [4:0]          number   // its number
);
  localparam [CHANNELS-1:0] ONE = 1;

  reg [CHANNELS-1:0] after;
  integer i;

  always @* begin
    after = candidates & ~(((ONE << last) << 1) - ONE);
    if (after == {CHANNELS{1'b0}}) after = candidates;
    chosen = after & (~after + ONE);
    number = 5'd0;
    if (chosen != {CHANNELS{1'b0}}) begin
      for (i = 0; i < CHANNELS; i = i + 1) if (chosen[i]) number = number | i[4:0];
    end
  end
endmodule
