// The output side of a link: buffer, and to whom it is connected. A token that crosses at a clock
// edge can be transmitted after it.
module c104_output #(
    parameter DEPTH = 64
) (
    input            clk,
    input            reset,
    input      [7:0] limit,         // tokens that it may hold, up to DEPTH
    // crossbar
    input            granted,
    input            push,
    input      [8:0] push_token,
    input            cut,           // the link went down: throw all away
    output           busy,
    output           full,
    // link
    output           tx_valid,
    output     [8:0] tx_token,
    input            tx_take,
    // for observers
    output reg       pushed_first,
    output reg       taken_first,
    output reg       cleared
);
  localparam AT = $clog2(DEPTH);
  localparam [8:0] EOM = 9'h101;

  reg    [8:0] buffer [0:DEPTH-1];
  reg [AT-1:0] head, tail;
  reg    [7:0] level;
  reg          busy_r, begins_in, begins_out;

  assign busy = busy_r;
  assign full = level >= limit;
  assign tx_valid = level != 8'd0;
  assign tx_token = buffer[head];
  wire   finish = push & push_token[8];

  function [AT-1:0] after(input [AT-1:0] place);
    after = place == LAST ? {AT{1'b0}} : place + ONE;
  endfunction
  localparam [31:0] LAST_PLACE = DEPTH - 1;
  localparam [AT-1:0] LAST = LAST_PLACE[AT-1:0];
  localparam [AT-1:0] ONE = 1;

  // The link drops tokens up to the end of the packet that it was transmitting: that end stays.
  wire keep_end = cut & ~begins_out;

  always @(posedge clk) begin
    if (reset) begin
      head <= {AT{1'b0}};
      tail <= {AT{1'b0}};
      level <= 8'd0;
      busy_r <= 1'b0;
      begins_in <= 1'b1;
      begins_out <= 1'b1;
    end else begin
      if (tx_take) begin
        head <= after(head);
        begins_out <= tx_token[8];
      end
      if (push | keep_end) begin
        buffer[tail] <= keep_end ? EOM : push_token;
        tail <= after(tail);
      end
      level <= level + {7'b0, push} - {7'b0, tx_take};
      if (push) begins_in <= push_token[8];
      if (granted) busy_r <= 1'b1;
      if (finish) busy_r <= 1'b0;
      if (cut) begin
        head <= tail;
        tail <= keep_end ? after(tail) : tail;
        level <= {7'b0, keep_end};
        begins_in <= 1'b1;
        busy_r <= 1'b0;
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      pushed_first <= 1'b0;
      taken_first <= 1'b0;
      cleared <= 1'b0;
    end else begin
      pushed_first <= push & begins_in & ~push_token[8] & ~cut;
      taken_first <= tx_take & begins_out & ~tx_token[8];
      cleared <= cut;
    end
  end
endmodule
