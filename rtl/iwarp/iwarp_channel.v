// A logical input channel: its queue, and the street-sign routing of what is in it.
//
// Before each clock edge, one after the other: a word that has come in is shown, the word at the
// head goes on through the crossbar, a marker at the head is looked at, a request is granted; then what
// the memory agent, configuration and the gates do to it (iwarp_spool, iwarp_gates). The outcome is
// registered, unless a context is loaded behind it.
module iwarp_channel #(
    parameter QUEUE_WORDS = 8,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4
) (
    input                      clk,
    input                      reset,
    input                      step,
    // allocation
    input                      own,            // no bus feeds it
    input  [9:0]               address,        // of the cell
    input  [1:0]               from_bus,
    input  [63:0]              leads,          // an output channel is there, by bus and pool
    // from the bus
    input                      store,          // at this edge, if it is not full
    input  [139:0]             bus_words,
    output                     full,
    input                      shown,
    // to the crossbar
    output                     send,
    output [4:0]               link,
    output [34:0]              head_word,
    input                      go,
    output                     link_freed,
    // routing
    input                      frozen,
    output                     to_match,       // a begin marker, for a port of the match CAM
    output [31:0]              marker,         // its data
    input                      matched,        // in this clock, with these results
    input                      pathway_hit,
    input                      pathway_guard,
    input                      message_hit,
    output                     asking,
    output [1:0]               request_bus,
    output [3:0]               request_pool,
    input                      granted,
    input  [4:0]               granted_output,
    output [1:0]               taken,          // words, by crossbar and routing
    output                     thrown_away,    // one of them
    output                     abandoned,      // a pathway is thrown away from now on
    // words that are put into it, if it is one of the cell's own and there is room; in a clock in which
    // the memory agent does so the gates wait
    input                      fill_one,
    input                      fill_two,
    input                      send_one,
    input                      send_two,
    input  [34:0]              first_pushed,
    input  [34:0]              second_pushed,
    output                     room_to_fill,
    output                     room_to_fill_two,
    output                     room,           // for the gates
    output                     room_two,
    // the memory agent takes words
    input                      spool_one,
    input                      spool_two,
    input                      spool_end,      // an end marker
    output                     spool_valid,    // a word can be taken,
    output                     spool_valid_two,
    output                     end_valid,      // an end marker
    output [69:0]              front,          // the first two words
    output                     spool_gives_one,
    output                     spool_gives_two,
    output [28:0]              spooled_state,
    output [8:0]               events,         // until here
    // configuration and gates
    input                      selected,
    input                      asks,
    input                      joins,
    input                      redirects,
    input                      withdraws,
    input                      links,
    input  [4:0]               target,
    input  [1:0]               ask_bus,
    input  [3:0]               ask_pool,
    input                      ask_there,
    input                      gate_one,
    input                      gate_two,
    output                     readable,
    output                     readable_two,
    output                     gate_gives_one,
    output                     gate_gives_two,
    output [28:0]              served_state,
    output [8:0]               served_events,
    // the outcome, and what is registered of it
    output [PLACE_BITS-1:0]    next_head,
    output [SIZE_BITS-1:0]     next_size,
    input  [28:0]              next_state,
    // a look at any word
    input  [PLACE_BITS-1:0]    read_place,
    output [34:0]              read_word
);
  `include "iwarp_codes.vh"

  reg [STATE_BITS-1:0] state;
  reg [PLACE_BITS-1:0] head;
  reg [SIZE_BITS-1:0] size;
  reg [WORD_BITS-1:0] words[0:QUEUE_WORDS-1];

  // --- a word is shown

  wire [STATE_BITS-1:0] shown_state;
  wire [CHANNEL_EVENTS-1:0] shown_events;
  wire [WORD_BITS-1:0] first_word = words[head];
  wire [2:0] first_tag = first_word[34:32];
  wire [SIZE_BITS-1:0] shown_size = size + {{SIZE_BITS - 1{1'b0}}, shown};

  iwarp_expose show (
      .enable(shown && size == 0),
      .state(state),
      .own(own),
      .stored(first_tag),
      .next_state(shown_state),
      .events(shown_events)
  );

  assign send = shown_state[SEND];
  assign link = shown_state[LINK+:5];
  // what was made a begin marker here has this cell as its origin
  assign head_word = shown_state[BEGUN] ? {PATHWAY_BEGIN, first_word[31:20], address, first_word[9:0]}
                                        : first_word;

  // --- the head goes on

  wire [STATE_BITS-1:0] gone_state;
  wire [CHANNEL_EVENTS-1:0] gone_events;
  wire [PLACE_BITS-1:0] gone_head;
  wire [WORD_BITS-1:0] gone_word = words[gone_head];
  wire [2:0] gone_tag = gone_word[34:32];
  wire [SIZE_BITS-1:0] gone_size = shown_size - {{SIZE_BITS - 1{1'b0}}, go};

  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_gone (
      .from(head),
      .words({{SIZE_BITS - 1{1'b0}}, go}),
      .place(gone_head)
  );
  iwarp_take take_gone (
      .enable(go),
      .state(shown_state),
      .own(own),
      .stored(first_tag),
      .left(gone_size != 0),
      .next(gone_tag),
      .frees(link_freed),
      .next_state(gone_state),
      .events(gone_events)
  );

  // --- a marker at the head is looked at

  wire attends = shown_state[ATTENTION] & ~frozen;
  wire [31:0] header = gone_word[31:0];
  wire [2:0] gone_mode = gone_state[MODE+:3];
  wire begins_pathway = gone_mode == IDLE && (gone_state[BEGUN] || gone_tag == PATHWAY_BEGIN);
  wire begins_message = (gone_mode == LINKED || gone_mode == HERE) && !gone_state[BEGUN] &&
                        gone_tag == MESSAGE_BEGIN;
  assign to_match = attends && gone_size != 0 && (begins_pathway || begins_message);
  assign marker = header;
  wire looks = attends & (matched | ~to_match);
  wire [1:0] way;
  wire [3:0] way_pool;
  wire [PLACE_BITS-1:0] second;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [WORD_BITS-1:0] second_word = words[second];  // its tag
  /* verilator lint_on UNUSEDSIGNAL */
  wire takes;
  wire [STATE_BITS-1:0] looked_state;
  wire [CHANNEL_EVENTS-1:0] looked_events;

  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_second (
      .from(gone_head),
      .words({{SIZE_BITS - 1{1'b0}}, 1'b1}),
      .place(second)
  );
  iwarp_look look (
      .enable(looks),
      .state(gone_state),
      .from_bus(from_bus),
      .stored(gone_tag),
      .header(header[30:20]),
      .filled(gone_size != 0),
      .left(gone_size > 1),
      .next(second_word[34:32]),
      .pathway_hit(pathway_hit),
      .pathway_guard(pathway_guard),
      .message_hit(message_hit),
      .way(way),
      .way_pool(way_pool),
      .leads(leads[{way, way_pool}]),
      .takes(takes),
      .throws_away(thrown_away),
      .next_state(looked_state),
      .events(looked_events)
  );

  wire [PLACE_BITS-1:0] looked_head = takes ? second : gone_head;
  wire [2:0] looked_tag = takes ? second_word[34:32] : gone_tag;
  wire [SIZE_BITS-1:0] looked_size = gone_size - {{SIZE_BITS - 1{1'b0}}, takes};

  // --- a request is granted: one made before this clock, or by a marker that goes straight on

  assign asking = ~frozen & (state[REQUESTING] |
                             (looks & looked_state[REQUESTING] & ~looked_state[CONVERT]));
  assign request_bus = looked_state[BUS+:2];
  assign request_pool = looked_state[POOL+:4];

  reg [STATE_BITS-1:0] answered_state;
  wire [STATE_BITS-1:0] granted_state;
  wire [CHANNEL_EVENTS-1:0] granted_events;

  always @* begin
    answered_state = looked_state;
    if (granted) answered_state[REQUESTING] = 1'b0;
  end

  iwarp_connect grant (
      .enable(granted),
      .state(answered_state),
      .own(own),
      .to(granted_output),
      .filled(looked_size != 0),
      .stored(looked_tag),
      .next_state(granted_state),
      .events(granted_events)
  );

  assign taken = {1'b0, go} + {1'b0, takes};
  assign abandoned = looked_events[EVENT_FLYING_DUTCHMAN] | looked_events[EVENT_END_OF_ARRAY];

  // --- the first words, with those that are put in

  wire [PLACE_BITS-1:0] place_one;
  wire [PLACE_BITS-1:0] place_two;
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_one_behind (
      .from(looked_head),
      .words({{SIZE_BITS - 1{1'b0}}, 1'b1}),
      .place(place_one)
  );
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_two_behind (
      .from(place_one),
      .words({{SIZE_BITS - 1{1'b0}}, 1'b1}),
      .place(place_two)
  );
  wire [WORD_BITS-1:0] looked_word = words[looked_head];
  wire [WORD_BITS-1:0] word_zero = looked_size == 0 ? first_pushed : looked_word;
  wire [WORD_BITS-1:0] word_one = looked_size == 0 ? second_pushed
                                : looked_size == 1 ? first_pushed : words[place_one];
  /* verilator lint_off UNUSEDSIGNAL */
  wire [WORD_BITS-1:0] third_word = words[place_two];  // its tag
  /* verilator lint_on UNUSEDSIGNAL */
  wire [2:0] tag_two = looked_size == 1 ? second_pushed[34:32]
                     : looked_size == 2 ? first_pushed[34:32] : third_word[34:32];
  wire [8:0] tags = {tag_two, word_one[34:32], word_zero[34:32]};

  localparam [SIZE_BITS:0] WORDS = QUEUE_WORDS;
  wire [SIZE_BITS:0] looked_words = {1'b0, looked_size};
  assign room_to_fill = own && looked_words < WORDS;
  assign room_to_fill_two = own && looked_words < WORDS - 1;
  wire filled_one = fill_one & room_to_fill;
  wire filled_two = filled_one & fill_two & room_to_fill_two;
  wire [SIZE_BITS:0] words_filled = looked_words + {{SIZE_BITS{1'b0}}, filled_one} +
                                    {{SIZE_BITS{1'b0}}, filled_two};
  wire [1:0] spooled = {1'b0, spool_gives_one} + {1'b0, spool_gives_two};
  wire [SIZE_BITS:0] words_spooled = words_filled - {{SIZE_BITS - 1{1'b0}}, spooled};
  assign room = own && !fill_one && words_spooled < WORDS;
  assign room_two = own && !fill_one && words_spooled < WORDS - 1;
  wire sent_one = send_one & room;
  wire sent_two = sent_one & send_two & room_two;
  wire push_one = filled_one | sent_one;
  wire push_two = filled_two | sent_two;
  wire [SIZE_BITS:0] words_in = looked_words + {{SIZE_BITS{1'b0}}, push_one} +
                                {{SIZE_BITS{1'b0}}, push_two};
  assign front = {word_one,
                  granted_state[BEGUN] ? {PATHWAY_BEGIN, word_zero[31:20], address, word_zero[9:0]}
                                       : word_zero};

  // --- ports

  wire [CHANNEL_EVENTS-1:0] spool_events;
  wire readable_now = (granted_state[MODE+:3] == HERE || granted_state[MODE+:3] == OWN) &&
                      !granted_state[ATTENTION];
  wire ends = tags[2:0] == MESSAGE_END || tags[2:0] == PATHWAY_END;

  assign spool_valid = readable_now && words_filled != 0;
  assign spool_valid_two = spool_valid && words_filled > 1;
  assign end_valid = spool_valid && ends && !granted_state[BEGUN];
  assign spool_gives_one = spool_valid & (spool_one | (spool_end & end_valid));
  assign spool_gives_two = spool_valid_two & spool_one & spool_two;

  iwarp_spool spool (
      .state(granted_state),
      .own(own),
      .fills(push_one && looked_size == 0),
      .filled_by(first_pushed[34:32]),
      .takes_one(spool_gives_one),
      .takes_two(spool_gives_two),
      .left_one(words_in > 1),
      .left_two(words_in > 2),
      .tags(tags),
      .next_state(spooled_state),
      .events(spool_events)
  );
  assign events = shown_events | gone_events | looked_events | granted_events | spool_events;

  wire [SIZE_BITS:0] words_left = words_in - {{SIZE_BITS - 1{1'b0}}, spooled};

  iwarp_gates gates (
      .state(spooled_state),
      .own(own),
      .filled(words_left != 0),
      .stored(spooled[1] ? tags[8:6] : spooled[0] ? tags[5:3] : tags[2:0]),
      .selected(selected),
      .asks(asks),
      .joins(joins),
      .redirects(redirects),
      .withdraws(withdraws),
      .links(links),
      .target(target),
      .bus(ask_bus),
      .pool(ask_pool),
      .there(ask_there),
      .spooled(spooled != 0),
      .takes_one(gate_one),
      .takes_two(gate_two),
      .left_one(words_in > 1),
      .left_two(words_in > 2),
      .tags(tags),
      .readable(readable),
      .gives_one(gate_gives_one),
      .gives_two(gate_gives_two),
      .next_state(served_state),
      .events(served_events)
  );
  assign readable_two = readable && words_in > 1;

  wire [1:0] removed = spooled + {1'b0, gate_gives_one} + {1'b0, gate_gives_two};
  /* verilator lint_off UNUSEDSIGNAL */
  wire [SIZE_BITS:0] words_now = words_in - {{SIZE_BITS - 1{1'b0}}, removed};
  /* verilator lint_on UNUSEDSIGNAL */
  assign next_size = words_now[SIZE_BITS-1:0];
  assign next_head = removed[1] ? place_two : removed[0] ? place_one : looked_head;

  // --- registers

  // the place of a word that comes in: behind all that are there before this edge, and behind one that
  // is shown at it: into a channel that was just moved words come by its old and by its new way
  assign full = shown_size == QUEUE_WORDS[SIZE_BITS-1:0];
  wire [PLACE_BITS-1:0] tail;
  wire [PLACE_BITS-1:0] tail_two;
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_tail (
      .from(head),
      .words(shown_size),
      .place(tail)
  );
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_tail_two (
      .from(tail),
      .words({{SIZE_BITS - 1{1'b0}}, 1'b1}),
      .place(tail_two)
  );
  wire [WORD_BITS-1:0] bus_word = from_bus[1] ? (from_bus[0] ? bus_words[3*WORD_BITS+:WORD_BITS]
                                                             : bus_words[2*WORD_BITS+:WORD_BITS])
                                              : (from_bus[0] ? bus_words[WORD_BITS+:WORD_BITS]
                                                             : bus_words[0+:WORD_BITS]);

  assign read_word = push_one && read_place == tail ? first_pushed
                   : push_two && read_place == tail_two ? second_pushed : words[read_place];

  always @(posedge clk) begin
    if (reset) begin
      state <= {{STATE_BITS - MODE - 3{1'b0}}, own ? OWN : IDLE, {MODE{1'b0}}};
      head <= 0;
      size <= 0;
    end else if (step) begin
      state <= next_state;
      head <= next_head;
      size <= next_size;
    end
    // no bus feeds a channel into which words are put
    if (own ? step && push_one : store && !full) words[tail] <= own ? first_pushed : bus_word;
    if (step && push_two) words[tail_two] <= second_pushed;
  end
endmodule
