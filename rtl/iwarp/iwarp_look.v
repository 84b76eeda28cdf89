// Step of a logical input channel: the routing logic looks at a marker at the head of its queue
// (sections 6.1.3 to 6.1.7).
module iwarp_look (
    input         enable,
    input  [28:0] state,
    input  [1:0]  from_bus,
    input  [2:0]  stored,         // tag of the word at the head,
    input  [10:0] header,         // bits 30-20 of its data: turn, direction, pools
    input         filled,         // there is a word in the queue,
    input         left,           // and others behind it,
    input  [2:0]  next,           // the first with this tag
    input         pathway_hit,    // by the match CAM
    input         pathway_guard,
    input         message_hit,
    output [1:0]  way,            // straight on, or out of the corner
    output [3:0]  way_pool,
    input         leads,          // there is an output channel of this bus and pool
    output        takes,          // the word
    output        throws_away,    // it
    output [28:0] next_state,
    output [8:0]  events
);
  `include "iwarp_codes.vh"

  wire [2:0] mode = state[MODE+:3];
  wire [2:0] tag = state[BEGUN] ? PATHWAY_BEGIN : stored;
  wire looks = enable & filled;
  wire begins = looks && mode == IDLE && tag == PATHWAY_BEGIN;
  wire dutchman = begins & pathway_hit & pathway_guard;
  wire turns = begins & pathway_hit & ~pathway_guard & header[10];
  wire arrived = begins & pathway_hit & ~pathway_guard & ~header[10];
  wire goes_on = begins & ~pathway_hit;
  wire stray = looks && mode == IDLE && tag != PATHWAY_BEGIN;
  wire ends = looks && mode == LINKED && state[JOINT] && tag == PATHWAY_END;
  wire message = looks && (mode == LINKED || mode == HERE) && tag == MESSAGE_BEGIN;
  wire passes = message && !message_hit && mode == LINKED;
  wire redirected = state[LINK_VALID] && state[JOINT] &&
                    !(state[DEFAULT_VALID] && state[DEFAULT+:5] == state[LINK+:5]);

  assign way = pathway_hit ? header[9:8] : from_bus + 2'd2;
  assign way_pool = pathway_hit ? header[7:4] : header[3:0];
  assign throws_away = stray | (looks && mode == DISCARDING);
  assign takes = throws_away | turns | ends;

  reg [28:0] looked;
  reg [8:0] told;

  always @* begin
    looked = state;
    if (enable) looked[ATTENTION] = dutchman;
    if (dutchman) begin
      looked[CONVERT] = 1'b0;
      looked[MODE+:3] = DISCARDING;
    end
    if (turns) begin
      looked[MODE+:3] = ROUTING;
      looked[CONVERT] = 1'b1;
    end
    if (arrived) begin
      looked[MODE+:3] = HERE;
      looked[POSTED] = 1'b1;
    end
    if (message) looked[POSTED] = 1'b1;
    if (message && message_hit) looked[CLAIMED] = 1'b1;
    if (message && message_hit && mode == LINKED) begin  // split off
      if (!redirected) begin
        looked[DEFAULT_VALID] = 1'b1;
        looked[DEFAULT+:5] = state[LINK+:5];
      end
      looked[LINK_VALID] = 1'b0;
      looked[SEND] = 1'b0;
      looked[MODE+:3] = HERE;
    end

    told = 9'd0;
    told[EVENT_STRAY_WORD] = stray;
    told[EVENT_FLYING_DUTCHMAN] = dutchman;
    told[EVENT_PATHWAY_BEGIN] = arrived;
    told[EVENT_PATHWAY_END] = ends & ~state[POSTED];
    told[EVENT_MESSAGE_BEGIN] = message & message_hit;
    told[EVENT_UNCLAIMED_MESSAGE] = message && !message_hit && mode == HERE;
  end

  wire [28:0] passed;
  wire [28:0] taken;
  wire [8:0] passed_events;
  wire [8:0] taken_events;
  wire [8:0] asked_events;
  /* verilator lint_off UNUSEDSIGNAL */
  wire frees;  // never: the link of a joint cell leaves its output held
  /* verilator lint_on UNUSEDSIGNAL */

  iwarp_expose pass (
      .enable(passes),
      .state(looked),
      .own(1'b0),
      .stored(stored),
      .next_state(passed),
      .events(passed_events)
  );
  iwarp_take take (
      .enable(takes),
      .state(passed),
      .own(1'b0),
      .stored(stored),
      .left(left),
      .next(next),
      .frees(frees),
      .next_state(taken),
      .events(taken_events)
  );
  iwarp_ask ask (
      .enable(turns | goes_on),
      .state(taken),
      .bus(way),
      .pool(way_pool),
      .leads(leads),
      .filled(turns ? left : 1'b1),
      .next_state(next_state),
      .events(asked_events)
  );
  assign events = told | passed_events | taken_events | asked_events;
endmodule
