// Puts a word on the lines of an output bus, in four phases; see hw/iwarp/bus_coding.hpp.
module iwarp_bus_transmitter (
    input             clk,      // of the phases, 40 MHz
    input             reset,
    input             load,     // a word begins at this edge
    input      [4:0]  channel,  // its number on the bus
    input      [34:0] word,     // tag, value
    output reg [7:0]  data,
    output reg [2:0]  control
);
  reg [32:0] rest;  // control and data of the phases to come, 11 bits each

  always @(posedge clk) begin
    if (reset) begin
      {control, data, rest} <= 44'd0;
    end else if (load) begin
      control <= {1'b1, channel[4:3]};
      data <= word[7:0];
      rest <= {3'd0, word[31:24], word[34:32], word[23:16], channel[2:0], word[15:8]};
    end else begin
      {control, data} <= rest[10:0];
      rest <= {11'd0, rest[32:11]};
    end
  end
endmodule
