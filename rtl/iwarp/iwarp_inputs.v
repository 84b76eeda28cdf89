// The logical input channels of a cell: their queues and the steps of a clock, the gates and spools
// that work on them, the match CAM with its ports, and the registers of the events that they post.
//
// Of a channel there are its bits at its place in each vector.
module iwarp_inputs #(
    parameter INPUTS = 20,
    parameter QUEUE_WORDS = 8,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4,
    parameter MATCH_ENTRIES = 8,
    parameter MATCH_PORTS = 4
) (
    input                          clk,
    input                          reset,
    input                          step,
    input                          frozen,
    input  [9:0]                   address,         // of the cell
    input  [2:0]                   match_ports,     // that are used
    // allocation
    input  [INPUTS-1:0]            own,
    input  [2*INPUTS-1:0]          bus_of,
    input  [19:0]                  first_input,     // of each bus
    input  [63:0]                  leads,
    // busses
    input  [139:0]                 in_word,         // of each bus
    input  [INPUTS-1:0]            store,
    output [INPUTS-1:0]            full,
    input  [INPUTS-1:0]            shown,
    input  [3:0]                   stray,           // a word that has no place
    output [2*INPUTS-1:0]          words_gone,
    output [4*INPUTS-1:0]          words_removed,
    // crossbar
    output [INPUTS-1:0]            send,
    output [5*INPUTS-1:0]          link,
    output [35*INPUTS-1:0]         head_words,
    input  [INPUTS-1:0]            go,
    output [INPUTS-1:0]            link_freed,
    // requests for output channels
    output [INPUTS-1:0]            asking,
    output [2*INPUTS-1:0]          request_bus,
    output [4*INPUTS-1:0]          request_pool,
    input  [INPUTS-1:0]            granted,
    input  [5*INPUTS-1:0]          granted_output,
    // gates of the computation agent
    input  [9:0]                   receive_channel,
    input  [1:0]                   receive_ready,
    output [1:0]                   receive_valid,
    output [69:0]                  receive_word,
    input  [9:0]                   send_channel,
    input  [1:0]                   send_valid,
    input  [69:0]                  send_word,
    output [1:0]                   send_ready,
    // memory agent
    input  [4:0]                   spool_from_channel,
    input  [1:0]                   spool_from_ready,
    output [1:0]                   spool_from_valid,
    output [69:0]                  spool_from_word,
    input  [4:0]                   spool_to_channel,
    input  [1:0]                   spool_to_valid,
    input  [63:0]                  spool_to_word,
    output [1:0]                   spool_to_ready,
    input  [4:0]                   spool_end_channel,
    input                          spool_end_ready,
    output                         spool_end_valid,
    // configuration; see iwarp_configure
    input                          write,
    input  [11:0]                  write_address,
    input  [31:0]                  write_data,
    input  [INPUTS-1:0]            selected,
    input                          asks,
    input                          joins,
    input                          redirects,
    input                          withdraws,
    input                          links,
    input  [4:0]                   target,
    input  [1:0]                   ask_bus,
    input  [3:0]                   ask_pool,
    input                          ask_there,
    // states: behind the memory agent, behind configuration and gates, at the end of the clock
    output [29*INPUTS-1:0]         spooled_states,
    output [29*INPUTS-1:0]         served_states,
    input  [29*INPUTS-1:0]         next_states,
    // events
    input  [15:0]                  spool_event,
    input                          event_clear,
    input  [3:0]                   event_clear_kind,
    input  [4:0]                   event_clear_channel,
    output [11*INPUTS-1:0]         event_status,
    // read port
    input  [PLACE_BITS-1:0]        read_place,
    output [35*INPUTS-1:0]         read_words,
    output [PLACE_BITS*INPUTS-1:0] next_heads,
    output [SIZE_BITS*INPUTS-1:0]  next_sizes,
    output [INPUTS-1:0]            spooled,         // the memory agent takes from it in this clock
    output [INPUTS-1:0]            thrown_away,
    output [INPUTS-1:0]            abandoned
);

  // --- gates and spools

  wire [INPUTS-1:0] readable;
  wire [INPUTS-1:0] readable_two;
  wire [INPUTS-1:0] room;
  wire [INPUTS-1:0] room_two;
  wire [INPUTS-1:0] from_valid;
  wire [INPUTS-1:0] from_valid_two;
  wire [INPUTS-1:0] end_valid;
  wire [INPUTS-1:0] to_ready;
  wire [INPUTS-1:0] to_ready_two;
  wire [70*INPUTS-1:0] fronts;
  wire [INPUTS-1:0] gate_one;
  wire [INPUTS-1:0] gate_two;
  wire [INPUTS-1:0] send_one;
  wire [INPUTS-1:0] send_two;
  wire [INPUTS-1:0] spool_one;
  wire [INPUTS-1:0] spool_two;
  wire [INPUTS-1:0] spool_end;
  wire [INPUTS-1:0] fill_one;
  wire [INPUTS-1:0] fill_two;
  wire [35*INPUTS-1:0] first_pushed;
  wire [35*INPUTS-1:0] second_pushed;

  iwarp_data_ports #(
      .INPUTS(INPUTS)
  ) data_ports (
      .address(address),
      .receive_channel(receive_channel),
      .receive_ready(receive_ready),
      .receive_valid(receive_valid),
      .receive_word(receive_word),
      .send_channel(send_channel),
      .send_valid(send_valid),
      .send_word(send_word),
      .send_ready(send_ready),
      .spool_from_channel(spool_from_channel),
      .spool_from_ready(spool_from_ready),
      .spool_from_valid(spool_from_valid),
      .spool_from_word(spool_from_word),
      .spool_to_channel(spool_to_channel),
      .spool_to_valid(spool_to_valid),
      .spool_to_word(spool_to_word),
      .spool_to_ready(spool_to_ready),
      .spool_end_channel(spool_end_channel),
      .spool_end_ready(spool_end_ready),
      .spool_end_valid(spool_end_valid),
      .readable(readable),
      .readable_two(readable_two),
      .room(room),
      .room_two(room_two),
      .from_valid(from_valid),
      .from_valid_two(from_valid_two),
      .end_valid(end_valid),
      .to_ready(to_ready),
      .to_ready_two(to_ready_two),
      .fronts(fronts),
      .gate_one(gate_one),
      .gate_two(gate_two),
      .send_one(send_one),
      .send_two(send_two),
      .spool_one(spool_one),
      .spool_two(spool_two),
      .spool_end(spool_end),
      .fill_one(fill_one),
      .fill_two(fill_two),
      .first_pushed(first_pushed),
      .second_pushed(second_pushed)
  );

  // --- the match CAM

  wire [67*MATCH_ENTRIES-1:0] match_entries;
  wire [11*INPUTS-1:0] told;
  wire [11*INPUTS-1:0] next_told;
  wire [INPUTS-1:0] to_match;
  wire [32*INPUTS-1:0] markers;
  wire [INPUTS-1:0] matched;
  wire [INPUTS-1:0] pathway_hit;
  wire [INPUTS-1:0] pathway_guard;
  wire [INPUTS-1:0] message_hit;

  iwarp_match_cam #(
      .INPUTS (INPUTS),
      .ENTRIES(MATCH_ENTRIES)
  ) match_cam (
      .clk(clk),
      .reset(reset),
      .step(step),
      .address(address),
      .write(write),
      .write_address(write_address),
      .write_data(write_data),
      .entries(match_entries),
      .told(told),
      .next_told(next_told)
  );

  iwarp_match_ports #(
      .INPUTS (INPUTS),
      .ENTRIES(MATCH_ENTRIES),
      .PORTS  (MATCH_PORTS)
  ) ports (
      .clk(clk),
      .reset(reset),
      .step(step),
      .used(match_ports),
      .entries(match_entries),
      .asking(to_match),
      .markers(markers),
      .matched(matched),
      .pathway_hit(pathway_hit),
      .pathway_guard(pathway_guard),
      .message_hit(message_hit)
  );

  // --- the channels

  wire [9*INPUTS-1:0] events;
  wire [9*INPUTS-1:0] served_events;

  genvar n;
  generate
    for (n = 0; n < INPUTS; n = n + 1) begin : channel
      assign spooled[n] = words_removed[4*n];

      iwarp_channel #(
          .QUEUE_WORDS(QUEUE_WORDS),
          .PLACE_BITS(PLACE_BITS),
          .SIZE_BITS(SIZE_BITS)
      ) logical (
          .clk(clk),
          .reset(reset),
          .step(step),
          .own(own[n]),
          .address(address),
          .from_bus(bus_of[2*n+:2]),
          .leads(leads),
          .store(store[n]),
          .bus_words(in_word),
          .full(full[n]),
          .shown(shown[n]),
          .send(send[n]),
          .link(link[5*n+:5]),
          .head_word(head_words[35*n+:35]),
          .go(go[n]),
          .link_freed(link_freed[n]),
          .frozen(frozen),
          .to_match(to_match[n]),
          .marker(markers[32*n+:32]),
          .matched(matched[n]),
          .pathway_hit(pathway_hit[n]),
          .pathway_guard(pathway_guard[n]),
          .message_hit(message_hit[n]),
          .asking(asking[n]),
          .request_bus(request_bus[2*n+:2]),
          .request_pool(request_pool[4*n+:4]),
          .granted(granted[n]),
          .granted_output(granted_output[5*n+:5]),
          .taken(words_gone[2*n+:2]),
          .thrown_away(thrown_away[n]),
          .abandoned(abandoned[n]),
          .fill_one(fill_one[n]),
          .fill_two(fill_two[n]),
          .send_one(send_one[n]),
          .send_two(send_two[n]),
          .first_pushed(first_pushed[35*n+:35]),
          .second_pushed(second_pushed[35*n+:35]),
          .room_to_fill(to_ready[n]),
          .room_to_fill_two(to_ready_two[n]),
          .room(room[n]),
          .room_two(room_two[n]),
          .spool_one(spool_one[n]),
          .spool_two(spool_two[n]),
          .spool_end(spool_end[n]),
          .spool_valid(from_valid[n]),
          .spool_valid_two(from_valid_two[n]),
          .end_valid(end_valid[n]),
          .front(fronts[70*n+:70]),
          .spool_gives_one(words_removed[4*n]),
          .spool_gives_two(words_removed[4*n+1]),
          .spooled_state(spooled_states[29*n+:29]),
          .events(events[9*n+:9]),
          .selected(selected[n]),
          .asks(asks),
          .joins(joins),
          .redirects(redirects),
          .withdraws(withdraws),
          .links(links),
          .target(target),
          .ask_bus(ask_bus),
          .ask_pool(ask_pool),
          .ask_there(ask_there),
          .gate_one(gate_one[n]),
          .gate_two(gate_two[n]),
          .readable(readable[n]),
          .readable_two(readable_two[n]),
          .gate_gives_one(words_removed[4*n+2]),
          .gate_gives_two(words_removed[4*n+3]),
          .served_state(served_states[29*n+:29]),
          .served_events(served_events[9*n+:9]),
          .next_head(next_heads[PLACE_BITS*n+:PLACE_BITS]),
          .next_size(next_sizes[SIZE_BITS*n+:SIZE_BITS]),
          .next_state(next_states[29*n+:29]),
          .read_place(read_place),
          .read_word(read_words[35*n+:35])
      );
    end
  endgenerate

  // --- events

  wire [4:0] last_input = INPUTS[4:0] - 5'd1;
  reg [19:0] stray_channel;
  integer b;
  always @* begin
    for (b = 0; b < 4; b = b + 1) begin
      stray_channel[5*b+:5] = first_input[5*b+:5] > last_input ? last_input : first_input[5*b+:5];
    end
  end

  iwarp_event_registers #(
      .INPUTS(INPUTS)
  ) event_registers (
      .clk(clk),
      .reset(reset),
      .step(step),
      .events(events),
      .served_events(served_events),
      .stray(stray),
      .stray_channel(stray_channel),
      .spool_event(spool_event),
      .told(told),
      .next_told(next_told),
      .clear(event_clear),
      .clear_kind(event_clear_kind),
      .clear_channel(event_clear_channel),
      .status(event_status)
  );
endmodule
