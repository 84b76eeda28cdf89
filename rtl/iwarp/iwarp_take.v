// Step of a logical input channel: the word at the head of its queue is taken.
module iwarp_take (
    input         enable,
    input  [28:0] state,
    input         own,
    input  [2:0]  stored,      // its tag
    input         left,        // there are others behind it,
    input  [2:0]  next,        // the first with this tag
    output        frees,       // the output channel is free
    output [28:0] next_state,
    output [8:0]  events
);
  `include "iwarp_codes.vh"

  reg  [28:0] taken;
  wire ends = enable && !state[BEGUN] && stored == PATHWAY_END;
  wire redirected = state[LINK_VALID] && state[JOINT] &&
                    !(state[DEFAULT_VALID] && state[DEFAULT+:5] == state[LINK+:5]);
  wire goes_back = enable && !state[BEGUN] && stored == MESSAGE_END && redirected;

  // the output of a joint cell's link belongs to another pathway
  assign frees = ends && state[LINK_VALID] && !state[JOINT];

  always @* begin
    taken = state;
    if (enable) begin
      taken[BEGUN] = 1'b0;
      taken[POSTED] = 1'b0;
      taken[CLAIMED] = 1'b0;
      taken[SEND] = 1'b0;
    end
    if (goes_back) begin  // the end of a message that a program redirected
      taken[LINK_VALID] = 1'b0;
      taken[MODE+:3] = HERE;
    end
    if (ends) begin
      taken[LINK_VALID] = 1'b0;
      taken[MODE+:3] = own ? OWN : IDLE;
      taken[JOINT] = 1'b0;
      taken[DEFAULT_VALID] = 1'b0;
    end
  end

  iwarp_expose exposed (
      .enable(enable && left),
      .state(taken),
      .own(own),
      .stored(next),
      .next_state(next_state),
      .events(events)
  );
endmodule
