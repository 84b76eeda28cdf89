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
    output reg [4*32-1:0]       outputs_of,    // sets of outputs by bus, 32 bits each
    output reg [16*32-1:0]      outputs_in     // by pool
);
  integer bus;
  integer pool;
  integer i;
  reg [5:0] begins;
  reg [5:0] ends;
  reg [INPUTS-1:0] left;
  reg [2*INPUTS-1:0] feeds;
  reg [4*32-1:0] set_of;
  reg [16*32-1:0] set_in;

  // variables of one block
  /* verilator lint_off BLKSEQ */
  always @(posedge clk) begin
    if (reset) begin
      left = {INPUTS{1'b1}};
      feeds = {2 * INPUTS{1'b0}};
      ends = 6'd0;
      for (bus = 0; bus < 4; bus = bus + 1) begin
        begins = ends;
        ends = begins + input_counts[6*bus+:6];
        first_input[5*bus+:5] <= begins[4:0];
        for (i = 0; i < INPUTS; i = i + 1) begin
          if (i[5:0] >= begins && i[5:0] < ends) begin
            left[i] = 1'b0;
            feeds[2*i+:2] = bus[1:0];
          end
        end
      end
      own <= left;
      bus_of <= feeds;

      set_of = {4 * 32{1'b0}};
      set_in = {16 * 32{1'b0}};
      ends = 6'd0;
      for (bus = 0; bus < 4; bus = bus + 1) begin
        begins = ends;
        ends = begins + output_counts[6*bus+:6];
        first_output[5*bus+:5] <= begins[4:0];
        for (i = 0; i < OUTPUTS; i = i + 1) begin
          if (i[5:0] >= begins && i[5:0] < ends) begin
            set_of[32*bus+i] = output_open[bus];
            for (pool = 0; pool < 16; pool = pool + 1) begin
              if (output_pools[4*i+:4] == pool[3:0]) set_in[32*pool+i] = 1'b1;
            end
          end
        end
      end
      outputs_of <= set_of;
      outputs_in <= set_in;
    end
  end
  /* verilator lint_on BLKSEQ */
endmodule
