// Puts a dequeue signal on the two lines back of an input bus, in four phases.
module iwarp_dequeue_transmitter (
    input            clk,
    input            reset,
    input            load,     // a signal begins at this edge
    input      [4:0] channel,  // its number on the bus
    output reg [1:0] lines
);
  reg [3:0] rest;

  always @(posedge clk) begin
    if (reset) begin
      {lines, rest} <= 6'd0;
    end else if (load) begin
      lines <= {1'b1, channel[4]};
      rest <= {channel[1:0], channel[3:2]};
    end else begin
      {rest, lines} <= {2'd0, rest};
    end
  end
endmodule
