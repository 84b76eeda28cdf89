// A switch of four links. The pins are those of a C104, which rtl/c104/c104.v explains. What stands
// behind them is Weft's own, with a count of the packets beside it: put yours in its place.
module my_switch (
    input           clk,
    input           reset,
    input           enable,
    input  [3:0]    start,
    input  [3:0]    stop,
    input  [7:0]    input_buffer,
    input  [7:0]    output_buffer,
    input  [15:0]   routing_latency,
    input  [31:0]   clock_period,
    input           localize_error,
    input           overlapping_groups,
    input  [3:0]    held,
    input  [3:0]    spacewire,
    input  [3:0]    await_null,
    input  [51:0]   max_credit,
    input  [55:0]   bit_clocks,
    input  [55:0]   startup_clocks,
    input  [107:0]  disconnect_clocks,
    input  [107:0]  reset_clocks,
    input  [107:0]  wait_clocks,
    input  [107:0]  connect_clocks,
    input  [107:0]  restart_clocks,
    input  [3:0]    d_in,
    input  [3:0]    s_in,
    output [3:0]    d_out,
    output [3:0]    s_out,
    input           reg_write,
    input  [17:0]   reg_address,
    input  [31:0]   reg_write_data,
    output [31:0]   reg_read_data,
    input  [63:0]   random_number,
    output [3:0]    random_take,
    input  [3:0]    flip,
    output [11:0]   link_state,
    output [11:0]   link_error,
    output [3:0]    state_changed,
    output [3:0]    transmitting,
    output [3:0]    bit_begun,
    output [3:0]    token_begun,
    output [11:0]   token_kind,
    output [31:0]   token_value,
    output [3:0]    token_fast,
    output [3:0]    received_first,
    output [3:0]    opened,
    output [3:0]    pushed_first,
    output [7:0]    pushed_from,
    output [3:0]    taken_first,
    output [3:0]    cleared
);
  c104 #(.LINKS(4)) inner (.*);

  reg [31:0] packets;  // whose header was looked at
  always @(posedge clk) begin
    if (reset) packets <= 0;
    else packets <= packets + $countones(opened);
  end
endmodule
