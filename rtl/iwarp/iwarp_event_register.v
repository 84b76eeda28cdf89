// Status register of one kind of event (section 7.3): what is posted in a clock can be seen in the next one.
module iwarp_event_register #(
    parameter INPUTS = 20
) (
    input                    clk,
    input                    reset,
    input                    step,
    input      [INPUTS-1:0]  events,          // posted before configuration is written in this clock,
    input      [INPUTS-1:0]  served_events,   // and behind it
    input      [INPUTS-1:0]  told,            // channels of which the program is told, as the match CAM says,
    input      [INPUTS-1:0]  next_told,       // and behind that
    input      [INPUTS-1:0]  clear,           // the event has been read
    output     [INPUTS-1:0]  status           // after that
);
  reg [INPUTS-1:0] posted;
  reg [INPUTS-1:0] visible;
  wire [INPUTS-1:0] seen = visible | posted;

  assign status = seen & ~clear;

  always @(posedge clk) begin
    if (reset) begin
      posted <= {INPUTS{1'b0}};
      visible <= {INPUTS{1'b0}};
    end else if (step) begin
      posted <= (events & told) | (served_events & next_told);
      visible <= status;
    end
  end
endmodule
