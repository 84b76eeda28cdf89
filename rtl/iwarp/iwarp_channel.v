// A logical input channel: its queue, and the street-sign routing of what is in it.
//
// Before each clock edge, one after the other: a word that has come in is shown, the word at the
// head goes on through the crossbar, a marker at the head is looked at, a request is granted. The
// outcome leaves as `state_out`, `head_out`, `size_out`; the operations of the computation agent are
// done on these outside, and what they make of them comes back to be registered.
module iwarp_channel #(
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8,
    parameter WRITES = 4,
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
    input  [4*32-1:0]          outputs_of,     // by bus
    input  [16*32-1:0]         outputs_in,     // by pool
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
    output [8:0]               events,
    output [1:0]               taken,          // words, so far in this clock
    output                     thrown_away,    // one of them
    output                     abandoned,      // a pathway is thrown away from now on
    // operations of the computation agent
    output [28:0]              state_out,
    output [PLACE_BITS-1:0]    head_out,
    output [SIZE_BITS-1:0]     size_out,
    output [3*QUEUE_WORDS-1:0] tags_out,
    input  [28:0]              state_in,
    input  [PLACE_BITS-1:0]    head_in,
    input  [SIZE_BITS-1:0]     size_in,
    input  [4:0]               number,
    input  [WRITES-1:0]        push,           // into any channel
    input  [5*WRITES-1:0]      push_channel,
    input  [PLACE_BITS*WRITES-1:0] push_place,
    input  [35*WRITES-1:0]     push_word,
    input  [PLACE_BITS-1:0]    read_place,
    output [31:0]              read_value
);
  `include "iwarp_codes.vh"

  reg [STATE_BITS-1:0] state;
  reg [PLACE_BITS-1:0] head;
  reg [SIZE_BITS-1:0] size;
  reg [3*QUEUE_WORDS-1:0] tags;
  reg [31:0] values[0:QUEUE_WORDS-1];

  // --- a word is shown

  wire [STATE_BITS-1:0] shown_state;
  wire [CHANNEL_EVENTS-1:0] shown_events;
  wire [2:0] first_tag = tags[3*head+:3];
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
  assign head_word = shown_state[BEGUN] ? {PATHWAY_BEGIN, values[head][31:20], address,
                                           values[head][9:0]}
                                        : {first_tag, values[head]};

  // --- the head goes on

  wire [STATE_BITS-1:0] gone_state;
  wire [CHANNEL_EVENTS-1:0] gone_events;
  wire [PLACE_BITS-1:0] gone_head;
  wire [2:0] gone_tag = tags[3*gone_head+:3];
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
  wire [31:0] header = values[gone_head];
  wire [2:0] gone_mode = gone_state[MODE+:3];
  wire begins_pathway = gone_mode == IDLE && (gone_state[BEGUN] || gone_tag == PATHWAY_BEGIN);
  wire begins_message = (gone_mode == LINKED || gone_mode == HERE) && !gone_state[BEGUN] &&
                        gone_tag == MESSAGE_BEGIN;
  assign to_match = attends && gone_size != 0 && (begins_pathway || begins_message);
  assign marker = header;
  wire looks = attends & (matched | ~to_match);
  wire [1:0] way;
  wire [3:0] way_pool;
  wire [OUTPUTS-1:0] ways =
      outputs_of[32*way+:OUTPUTS] & outputs_in[32*way_pool+:OUTPUTS];
  wire [PLACE_BITS-1:0] second;
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
      .next(tags[3*second+:3]),
      .pathway_hit(pathway_hit),
      .pathway_guard(pathway_guard),
      .message_hit(message_hit),
      .way(way),
      .way_pool(way_pool),
      .leads(|ways),
      .takes(takes),
      .throws_away(thrown_away),
      .next_state(looked_state),
      .events(looked_events)
  );

  wire [PLACE_BITS-1:0] looked_head = takes ? second : gone_head;
  wire [SIZE_BITS-1:0] looked_size = gone_size - {{SIZE_BITS - 1{1'b0}}, takes};

  // --- a request is granted: one made before this clock, or by a marker that goes straight on

  assign asking = ~frozen & (state[REQUESTING] |
                             (looks & looked_state[REQUESTING] & ~looked_state[CONVERT]));
  assign request_bus = looked_state[BUS+:2];
  assign request_pool = looked_state[POOL+:4];

  reg [STATE_BITS-1:0] answered_state;
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
      .stored(tags[3*looked_head+:3]),
      .next_state(state_out),
      .events(granted_events)
  );

  assign events = shown_events | gone_events | looked_events | granted_events;
  assign taken = {1'b0, go} + {1'b0, takes};
  assign abandoned = looked_events[EVENT_FLYING_DUTCHMAN] | looked_events[EVENT_END_OF_ARRAY];
  assign head_out = looked_head;
  assign size_out = looked_size;
  assign tags_out = tags;
  assign read_value = values[read_place];

  // --- registers

  // the place of a word that comes in: behind all that are there before this edge
  assign full = size == QUEUE_WORDS[SIZE_BITS-1:0];
  wire [PLACE_BITS-1:0] tail;
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_tail (
      .from(head),
      .words(size),
      .place(tail)
  );
  wire [WORD_BITS-1:0] bus_word = bus_words[WORD_BITS*from_bus+:WORD_BITS];
  reg [3*QUEUE_WORDS-1:0] next_tags;
  integer w;

  always @* begin
    next_tags = tags;
    if (store && !full) next_tags[3*tail+:3] = bus_word[34:32];
    if (step && |push) begin
      for (w = 0; w < WRITES; w = w + 1) begin
        if (push[w] && push_channel[5*w+:5] == number) begin
          next_tags[3*push_place[PLACE_BITS*w+:PLACE_BITS]+:3] = push_word[35*w+32+:3];
        end
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      state <= {{STATE_BITS - MODE - 3{1'b0}}, own ? OWN : IDLE, {MODE{1'b0}}};
      head <= 0;
      size <= 0;
    end else if (step) begin
      state <= state_in;
      head <= head_in;
      size <= size_in;
    end
    tags <= next_tags;
    if (store && !full) values[tail] <= bus_word[31:0];
  end

  genvar g;
  generate
    for (g = 0; g < WRITES; g = g + 1) begin : pushes
      always @(posedge clk) begin
        if (step && push[g] && push_channel[5*g+:5] == number) begin
          values[push_place[PLACE_BITS*g+:PLACE_BITS]] <= push_word[35*g+:32];
        end
      end
    end
  endgenerate
endmodule
