// The event registers of all kinds. Ends of messages and application markers are enabled by channel.
module iwarp_event_registers #(
    parameter INPUTS = 20,
    parameter WRITES = 4
) (
    input                   clk,
    input                   reset,
    input                   step,
    input  [9*INPUTS-1:0]   events,          // of each channel, by the communication agent
    input  [3:0]            stray,           // a word that has no place
    input  [19:0]           stray_channel,
    input  [WRITES-1:0]     write,
    input  [12*WRITES-1:0]  write_address,
    input  [32*WRITES-1:0]  write_data,
    input  [9*WRITES-1:0]   write_events,    // of the channel of the write
    output [11*INPUTS-1:0]  status           // after the writes
);
  `include "iwarp_codes.vh"

  localparam [INPUTS-1:0] ONE = 1;
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
      wire [INPUTS-1:0] posts;
      wire [WRITES-1:0] write_posts;

      if (kind < CHANNEL_EVENTS) begin : posted
        for (i = 0; i < INPUTS; i = i + 1) begin : channel
          assign posts[i] = events[CHANNEL_EVENTS*i+kind] |
                            (kind == EVENT_STRAY_WORD && strays[i]);
        end
        for (i = 0; i < WRITES; i = i + 1) begin : writes
          assign write_posts[i] = write_events[CHANNEL_EVENTS*i+kind];
        end
      end else begin : from_outside
        assign posts = {INPUTS{1'b0}};
        assign write_posts = {WRITES{1'b0}};
      end

      iwarp_event_register #(
          .KIND(kind),
          .BY_CHANNEL(kind == EVENT_MESSAGE_END || kind == EVENT_APPLICATION),
          .INPUTS(INPUTS),
          .WRITES(WRITES)
      ) register (
          .clk(clk),
          .reset(reset),
          .step(step),
          .events(posts),
          .write(write),
          .write_address(write_address),
          .write_data(write_data),
          .write_events(write_posts),
          .status(status[INPUTS*kind+:INPUTS])
      );
    end
  endgenerate
endmodule
