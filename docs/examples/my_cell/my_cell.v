// The communication agent of an iWarp cell. The pins are those that rtl/iwarp/iwarp.v explains. What
// stands behind them is Weft's own, with a count of the words beside it: put yours in its place.
module my_cell (
    input           clk,
    input           reset,
    input  [9:0]    set_address,
    input  [2:0]    set_match_ports,
    input  [23:0]   set_input_counts,
    input  [23:0]   set_output_counts,
    input  [79:0]   set_output_pools,
    input  [3:0]    set_output_open,
    output [31:0]   out_data,
    output [11:0]   out_control,
    input  [7:0]    out_dequeue,
    input  [31:0]   in_data,
    input  [11:0]   in_control,
    output [7:0]    in_dequeue,
    output [3:0]    begin_valid,
    output [19:0]   begin_channel,
    output [139:0]  begin_word,
    output          step,
    input  [9:0]    receive_channel,
    input  [1:0]    receive_ready,
    output [1:0]    receive_valid,
    output [69:0]   receive_word,
    input  [9:0]    send_channel,
    input  [1:0]    send_valid,
    input  [69:0]   send_word,
    output [1:0]    send_ready,
    input  [4:0]    spool_from_channel,
    input  [1:0]    spool_from_ready,
    output [1:0]    spool_from_valid,
    output [69:0]   spool_from_word,
    input  [4:0]    spool_to_channel,
    input  [1:0]    spool_to_valid,
    input  [63:0]   spool_to_word,
    output [1:0]    spool_to_ready,
    input  [4:0]    spool_end_channel,
    input           spool_end_ready,
    output          spool_end_valid,
    input  [15:0]   spool_event,
    input           event_clear,
    input  [3:0]    event_clear_kind,
    input  [4:0]    event_clear_channel,
    output [219:0]  event_status,
    input           write,
    input  [11:0]   write_address,
    input  [31:0]   write_data,
    input  [11:0]   read_address,
    output [31:0]   read_data,
    output [639:0]  channel_status
);
  iwarp inner (.*);

  reg [31:0] words;  // that have begun on the output busses
  always @(posedge clk) begin
    if (reset) words <= 0;
    else words <= words + $countones(begin_valid);
  end
endmodule
