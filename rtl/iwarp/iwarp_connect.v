// Step of a logical input channel: it is linked to an output channel.
module iwarp_connect (
    input         enable,
    input  [28:0] state,
    input         own,
    input  [4:0]  to,
    input         filled,      // there is a word in the queue,
    input  [2:0]  stored,      // the first with this tag
    output [28:0] next_state,
    output [8:0]  events
);
  `include "iwarp_codes.vh"

  reg [28:0] linked;

  always @* begin
    linked = state;
    if (enable) begin
      linked[LINK_VALID] = 1'b1;
      linked[LINK+:5] = to;
      linked[MODE+:3] = LINKED;
    end
  end

  iwarp_expose exposed (
      .enable(enable && filled),
      .state(linked),
      .own(own),
      .stored(stored),
      .next_state(next_state),
      .events(events)
  );
endmodule
