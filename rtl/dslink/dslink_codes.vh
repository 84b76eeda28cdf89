/* verilator lint_off UNUSEDPARAM */
// Kinds of token, as weft::TokenKind.
localparam [2:0] KIND_DATA = 3'd0;
localparam [2:0] KIND_FCT  = 3'd1;
localparam [2:0] KIND_EOP  = 3'd2;
localparam [2:0] KIND_EOM  = 3'd3;
localparam [2:0] KIND_NULL = 3'd4;
localparam [2:0] KIND_TIME = 3'd5;
/* verilator lint_on UNUSEDPARAM */
