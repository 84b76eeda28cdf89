// Status and enable register of one kind of event (section 7.3): what is posted in a clock can be
// seen in the next one.
module iwarp_event_register #(
    parameter KIND = 0,
    parameter BY_CHANNEL = 0,  // enabled for each channel; otherwise for all or none
    parameter INPUTS = 20,
    parameter WRITES = 4
) (
    input                    clk,
    input                    reset,
    input                    step,
    input      [INPUTS-1:0]  events,          // by the communication agent
    input      [WRITES-1:0]  write,
    input      [12*WRITES-1:0] write_address,
    input      [32*WRITES-1:0] write_data,
    input      [WRITES-1:0]  write_events,    // of the channel of the write
    output reg [INPUTS-1:0]  status           // after the writes
);
  `include "iwarp_codes.vh"
  localparam [INPUTS-1:0] ONE = 1;
  localparam [3:0] NUMBER = KIND;

  reg [INPUTS-1:0] posted;
  reg [INPUTS-1:0] visible;
  reg [INPUTS-1:0] enabled;
  reg [INPUTS-1:0] posts;
  reg [INPUTS-1:0] next_enabled;
  wire [INPUTS-1:0] own_posts = events & enabled;
  integer w;

  always @* begin
    posts = own_posts;
    status = visible | posted;
    next_enabled = enabled;
    if (|write) begin
      for (w = 0; w < WRITES; w = w + 1) begin
        if (write[w] && write_address[12*w+ADDRESS_KIND+:4] == NUMBER) begin
          case (write_address[12*w+ADDRESS_SELECT+:4])
            WRITE_EVENT_ENABLE:
              next_enabled = BY_CHANNEL != 0 ? write_data[32*w+WRITE_EVENT_ENABLE_CHANNELS+:INPUTS]
                                             : {INPUTS{|write_data[32*w+:32]}};
            WRITE_EVENT_CLEAR: status = status & ~(ONE << write_data[32*w+WRITE_EVENT_CLEAR_CHANNEL+:5]);
            WRITE_EVENT_POST: posts = posts | ((ONE << write_data[32*w+WRITE_EVENT_POST_CHANNEL+:5]) & next_enabled);
            default: ;
          endcase
        end
        if (write[w] && write_events[w]) begin
          posts = posts | ((ONE << write_address[12*w+ADDRESS_CHANNEL+:5]) & next_enabled);
        end
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      posted <= {INPUTS{1'b0}};
      visible <= {INPUTS{1'b0}};
      enabled <= {INPUTS{BY_CHANNEL == 0}};
    end else if (step) begin
      posted <= posts;
      visible <= status;
      enabled <= next_enabled;
    end
  end
endmodule
