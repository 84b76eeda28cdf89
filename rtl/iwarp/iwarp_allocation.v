// Which logical channel belongs to which bus, and to which pool. Channels of a bus have consecutive
// numbers, in the order of the busses; inputs that are left are the cell's own. Decoded during reset.
module iwarp_allocation #(
    parameter INPUTS  = 20,
    parameter OUTPUTS = 20
) (
    input                       clk,
    input                       reset,
    input      [23:0]           input_counts,  // of each bus, 6 bits
    input      [23:0]           output_counts,
    input      [4*OUTPUTS-1:0]  output_pools,
    input      [3:0]            output_open,
    output reg [19:0]           first_input,   // of each bus, 5 bits
    output reg [19:0]           first_output,
    output reg [INPUTS-1:0]     own,
    output reg [2*INPUTS-1:0]   bus_of,        // of an input
    output reg [OUTPUTS-1:0]    open,          // the bus of an output leads somewhere,
    output reg [2*OUTPUTS-1:0]  output_bus,    // it is this,
    output reg [4*OUTPUTS-1:0]  pools,         // and its pool
    output     [4*OUTPUTS-1:0]  outputs_of,    // sets of outputs that lead somewhere, by bus
    output     [63:0]           leads          // there is such an output, by bus and pool
);
  wire [5:0] input_ends_0 = input_counts[5:0];
  wire [5:0] input_ends_1 = input_ends_0 + input_counts[11:6];
  wire [5:0] input_ends_2 = input_ends_1 + input_counts[17:12];
  wire [5:0] input_ends_3 = input_ends_2 + input_counts[23:18];
  wire [5:0] output_ends_0 = output_counts[5:0];
  wire [5:0] output_ends_1 = output_ends_0 + output_counts[11:6];
  wire [5:0] output_ends_2 = output_ends_1 + output_counts[17:12];
  wire [5:0] output_ends_3 = output_ends_2 + output_counts[23:18];

  always @(posedge clk) begin
    if (reset) begin
      first_input <= {input_ends_2[4:0], input_ends_1[4:0], input_ends_0[4:0], 5'd0};
      first_output <= {output_ends_2[4:0], output_ends_1[4:0], output_ends_0[4:0], 5'd0};
      pools <= output_pools;
    end
  end

  genvar i;
  generate
    for (i = 0; i < INPUTS; i = i + 1) begin : inputs
      localparam [5:0] NUMBER = i;
      always @(posedge clk) begin
        if (reset) begin
          own[i] <= NUMBER >= input_ends_3;
          bus_of[2*i+:2] <= NUMBER < input_ends_0 || NUMBER >= input_ends_3 ? 2'd0
                          : NUMBER < input_ends_1 ? 2'd1 : NUMBER < input_ends_2 ? 2'd2 : 2'd3;
        end
      end
    end
    for (i = 0; i < OUTPUTS; i = i + 1) begin : outputs
      localparam [5:0] NUMBER = i;
      wire [1:0] bus = NUMBER < output_ends_0 ? 2'd0 : NUMBER < output_ends_1 ? 2'd1
                     : NUMBER < output_ends_2 ? 2'd2 : 2'd3;
      always @(posedge clk) begin
        if (reset) begin
          open[i] <= NUMBER < output_ends_3 && output_open[bus];
          output_bus[2*i+:2] <= bus;
        end
      end
    end
  endgenerate

  genvar bus_number;
  genvar o;
  generate
    for (bus_number = 0; bus_number < 4; bus_number = bus_number + 1) begin : busses
      localparam [1:0] BUS = bus_number;
      reg [15:0] pools_of;
      integer c;

      for (o = 0; o < OUTPUTS; o = o + 1) begin : set
        assign outputs_of[OUTPUTS*bus_number+o] = open[o] && output_bus[2*o+:2] == BUS;
      end
      always @* begin
        pools_of = 16'd0;
        for (c = 0; c < OUTPUTS; c = c + 1) begin
          if (outputs_of[OUTPUTS*bus_number+c]) pools_of = pools_of | (16'd1 << pools[4*c+:4]);
        end
      end
      assign leads[16*bus_number+:16] = pools_of;
    end
  endgenerate
endmodule
