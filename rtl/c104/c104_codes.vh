/* verilator lint_off UNUSEDPARAM */
// What becomes of a packet, as weft::IntervalAction.
localparam [1:0] ACTION_ROUTE   = 2'd0;
localparam [1:0] ACTION_STRIP   = 2'd1;
localparam [1:0] ACTION_DISCARD = 2'd2;
localparam [1:0] ACTION_INVALID = 2'd3;
/* verilator lint_on UNUSEDPARAM */
