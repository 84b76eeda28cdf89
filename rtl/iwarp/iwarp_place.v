// A place in a queue, so many words behind another one.
module iwarp_place #(
    parameter QUEUE_WORDS = 8,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4
) (
    input  [PLACE_BITS-1:0] from,
    input  [SIZE_BITS-1:0]  words,
    output [PLACE_BITS-1:0] place
);
  localparam [SIZE_BITS:0] PLACES = QUEUE_WORDS;

  wire [SIZE_BITS:0] sum = {{SIZE_BITS + 1 - PLACE_BITS{1'b0}}, from} + {1'b0, words};
  /* verilator lint_off UNUSEDSIGNAL */
  wire [SIZE_BITS:0] rest = sum >= PLACES ? sum - PLACES : sum;
  /* verilator lint_on UNUSEDSIGNAL */
  assign place = rest[PLACE_BITS-1:0];
endmodule
