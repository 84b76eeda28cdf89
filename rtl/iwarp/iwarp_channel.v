// A logical input channel: its queue, and the street-sign routing of what is in it.
//
// Before each clock edge, one after the other: a word that has come in is shown, the word at the
// head goes on through the crossbar, a marker at the head is looked at, a request is granted. The
// outcome leaves as `state_out`, `head_out`, `size_out`; the operations of the computation agent are
// done on these outside, and what they make of them comes back to be registered.
module iwarp_channel #(
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8,
    parameter MATCH_ENTRIES = 8,
    parameter WRITES = 4,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4
) (
    input                      clk,
    input                      reset,
    input                      step,
    // allocation
    input                      own,            // no bus feeds it
    input  [1:0]               from_bus,
    input  [4*OUTPUTS-1:0]     outputs_of,     // by bus
    input  [16*OUTPUTS-1:0]    outputs_in,     // by pool
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
    input  [67*MATCH_ENTRIES-1:0] match_entries,
    output                     asking,
    output [1:0]               request_bus,
    output [3:0]               request_pool,
    input                      granted,
    input  [4:0]               granted_output,
    output [8:0]               events,
    output [1:0]               taken,          // words, so far in this clock
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
  `include "iwarp_channel_steps.vh"
  `include "iwarp_queue_place.vh"

  reg [STATE_BITS-1:0] state;
  reg [PLACE_BITS-1:0] head;
  reg [SIZE_BITS-1:0] size;
  reg [3*QUEUE_WORDS-1:0] tags;
  reg [31:0] values[0:QUEUE_WORDS-1];

  function [2:0] tag_at(input [PLACE_BITS-1:0] place);
    tag_at = tags[3*place+:3];
  endfunction

  // --- a word is shown

  reg [STATE_BITS-1:0] shown_state;
  reg [CHANNEL_EVENTS-1:0] shown_events;
  wire [SIZE_BITS-1:0] shown_size = size + {{SIZE_BITS - 1{1'b0}}, shown};

  always @* begin
    shown_state = state;
    shown_events = 0;
    if (shown && size == 0) {shown_events, shown_state} = expose(state, own, tag_at(head));
  end

  assign send = shown_state[SEND];
  assign link = shown_state[LINK+:5];
  assign head_word = {head_tag(shown_state, tag_at(head)), values[head]};

  // --- the head goes on

  reg [STATE_BITS-1:0] gone_state;
  reg [CHANNEL_EVENTS-1:0] gone_events;
  wire [PLACE_BITS-1:0] gone_head = go ? next_place(head) : head;
  wire [SIZE_BITS-1:0] gone_size = shown_size - {{SIZE_BITS - 1{1'b0}}, go};

  always @* begin
    gone_state = shown_state;
    gone_events = 0;
    if (go) begin
      {gone_events, gone_state} =
          take(shown_state, own, tag_at(head), gone_size != 0, tag_at(gone_head));
    end
  end

  assign link_freed = go & frees(shown_state, tag_at(head));

  // --- a marker at the head is looked at

  wire looks = shown_state[ATTENTION] & ~frozen;
  wire [2:0] marker = head_tag(gone_state, tag_at(gone_head));
  wire [31:0] header = values[gone_head];
  wire turns = header[30];
  wire pathway_hit, pathway_guard, message_hit;

  iwarp_match #(
      .ENTRIES(MATCH_ENTRIES)
  ) match (
      .enable(looks),
      .entries(match_entries),
      .value(header),
      .pathway_hit(pathway_hit),
      .pathway_guard(pathway_guard),
      .message_hit(message_hit)
  );

  // straight on, or the direction out of the corner
  wire [1:0] way = pathway_hit ? header[29:28] : from_bus + 2'd2;
  wire [3:0] way_pool = pathway_hit ? header[27:24] : header[23:20];
  wire [OUTPUTS-1:0] ways =
      outputs_of[OUTPUTS*way+:OUTPUTS] & outputs_in[OUTPUTS*way_pool+:OUTPUTS];

  wire [PLACE_BITS-1:0] second = next_place(gone_head);
  wire others = gone_size > 1;
  reg looked_take;
  reg [STATE_BITS-1:0] looked_state;
  reg [CHANNEL_EVENTS-1:0] looked_events;
  reg [CHANNEL_EVENTS-1:0] more_events;

  always @* begin
    looked_take = 1'b0;
    looked_state = gone_state;
    looked_events = 0;
    more_events = 0;
    if (looks) looked_state[ATTENTION] = 1'b0;
    if (looks && gone_size != 0) begin
      case (gone_state[MODE+:3])
        IDLE:
          if (marker != PATHWAY_BEGIN) begin
            looked_events[EVENT_STRAY_WORD] = 1'b1;
            looked_take = 1'b1;
          end else if (pathway_hit && pathway_guard) begin
            more_events[EVENT_FLYING_DUTCHMAN] = 1'b1;
            {looked_events, looked_state} = throw_away(looked_state, more_events, 1'b1);
            more_events = 0;
          end else if (pathway_hit && !turns) begin
            looked_state[MODE+:3] = HERE;
            looked_state[POSTED] = 1'b1;
            looked_events[EVENT_PATHWAY_BEGIN] = 1'b1;
          end else if (pathway_hit) begin
            looked_state[MODE+:3] = ROUTING;
            looked_state[CONVERT] = 1'b1;
            looked_take = 1'b1;
          end
        DISCARDING: looked_take = 1'b1;
        HERE, LINKED:
          if (gone_state[MODE+:3] == LINKED && gone_state[JOINT] && marker == PATHWAY_END) begin
            looked_events[EVENT_PATHWAY_END] = !gone_state[POSTED];
            looked_take = 1'b1;
          end else if (marker == MESSAGE_BEGIN) begin
            looked_state[POSTED] = 1'b1;
            if (message_hit) begin
              looked_events[EVENT_MESSAGE_BEGIN] = 1'b1;
              looked_state[CLAIMED] = 1'b1;
              if (gone_state[MODE+:3] == LINKED) begin
                looked_state[DEFAULT_VALID] = 1'b1;
                looked_state[DEFAULT+:5] = gone_state[LINK+:5];
                looked_state = unlink(looked_state, own);
              end
            end else if (gone_state[MODE+:3] == LINKED) begin
              {more_events, looked_state} = expose(looked_state, own, tag_at(gone_head));
            end else begin
              looked_events[EVENT_UNCLAIMED_MESSAGE] = 1'b1;
            end
          end
        default: ;
      endcase
      looked_events = looked_events | more_events;
      if (looked_take) begin
        {more_events, looked_state} =
            take(looked_state, own, tag_at(gone_head), others, tag_at(second));
        looked_events = looked_events | more_events;
      end
      if (gone_state[MODE+:3] == IDLE && marker == PATHWAY_BEGIN && (turns || !pathway_hit) &&
          !(pathway_hit && pathway_guard)) begin
        {more_events, looked_state} =
            ask(looked_state, way, way_pool, |ways, looked_take ? others : 1'b1);
        looked_events = looked_events | more_events;
      end
    end
  end

  wire [PLACE_BITS-1:0] looked_head = looked_take ? second : gone_head;
  wire [SIZE_BITS-1:0] looked_size = gone_size - {{SIZE_BITS - 1{1'b0}}, looked_take};

  // --- a request is granted: one made before this clock, or by a marker that goes straight on

  assign asking = ~frozen & (state[REQUESTING] |
                             (looks & looked_state[REQUESTING] & ~looked_state[CONVERT]));
  assign request_bus = looked_state[BUS+:2];
  assign request_pool = looked_state[POOL+:4];

  reg [STATE_BITS-1:0] granted_state;
  reg [CHANNEL_EVENTS-1:0] granted_events;

  always @* begin
    granted_state = looked_state;
    granted_events = 0;
    if (granted) begin
      granted_state[REQUESTING] = 1'b0;
      {granted_events, granted_state} = connect(granted_state, own, granted_output,
                                                looked_size != 0, tag_at(looked_head));
    end
  end

  assign events = shown_events | gone_events | looked_events | granted_events;
  assign taken = {1'b0, go} + {1'b0, looked_take};
  assign state_out = granted_state;
  assign head_out = looked_head;
  assign size_out = looked_size;
  assign tags_out = tags;
  assign read_value = values[read_place];

  // --- registers

  // the place of a word that comes in: behind all that are there before this edge
  assign full = size == QUEUE_WORDS[SIZE_BITS-1:0];
  wire [PLACE_BITS-1:0] tail = place_behind(head, size);
  integer w;

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
    if (store && !full) begin
      values[tail] <= bus_words[35*from_bus+:32];
      tags[3*tail+:3] <= bus_words[35*from_bus+32+:3];
    end
    for (w = 0; w < WRITES; w = w + 1) begin
      if (step && push[w] && push_channel[5*w+:5] == number) begin
        values[push_place[PLACE_BITS*w+:PLACE_BITS]] <= push_word[35*w+:32];
        tags[3*push_place[PLACE_BITS*w+:PLACE_BITS]+:3] <= push_word[35*w+32+:3];
      end
    end
  end
endmodule
