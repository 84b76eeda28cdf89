// Status and enable register of one kind of event (section 7.3): what is posted in a clock can be
// seen in the next one.
module iwarp_event_register #(
    parameter BY_CHANNEL = 0,  // enabled for each channel; otherwise for all or none
    parameter INPUTS = 20
) (
    input                    clk,
    input                    reset,
    input                    step,
    input      [INPUTS-1:0]  events,          // posted before configuration is written in this clock,
    input      [INPUTS-1:0]  served_events,   // and behind it
    input                    enable,          // a write to this register
    /* verilator lint_off UNUSEDSIGNAL */
    input      [31:0]        channels,
    /* verilator lint_on UNUSEDSIGNAL */
    input      [INPUTS-1:0]  clear,           // the event has been read
    output     [INPUTS-1:0]  status           // after that
);
  reg [INPUTS-1:0] posted;
  reg [INPUTS-1:0] visible;
  reg [INPUTS-1:0] enabled;
  wire [INPUTS-1:0] next_enabled =
      !enable ? enabled : BY_CHANNEL != 0 ? channels[INPUTS-1:0] : {INPUTS{|channels}};
  wire [INPUTS-1:0] seen = visible | posted;

  assign status = seen & ~clear;

  always @(posedge clk) begin
    if (reset) begin
      posted <= {INPUTS{1'b0}};
      visible <= {INPUTS{1'b0}};
      enabled <= {INPUTS{BY_CHANNEL == 0}};
    end else if (step) begin
      posted <= (events & enabled) | (served_events & next_enabled);
      visible <= status;
      enabled <= next_enabled;
    end
  end
endmodule
