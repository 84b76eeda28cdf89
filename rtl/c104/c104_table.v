// The interval table of an input link, with its registers (hw/c104/registers.hpp): limits in
// ascending order; a header belongs to the first interval whose limit is above it, and to none above
// the last. There are two look-ups a clock: for a header and for a random one.
module c104_table #(
    parameter INTERVALS = 36,
    parameter LINK      = 3  // bits of a link's number
) (
    input             clk,
    input             reset,
    // registers
    input             write_count,
    input             write_entry,   // at `offset`: limit and target of interval i at 8 i and 8 i + 4
    /* verilator lint_off UNUSEDSIGNAL */
    input      [11:0] offset,
    input      [31:0] write_data,
    /* verilator lint_on UNUSEDSIGNAL */
    output      [7:0] count,
    output     [31:0] read_data,
    // look-ups
    input      [16:0] header,
    output      [1:0] action,
    output     [LINK-1:0] first,
    output     [LINK:0]   size,
    input      [16:0] random_header,
    output      [1:0] random_action,
    output     [LINK-1:0] random_first,
    output     [LINK:0]   random_size
);
  `include "c104_codes.vh"

  localparam [LINK:0] ONE = 1;
  localparam MAX = INTERVALS;

  reg       [16:0] limits  [0:MAX-1];
  reg [2*LINK+2:0] targets [0:MAX-1];
  reg        [7:0] count_r;

  // Intervals that were added but not yet written to are invalid, up to the last header.
  reg [MAX-1:0] limit_set, target_set;
  localparam INDEX = $clog2(MAX);
  wire [INDEX-1:0] row = offset[3+INDEX-1:3];
  wire in_table = {1'b0, offset[11:3]} < MAX[9:0];
  wire [MAX-1:0] row_bit = {{(MAX-1){1'b0}}, in_table} << row;
  wire [MAX-1:0] kept = ~({MAX{1'b1}} << count_r);

  assign count = count_r;

  always @(posedge clk) begin
    if (reset) begin
      count_r <= 8'd0;
      limit_set <= {MAX{1'b0}};
      target_set <= {MAX{1'b0}};
    end else if (write_count) begin
      count_r <= write_data[7:0];
      limit_set <= limit_set & kept;
      target_set <= target_set & kept;
    end else if (write_entry & offset[2]) begin
      target_set <= target_set | row_bit;
    end else if (write_entry) begin
      limit_set <= limit_set | row_bit;
    end
    if (write_entry & in_table & offset[2]) begin
      targets[row] <= {write_data[16+LINK:16], write_data[8+LINK-1:8], write_data[1:0]};
    end
    if (write_entry & in_table & ~offset[2]) limits[row] <= write_data[16:0];
  end

  // of a target: links in the group, first link, action
  localparam TARGET = 2 * LINK + 3;
  localparam [TARGET-1:0] NOWHERE = {ONE, {LINK{1'b0}}, ACTION_INVALID};
  reg [TARGET-1:0] found, random_found;
  integer i;
  always @* begin
    found = NOWHERE;
    random_found = NOWHERE;
    for (i = MAX - 1; i >= 0; i = i - 1) begin
      if (i[7:0] < count_r) begin
        if (~limit_set[i[INDEX-1:0]] | (header < limits[i[INDEX-1:0]]))
          found = target_set[i[INDEX-1:0]] ? targets[i[INDEX-1:0]] : NOWHERE;
        if (~limit_set[i[INDEX-1:0]] | (random_header < limits[i[INDEX-1:0]]))
          random_found = target_set[i[INDEX-1:0]] ? targets[i[INDEX-1:0]] : NOWHERE;
      end
    end
  end
  assign {size, first, action} = found;
  assign {random_size, random_first, random_action} = random_found;

  wire [TARGET-1:0] target_there = target_set[row] ? targets[row] : NOWHERE;
  wire       [31:0] target = {{(15-LINK){1'b0}}, target_there[TARGET-1:LINK+2],
                              {(8-LINK){1'b0}}, target_there[LINK+1:2], 6'b0, target_there[1:0]};
  assign read_data = offset[2] ? target : {15'b0, limit_set[row] ? limits[row] : 17'h10000};
endmodule
