// Step of a logical input channel: what a write to the registers of configuration makes of it, then words
// that the gates of the computation agent take.
module iwarp_gates (
    input  [28:0] state,
    input         own,
    input         filled,      // there is a word in the queue,
    input  [2:0]  stored,      // the first with this tag
    // configuration, see iwarp_configure
    input         selected,    // it is this channel
    input         asks,
    input         joins,
    input         redirects,
    input         withdraws,
    input         links,
    input  [4:0]  target,
    input  [1:0]  bus,
    input  [3:0]  pool,
    input         there,
    // gates
    input         spooled,     // the memory agent takes from it in this clock: gates wait
    input         takes_one,
    input         takes_two,
    input         left_one,    // there are others behind that
    input         left_two,
    input  [8:0]  tags,        // of the first three words
    output        readable,    // a gate finds a word
    output        gives_one,
    output        gives_two,
    output [28:0] next_state,
    output [8:0]  events
);
  `include "iwarp_codes.vh"

  wire [28:0] asked;
  reg [28:0] changed;
  wire [28:0] configured;
  wire [28:0] taken;
  wire [8:0] asked_events;
  wire [8:0] linked_events;
  wire [8:0] first_events;
  wire [8:0] second_events;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [1:0] frees;  // never: who reads a queue has no link
  /* verilator lint_on UNUSEDSIGNAL */

  iwarp_ask ask (
      .enable(selected & asks),
      .state(state),
      .bus(bus),
      .pool(pool),
      .leads(there),
      .filled(filled),
      .next_state(asked),
      .events(asked_events)
  );

  always @* begin
    changed = asked;
    if (selected) begin
      if (joins) begin
        changed[DEFAULT_VALID] = 1'b1;
        changed[DEFAULT+:5] = target;
        if (!own) changed[JOINT] = 1'b1;
      end
      if (redirects) changed[JOINT] = 1'b1;
      if (withdraws) begin
        changed[REQUESTING] = 1'b0;
        changed[MODE+:3] = OWN;
      end
      if (links) begin
        changed[REQUESTING] = 1'b0;
        changed[CONVERT] = 1'b0;
        changed[SEND] = 1'b0;
      end
    end else if (links && state[LINK_VALID] && state[LINK+:5] == target) begin
      changed[SEND] = 1'b0;
      changed[LINK_VALID] = 1'b0;
      changed[MODE+:3] = own ? OWN : HERE;
    end
  end

  iwarp_connect connect (
      .enable(selected & links),
      .state(changed),
      .own(own),
      .to(target),
      .filled(filled),
      .stored(stored),
      .next_state(configured),
      .events(linked_events)
  );

  assign readable = (configured[MODE+:3] == HERE || configured[MODE+:3] == OWN) && filled &&
                    !configured[ATTENTION] && !spooled;
  assign gives_one = takes_one & readable;
  assign gives_two = takes_two & gives_one & left_one;

  iwarp_take first (
      .enable(gives_one),
      .state(configured),
      .own(own),
      .stored(tags[2:0]),
      .left(left_one),
      .next(tags[5:3]),
      .frees(frees[0]),
      .next_state(taken),
      .events(first_events)
  );
  iwarp_take second (
      .enable(gives_two),
      .state(taken),
      .own(own),
      .stored(tags[5:3]),
      .left(left_two),
      .next(tags[8:6]),
      .frees(frees[1]),
      .next_state(next_state),
      .events(second_events)
  );
  assign events = asked_events | linked_events | first_events | second_events;
endmodule
