// The codec of docs/examples/my_codec behind the pins of rtl/dslink/dslink.v, by hand. `clk` is to be
// 1 ns; the periods of its three clocks are 3, 7 and 11 of it. With STALLS its host side makes pauses of
// random length both ways.
module foreign_codec #(
    parameter STALLS = 1
) (
    input         clk,
    input         reset,
    input         start,
    /* verilator lint_off UNUSEDSIGNAL */
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
    input  [1:0]  freed,
    input         flip,
    /* verilator lint_on UNUSEDSIGNAL */
    input         d_in,
    input         s_in,
    output        d_out,
    output        s_out,
    input         tx_valid,
    input  [8:0]  tx_token,
    output        tx_take,
    output        rx_valid,
    output [8:0]  rx_token,
    output [2:0]  state,
    output [2:0]  error,
    output [12:0] credit,
    output        started,
    output        down,
    output        state_changed,
    output        transmitting,
    output        bit_begun,
    output        token_begun,
    output [2:0]  token_kind,
    output [7:0]  token_value,
    output        token_fast
);
  // observers find tokens on the wires
  assign transmitting = 1'b0;
  assign bit_begun = 1'b0;
  assign token_begun = 1'b0;
  assign token_kind = 3'd0;
  assign token_value = 8'd0;
  assign token_fast = 1'b0;

  // --- clocks, and a reset of 100 ns
  reg [1:0] rx_phase;
  reg [2:0] sys_phase;
  reg [3:0] tx_phase;
  reg       rx_clk, sys_clk, tx_clk;
  reg [6:0] reset_left;
  reg       powered;
  wire      rst = reset_left != 7'd0;
  always @(posedge clk) begin
    if (reset) begin
      rx_phase <= 2'd0;
      sys_phase <= 3'd0;
      tx_phase <= 4'd0;
      rx_clk <= 1'b0;
      sys_clk <= 1'b0;
      tx_clk <= 1'b0;
      reset_left <= 7'd100;
      powered <= 1'b0;
    end else begin
      rx_phase <= rx_phase == 2'd2 ? 2'd0 : rx_phase + 2'd1;
      sys_phase <= sys_phase == 3'd6 ? 3'd0 : sys_phase + 3'd1;
      tx_phase <= tx_phase == 4'd10 ? 4'd0 : tx_phase + 4'd1;
      rx_clk <= rx_phase == 2'd0;
      sys_clk <= sys_phase < 3'd3;
      tx_clk <= tx_phase < 4'd5;
      if (rst) reset_left <= reset_left - 7'd1;
      if (start) powered <= 1'b1;
    end
  end

  // --- host side, at clk
  wire       to_send_full, got_empty;
  wire [8:0] got;
  reg [15:0] noise;
  reg  [9:0] tx_pause, rx_pause;
  assign tx_take = tx_valid & ~to_send_full & (tx_pause == 10'd0) & ~rst;
  assign rx_valid = ~got_empty & (rx_pause == 10'd0) & ~rst;
  assign rx_token = got;
  always @(posedge clk) begin
    if (reset) begin
      noise <= 16'hace1;
      tx_pause <= 10'd0;
      rx_pause <= 10'd0;
    end else begin
      noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
      if (tx_pause != 10'd0) tx_pause <= tx_pause - 10'd1;
      else if ((STALLS != 0) & tx_take & (noise[4:0] == 5'd0)) tx_pause <= noise[15:6];
      if (rx_pause != 10'd0) rx_pause <= rx_pause - 10'd1;
      else if ((STALLS != 0) & rx_valid & (noise[4:0] == 5'd1)) rx_pause <= noise[15:6];
    end
  end

  // --- the codec, whose FIFOs are at clk here
  wire [2:0] st;
  wire [6:0] may_send;
  codec codec (
      .rx_clk(rx_clk), .sys_clk(sys_clk), .tx_clk(tx_clk), .host_clk(clk), .rst_n(~rst),
      .link_start(powered), .d_in(d_in), .s_in(s_in), .d_out(d_out), .s_out(s_out),
      .tx_write(tx_take), .tx_data(tx_token), .tx_full(to_send_full), .rx_read(rx_valid),
      .rx_data(got), .rx_empty(got_empty), .running(), .connecting(), .started(),
      .err_disconnect(), .err_parity(), .err_escape(), .err_credit(), .fallen(down), .machine(st),
      .last_error(error), .tokens_to_go(may_send));

  // --- status, at clk
  reg [2:0] state_q;
  reg       changed;
  always @(posedge clk) begin
    state_q <= reset ? 3'd0 : st;
    changed <= ~reset & (state_q != st);
  end
  assign state = state_q;
  assign state_changed = changed;
  assign credit = {6'd0, may_send};
  assign started = powered;
endmodule
