// Status and enable registers of events (section 7.3): what is posted in a clock can be seen in the
// next one. Ends of messages and application markers are enabled by channel, all others together.
module iwarp_event_registers #(
    parameter INPUTS = 20,
    parameter WRITES = 4
) (
    input                      clk,
    input                      reset,
    input                      step,
    input      [9*INPUTS-1:0]  events,          // of each channel, by the communication agent
    input      [3:0]           stray,           // a word that has no place
    input      [19:0]          stray_channel,
    input      [WRITES-1:0]    write,
    input      [12*WRITES-1:0] write_address,
    input      [32*WRITES-1:0] write_data,
    input      [9*WRITES-1:0]  write_events,    // of the channel of the write
    output reg [11*INPUTS-1:0] status           // after the writes
);
  `include "iwarp_codes.vh"

  reg [INPUTS*EVENTS-1:0] posted;
  reg [INPUTS*EVENTS-1:0] visible;
  reg [INPUTS*EVENTS-1:0] enabled;
  reg [INPUTS*EVENTS-1:0] posts;
  reg [INPUTS*EVENTS-1:0] next_enabled;
  reg [INPUTS-1:0] named;
  integer kind;
  integer i;
  integer w;

  function by_channel(input integer number);
    by_channel = number == EVENT_MESSAGE_END || number == EVENT_APPLICATION;
  endfunction

  always @* begin
    posts = {INPUTS * EVENTS{1'b0}};
    named = {INPUTS{1'b0}};
    status = visible | posted;
    next_enabled = enabled;
    for (i = 0; i < INPUTS; i = i + 1) begin
      for (kind = 0; kind < CHANNEL_EVENTS; kind = kind + 1) begin
        posts[INPUTS*kind+i] = events[CHANNEL_EVENTS*i+kind];
      end
    end
    for (i = 0; i < 4; i = i + 1) begin
      if (stray[i]) posts[INPUTS*EVENT_STRAY_WORD+stray_channel[5*i+:5]] = 1'b1;
    end
    posts = posts & enabled;
    for (w = 0; w < WRITES; w = w + 1) begin
      if (write[w]) begin
        for (i = 0; i < INPUTS; i = i + 1) named[i] = write_data[32*w+:5] == i[4:0];
        for (kind = 0; kind < EVENTS; kind = kind + 1) begin
          if (write_address[12*w+:4] == kind[3:0]) begin
            case (write_address[12*w+8+:4])
              WRITE_EVENT_ENABLE:
                next_enabled[INPUTS*kind+:INPUTS] =
                    by_channel(kind) ? write_data[32*w+:INPUTS]
                                     : {INPUTS{write_data[32*w+:32] != 32'd0}};
              WRITE_EVENT_CLEAR:
                status[INPUTS*kind+:INPUTS] = status[INPUTS*kind+:INPUTS] & ~named;
              WRITE_EVENT_POST:
                posts[INPUTS*kind+:INPUTS] =
                    posts[INPUTS*kind+:INPUTS] | (named & next_enabled[INPUTS*kind+:INPUTS]);
              default: ;
            endcase
          end
        end
        for (i = 0; i < INPUTS; i = i + 1) named[i] = write_address[12*w+:5] == i[4:0];
        for (kind = 0; kind < CHANNEL_EVENTS; kind = kind + 1) begin
          if (write_events[CHANNEL_EVENTS*w+kind]) begin
            posts[INPUTS*kind+:INPUTS] =
                posts[INPUTS*kind+:INPUTS] | (named & next_enabled[INPUTS*kind+:INPUTS]);
          end
        end
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      posted <= {INPUTS * EVENTS{1'b0}};
      visible <= {INPUTS * EVENTS{1'b0}};
      for (kind = 0; kind < EVENTS; kind = kind + 1) begin
        enabled[INPUTS*kind+:INPUTS] <= {INPUTS{!by_channel(kind)}};
      end
    end else if (step) begin
      posted <= posts;
      visible <= status;
      enabled <= next_enabled;
    end
  end
endmodule
