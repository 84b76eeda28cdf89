// A DS-Link end. The pins are those that rtl/dslink/dslink.v explains. What stands behind them is
// Weft's own, with a count of the FCTs beside it: put yours in its place.
module my_link (
    input         clk,
    input         reset,
    input         start,
    input         spacewire,
    input         await_null,
    input  [12:0] max_credit,
    input  [12:0] buffer_tokens,
    input  [13:0] bit_clocks,
    input  [13:0] startup_clocks,
    input  [26:0] disconnect_clocks,
    input  [26:0] reset_clocks,
    input  [26:0] wait_clocks,
    input  [26:0] connect_clocks,
    input  [26:0] restart_clocks,
    input         auto_start,
    input         link_disable,
    input         d_in,
    input         s_in,
    output        d_out,
    output        s_out,
    input         tx_valid,
    input  [8:0]  tx_token,
    output        tx_take,
    output        rx_valid,
    output [8:0]  rx_token,
    input  [1:0]  freed,
    input         tick_in,
    input  [7:0]  time_in,
    output        time_valid,
    output [7:0]  time_out,
    output        tick_out,
    output [2:0]  state,
    output [2:0]  error,
    output [12:0] credit,
    output        started,
    output        down,
    input         flip,
    output        state_changed,
    output        transmitting,
    output        bit_begun,
    output        token_begun,
    output [2:0]  token_kind,
    output [7:0]  token_value,
    output        token_fast
);
  `include "dslink_codes.vh"

  dslink inner (.*);

  reg [31:0] fcts;  // that it has begun to send
  always @(posedge clk) begin
    if (reset) fcts <= 0;
    else if (token_begun & (token_kind == KIND_FCT)) fcts <= fcts + 1;
  end
endmodule
