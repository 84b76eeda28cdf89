// The interval table of an input link, with its registers (rtl/registers/c104.yaml): limits in
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
    input             write_entry,   // at `offset` behind the first limit
    /* verilator lint_off UNUSEDSIGNAL */
    input      [11:0] offset,
    input      [31:0] write_data,
    /* verilator lint_on UNUSEDSIGNAL */
    output      [7:0] count,
    output reg [31:0] read_data,
    // a hunt group that is to be written, here (`selected`) or in another table, has some links in
    // common with one that is here
    input             check_group,
    input             selected,
    output reg        overlaps,
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
  `include "c104_registers.vh"

  localparam [LINK:0] ONE = 1;
  localparam MAX = INTERVALS;

  reg       [16:0] limits  [0:MAX-1];
  reg [2*LINK+2:0] targets [0:MAX-1];
  reg        [7:0] count_r;

  // Intervals that were added but not yet written to are invalid, up to the last header.
  reg [MAX-1:0] limit_set, target_set;
  localparam INDEX = $clog2(MAX);
  localparam ENTRY = $clog2(LINK_LIMIT_EVERY);  // the lowest bit of an entry's number
  wire [INDEX-1:0] row = offset[ENTRY+:INDEX];
  wire at_target = |(offset & (LINK_TARGET - LINK_LIMIT));
  wire in_table = offset[11:ENTRY] < MAX[11-ENTRY:0];
  wire [MAX-1:0] row_bit = {{(MAX-1){1'b0}}, in_table} << row;
  wire [MAX-1:0] kept = ~({MAX{1'b1}} << count_r);

  assign count = count_r;

  always @(posedge clk) begin
    if (reset) begin
      count_r <= 8'd0;
      limit_set <= {MAX{1'b0}};
      target_set <= {MAX{1'b0}};
    end else if (write_count) begin
      count_r <= write_data[LINK_INTERVAL_COUNT_INTERVALS+:8];
      limit_set <= limit_set & kept;
      target_set <= target_set & kept;
    end else if (write_entry & at_target) begin
      target_set <= target_set | row_bit;
    end else if (write_entry) begin
      limit_set <= limit_set | row_bit;
    end
    if (write_entry & in_table & at_target) begin
      targets[row] <= {write_data[LINK_TARGET_SIZE+:LINK+1], write_data[LINK_TARGET_FIRST+:LINK],
                       write_data[LINK_TARGET_ACTION+:2]};
    end
    if (write_entry & in_table & ~at_target) limits[row] <= write_data[LINK_LIMIT_HEADER+:17];
  end

  // a group that was not yet written, or is replaced, is in nobody's way
  localparam REACH = LINK + 2;
  wire [REACH-1:0] new_first = {2'b0, write_data[LINK_TARGET_FIRST+:LINK]};
  wire [REACH-1:0] new_end = new_first + {1'b0, write_data[LINK_TARGET_SIZE+:LINK+1]};
  reg  [REACH-1:0] own_first, own_end;
  reg              stands;
  integer          j;
  always @* begin
    overlaps = 1'b0;
    stands = 1'b0;
    own_first = {REACH{1'b0}};
    own_end = {REACH{1'b0}};
    if (check_group) begin
      for (j = 0; j < MAX; j = j + 1) begin
        own_first = {2'b0, targets[j[INDEX-1:0]][2+:LINK]};
        own_end = own_first + {1'b0, targets[j[INDEX-1:0]][LINK+2+:LINK+1]};
        stands = (j[7:0] < count_r) & target_set[j[INDEX-1:0]] &
                 (targets[j[INDEX-1:0]][1:0] == ACTION_ROUTE) & ~(selected & (row == j[INDEX-1:0]));
        if (stands & (own_first < new_end) & (new_first < own_end) &
            ((own_first != new_first) | (own_end != new_end))) overlaps = 1'b1;
      end
    end
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
  always @* begin
    read_data = 32'd0;
    if (at_target) begin
      read_data[LINK_TARGET_SIZE+:LINK+1] = target_there[LINK+2+:LINK+1];
      read_data[LINK_TARGET_FIRST+:LINK] = target_there[2+:LINK];
      read_data[LINK_TARGET_ACTION+:2] = target_there[1:0];
    end else begin
      read_data[LINK_LIMIT_HEADER+:17] = limit_set[row] ? limits[row] : LINK_LIMIT_RESET[16:0];
    end
  end
endmodule
