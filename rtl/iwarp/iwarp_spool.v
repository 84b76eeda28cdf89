// Step of a logical input channel: words are put into its queue through the ports, and the memory agent
// takes words from it.
module iwarp_spool (
    input  [28:0] state,
    input         own,
    input         fills,       // an empty queue gets a word,
    input  [2:0]  filled_by,   // first one with this tag
    input         takes_one,
    input         takes_two,
    input         left_one,    // there are others behind that,
    input         left_two,
    input  [8:0]  tags,        // of the first three words, with those that are put in
    output [28:0] next_state,
    output [8:0]  events
);
  wire [28:0] filled;
  wire [28:0] taken;
  wire [8:0] filled_events;
  wire [8:0] first_events;
  wire [8:0] second_events;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [1:0] frees;  // never: who reads a queue has no link
  /* verilator lint_on UNUSEDSIGNAL */

  iwarp_expose fill (
      .enable(fills),
      .state(state),
      .own(own),
      .stored(filled_by),
      .next_state(filled),
      .events(filled_events)
  );
  iwarp_take first (
      .enable(takes_one),
      .state(filled),
      .own(own),
      .stored(tags[2:0]),
      .left(left_one),
      .next(tags[5:3]),
      .frees(frees[0]),
      .next_state(taken),
      .events(first_events)
  );
  iwarp_take second (
      .enable(takes_two),
      .state(taken),
      .own(own),
      .stored(tags[5:3]),
      .left(left_two),
      .next(tags[8:6]),
      .frees(frees[1]),
      .next_state(next_state),
      .events(second_events)
  );
  assign events = filled_events | first_events | second_events;
endmodule
