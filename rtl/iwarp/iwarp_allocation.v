// The allocation of logical channels (section 5.1): a register for each says to which bus it belongs, which
// number it has there, and an output's pool. During reset channels of a bus get consecutive numbers, in the
// order of the busses; inputs that are left are the cell's own, outputs spare. A write to `allocate`, or of
// a context, changes the register of a channel; that it may be changed is checked before it is written.
module iwarp_allocation #(
    parameter INPUTS  = 20,
    parameter OUTPUTS = 20
) (
    input                       clk,
    input                       reset,
    input                       step,
    input      [23:0]           input_counts,  // of each bus, 6 bits
    input      [23:0]           output_counts,
    input      [4*OUTPUTS-1:0]  output_pools,
    input      [3:0]            output_open,
    input                       write,
    /* verilator lint_off UNUSEDSIGNAL */
    input      [11:0]           write_address,
    input      [31:0]           write_data,
    /* verilator lint_on UNUSEDSIGNAL */
    output reg [19:0]           first_input,   // of each bus as it was in reset, 5 bits
    output reg [INPUTS-1:0]     own,
    output reg [2*INPUTS-1:0]   bus_of,        // of an input,
    output reg [5*INPUTS-1:0]   input_numbers, // its number there; of one of the cell's own, its own
    output reg [OUTPUTS-1:0]    spare,         // an output is on no bus
    output reg [2*OUTPUTS-1:0]  output_bus,
    output reg [5*OUTPUTS-1:0]  output_numbers,
    output reg [4*OUTPUTS-1:0]  pools,
    output     [OUTPUTS-1:0]    open,          // the bus of an output leads somewhere
    output     [4*OUTPUTS-1:0]  outputs_of,    // sets of outputs that lead somewhere, by bus
    output     [63:0]           leads          // there is such an output, by bus and pool
);
  `include "iwarp_codes.vh"
  localparam [2:0] INPUT = 3'd0;
  localparam [2:0] OUTPUT = 3'd1;

  wire [5:0] input_ends_0 = input_counts[5:0];
  wire [5:0] input_ends_1 = input_ends_0 + input_counts[11:6];
  wire [5:0] input_ends_2 = input_ends_1 + input_counts[17:12];
  wire [5:0] input_ends_3 = input_ends_2 + input_counts[23:18];
  wire [5:0] output_ends_0 = output_counts[5:0];
  wire [5:0] output_ends_1 = output_ends_0 + output_counts[11:6];
  wire [5:0] output_ends_2 = output_ends_1 + output_counts[17:12];
  wire [5:0] output_ends_3 = output_ends_2 + output_counts[23:18];

  wire [3:0] group = write_address[ADDRESS_SELECT+:4];
  wire [2:0] part = write_address[ADDRESS_PART+:3];
  wire [4:0] channel = write_address[ADDRESS_CHANNEL+:5];
  wire valid = step && write && (group == WRITE_ALLOCATE || group == WRITE_CONTEXT);

  reg [3:0] open_busses;

  always @(posedge clk) begin
    if (reset) begin
      first_input <= {input_ends_2[4:0], input_ends_1[4:0], input_ends_0[4:0], 5'd0};
      open_busses <= output_open;
    end
  end

  genvar i;
  generate
    for (i = 0; i < INPUTS; i = i + 1) begin : inputs
      localparam [5:0] NUMBER = i;
      wire [1:0] bus = NUMBER < input_ends_0 || NUMBER >= input_ends_3 ? 2'd0
                     : NUMBER < input_ends_1 ? 2'd1 : NUMBER < input_ends_2 ? 2'd2 : 2'd3;
      wire [4:0] begins = NUMBER >= input_ends_3 || bus == 2'd0 ? 5'd0
                        : bus == 2'd1 ? input_ends_0[4:0]
                        : bus == 2'd2 ? input_ends_1[4:0] : input_ends_2[4:0];
      always @(posedge clk) begin
        if (reset) begin
          own[i] <= NUMBER >= input_ends_3;
          bus_of[2*i+:2] <= bus;
          input_numbers[5*i+:5] <= NUMBER[4:0] - begins;
        end else if (valid && part == INPUT && channel == NUMBER[4:0]) begin
          own[i] <= write_data[WRITE_ALLOCATE_OFF];
          bus_of[2*i+:2] <= write_data[WRITE_ALLOCATE_BUS+:2];
          input_numbers[5*i+:5] <= write_data[WRITE_ALLOCATE_NUMBER+:5];
        end
      end
    end
    for (i = 0; i < OUTPUTS; i = i + 1) begin : outputs
      localparam [5:0] NUMBER = i;
      wire unused = NUMBER >= output_ends_3;
      wire [1:0] bus = unused || NUMBER < output_ends_0 ? 2'd0 : NUMBER < output_ends_1 ? 2'd1
                     : NUMBER < output_ends_2 ? 2'd2 : 2'd3;
      wire [4:0] begins = bus == 2'd0 ? 5'd0 : bus == 2'd1 ? output_ends_0[4:0]
                        : bus == 2'd2 ? output_ends_1[4:0] : output_ends_2[4:0];
      always @(posedge clk) begin
        if (reset) begin
          spare[i] <= unused;
          output_bus[2*i+:2] <= bus;
          output_numbers[5*i+:5] <= unused ? 5'd0 : NUMBER[4:0] - begins;
          pools[4*i+:4] <= unused ? 4'd0 : output_pools[4*i+:4];
        end else if (valid && part == OUTPUT && channel == NUMBER[4:0]) begin
          spare[i] <= write_data[WRITE_ALLOCATE_OFF];
          output_bus[2*i+:2] <= write_data[WRITE_ALLOCATE_BUS+:2];
          output_numbers[5*i+:5] <= write_data[WRITE_ALLOCATE_NUMBER+:5];
          pools[4*i+:4] <= write_data[WRITE_ALLOCATE_POOL+:4];
        end
      end
      assign open[i] = !spare[i] && open_busses[output_bus[2*i+:2]];
    end
  endgenerate

  genvar bus_number;
  genvar o;
  generate
    for (bus_number = 0; bus_number < 4; bus_number = bus_number + 1) begin : busses
      localparam [1:0] MINE = bus_number;
      reg [15:0] pools_of;
      integer c;

      for (o = 0; o < OUTPUTS; o = o + 1) begin : set
        assign outputs_of[OUTPUTS*bus_number+o] = open[o] && output_bus[2*o+:2] == MINE;
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
