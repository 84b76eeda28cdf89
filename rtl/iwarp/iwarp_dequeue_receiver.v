// Reads dequeue signals from the two lines back of an output bus. A signal is given out just before
// the edge at which its last phase ends.
module iwarp_dequeue_receiver (
    input            clk,
    input            reset,
    input      [1:0] lines,
    output           signal_valid,
    output reg [4:0] channel
);
  reg [1:0] phase;

  assign signal_valid = phase == 2'd3;

  always @(posedge clk) begin
    case (phase)
      2'd0: channel[4] <= lines[0];
      2'd1: channel[3:2] <= lines;
      2'd2: channel[1:0] <= lines;
      default: ;
    endcase
    if (reset) phase <= 2'd0;
    else if (phase != 2'd0 || lines[1]) phase <= phase + 2'd1;
  end
endmodule
