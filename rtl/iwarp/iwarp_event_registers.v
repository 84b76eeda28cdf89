// The event registers of all kinds.
module iwarp_event_registers #(
    parameter INPUTS = 20
) (
    input                   clk,
    input                   reset,
    input                   step,
    input  [9*INPUTS-1:0]   events,          // of each channel, before configuration is written,
    input  [9*INPUTS-1:0]   served_events,   // and behind it
    input  [3:0]            stray,           // a word that has no place
    input  [19:0]           stray_channel,
    input  [15:0]           spool_event,     // spooling gates that have ended; those that failed
    input  [11*INPUTS-1:0]  told,            // by kind: see iwarp_match_cam
    input  [11*INPUTS-1:0]  next_told,
    input                   clear,           // an event that was read
    input  [3:0]            clear_kind,
    input  [4:0]            clear_channel,
    output [11*INPUTS-1:0]  status           // after that
);
  `include "iwarp_codes.vh"

  localparam [INPUTS-1:0] ONE = 1;
  wire [INPUTS-1:0] cleared = ONE << clear_channel;
  reg [INPUTS-1:0] strays;
  integer b;

  always @* begin
    strays = {INPUTS{1'b0}};
    for (b = 0; b < 4; b = b + 1) if (stray[b]) strays = strays | (ONE << stray_channel[5*b+:5]);
  end

  genvar kind;
  genvar i;
  generate
    for (kind = 0; kind < EVENTS; kind = kind + 1) begin : kinds
      localparam [3:0] KIND = kind;
      wire [INPUTS-1:0] posts;
      wire [INPUTS-1:0] served_posts;

      if (kind < CHANNEL_EVENTS) begin : posted
        for (i = 0; i < INPUTS; i = i + 1) begin : channel
          assign posts[i] = events[CHANNEL_EVENTS*i+kind] |
                            (kind == EVENT_STRAY_WORD && strays[i]);
          assign served_posts[i] = served_events[CHANNEL_EVENTS*i+kind];
        end
      end else begin : from_spools
        assign posts = {{INPUTS - 8{1'b0}}, spool_event[8*(kind-CHANNEL_EVENTS)+:8]};
        assign served_posts = {INPUTS{1'b0}};
      end

      iwarp_event_register #(
          .INPUTS(INPUTS)
      ) register (
          .clk(clk),
          .reset(reset),
          .step(step),
          .events(posts),
          .served_events(served_posts),
          .told(told[INPUTS*kind+:INPUTS]),
          .next_told(next_told[INPUTS*kind+:INPUTS]),
          .clear(clear && clear_kind == KIND ? cleared : {INPUTS{1'b0}}),
          .status(status[INPUTS*kind+:INPUTS])
      );
    end
  endgenerate
endmodule
