// Places in a queue of QUEUE_WORDS words. To be included inside a module.
localparam [SIZE_BITS:0] QUEUE_PLACES = QUEUE_WORDS;

function [PLACE_BITS-1:0] place_behind(input [PLACE_BITS-1:0] from, input [SIZE_BITS-1:0] words);
  reg [SIZE_BITS:0] sum;
  begin
    sum = {{SIZE_BITS + 1 - PLACE_BITS{1'b0}}, from} + {1'b0, words};
    if (sum >= QUEUE_PLACES) sum = sum - QUEUE_PLACES;
    place_behind = sum[PLACE_BITS-1:0];
  end
endfunction

function [PLACE_BITS-1:0] next_place(input [PLACE_BITS-1:0] from);
  next_place = place_behind(from, 1);
endfunction
