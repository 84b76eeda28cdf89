// A SpaceWire codec as somebody else would write one: it samples the wires with a clock of its own
// behind two flip-flops, passes tokens from clock to clock through FIFOs, keeps up to 64 received
// tokens, and has a reset that lasts. Its times are for periods of 3, 7 and 11 ns of rx_clk, sys_clk
// and tx_clk, so a bit of Run takes 11 ns; host_clk can be any. Nothing here knows of Weft.
module codec #(
    parameter SEND_LOG = 4  // 16 tokens that wait to be sent
) (
    input        rx_clk,
    input        sys_clk,
    input        tx_clk,
    input        rst_n,
    input        link_start,
    // wires
    input        d_in,
    input        s_in,
    output       d_out,
    output       s_out,
    // FIFOs, at host_clk: bit 8 ends a packet (bit 0 then: EEP), else bits 7-0 are data
    input        host_clk,
    input        tx_write,
    input  [8:0] tx_data,
    output       tx_full,
    input        rx_read,
    output [8:0] rx_data,
    output       rx_empty,
    // status, at sys_clk
    output       running,
    output       connecting,
    output       started,
    output       err_disconnect,
    output       err_parity,
    output       err_escape,
    output       err_credit,
    output       fallen,        // by an error, and not in Run since
    output [2:0] machine,       // its state
    output [2:0] last_error,
    output [6:0] tokens_to_go   // that the far end has room for
);
  wire rst = ~rst_n;

  // --- host side
  wire       to_send_empty;
  wire [8:0] to_send;
  reg        take_to_send, put_got;
  reg  [8:0] put_token;
  wire [6:0] got_room;
  codec_fifo #(.WIDTH(9), .LOG(SEND_LOG)) to_send_fifo (
      .wclk(host_clk), .wreset(rst), .push(tx_write & ~tx_full), .wdata(tx_data), .full(tx_full),
      .room(), .rclk(sys_clk), .rreset(rst), .pop(take_to_send), .rdata(to_send),
      .empty(to_send_empty));
  codec_fifo #(.WIDTH(9), .LOG(6)) got_fifo (
      .wclk(sys_clk), .wreset(rst), .push(put_got), .wdata(put_token), .full(), .room(got_room),
      .rclk(host_clk), .rreset(rst), .pop(rx_read & ~rx_empty), .rdata(rx_data),
      .empty(rx_empty));

  // --- between the state machine and the wires
  reg        rx_on, tx_on;
  wire       event_empty, line_full, line_empty;
  wire [9:0] in_event, line_token;
  reg        take_event, put_line;
  reg  [9:0] put_line_token;
  wire       put_event;
  wire [9:0] new_event;
  reg  [1:0] rx_on_rx, tx_on_tx, fast_tx;

  codec_fifo #(.WIDTH(10), .LOG(4)) event_fifo (
      .wclk(rx_clk), .wreset(rst | ~rx_on_rx[1]), .push(put_event), .wdata(new_event), .full(),
      .room(), .rclk(sys_clk), .rreset(rst | ~rx_on), .pop(take_event), .rdata(in_event),
      .empty(event_empty));
  codec_fifo #(.WIDTH(10), .LOG(2)) line_fifo (
      .wclk(sys_clk), .wreset(rst | ~tx_on), .push(put_line), .wdata(put_line_token),
      .full(line_full), .room(), .rclk(tx_clk), .rreset(rst | ~tx_on_tx[1]), .pop(take_line),
      .rdata(line_token), .empty(line_empty));

  // tokens and events on the way: bits 9-8, and what bits 7-0 are then
  localparam [1:0] DATA  = 2'd0;  // the byte
  localparam [1:0] FCT   = 2'd1;
  localparam [1:0] END   = 2'd2;  // bit 0: EOM
  localparam [1:0] OTHER = 2'd3;  // 0: the first NUL; else an error, 1 disconnect, 2 parity, 3 escape

  // --- receiver
  reg  [1:0] d_sync, s_sync;
  reg        level, hunting, dead, heard, parity_bit, last_parity, is_long, escaped, holding;
  reg  [3:0] place;
  reg  [6:0] recent;
  reg  [7:0] collected;
  reg  [9:0] held;
  reg  [8:0] silence;
  wire       bit_in = d_sync[1];
  wire       take = ((d_sync[1] ^ s_sync[1]) != level) & rx_on_rx[1] & ~dead;
  wire       at_flag = take & ~hunting & (place == 4'd1);
  wire       bad_parity = at_flag & ~(last_parity ^ parity_bit ^ bit_in);
  wire       at_end = take & ~hunting & (place == (is_long ? 4'd9 : 4'd3));
  wire [1:0] code = {collected[7], bit_in};  // as it came
  wire       bad_escape = (at_flag & ~bad_parity & escaped & ~bit_in) |
                          (at_end & ~is_long & escaped & (code != 2'b00));
  wire       found = take & hunting & ({recent[5:0], bit_in} == 7'b1110100);
  wire       silent = silence == 9'd283;
  assign put_event = found | bad_parity | bad_escape | silent | (at_flag & holding);
  assign new_event = silent ? {OTHER, 8'd1} : bad_parity ? {OTHER, 8'd2} :
                     bad_escape ? {OTHER, 8'd3} : found ? {OTHER, 8'd0} : held;
  always @(posedge rx_clk) begin
    d_sync <= {d_sync[0], d_in};
    s_sync <= {s_sync[0], s_in};
    rx_on_rx <= {rx_on_rx[0], rx_on};
    level <= d_sync[1] ^ s_sync[1];
    if (rst | ~rx_on_rx[1]) begin
      hunting <= 1'b1;
      dead <= 1'b0;
      heard <= 1'b0;
      recent <= 7'd0;
      place <= 4'd0;
      escaped <= 1'b0;
      holding <= 1'b0;
      last_parity <= 1'b0;
      silence <= 9'd0;
    end else begin
      silence <= take | ~heard | silent ? 9'd0 : silence + 9'd1;
      if (take) heard <= 1'b1;
      if (bad_parity | bad_escape | silent) begin
        dead <= 1'b1;
        heard <= 1'b0;
      end
      if (take & hunting) begin
        recent <= {recent[5:0], bit_in};
        if (found) hunting <= 1'b0;
      end else if (take) begin
        place <= at_end ? 4'd0 : place + 4'd1;
        collected <= {bit_in, collected[7:1]};
        if (place == 4'd0) parity_bit <= bit_in;
        if (at_flag) begin
          is_long <= ~bit_in;
          holding <= 1'b0;
        end
        if (at_end) begin
          last_parity <= is_long ? ^{bit_in, collected[7:1]} : ^code;
          holding <= is_long | (code != 2'b11);
          escaped <= ~is_long & (code == 2'b11);
          held <= is_long ? {DATA, bit_in, collected[7:1]} :
                  code == 2'b00 ? {FCT, 8'd0} : {END, 7'd0, code == 2'b10};
          if (~is_long & (code == 2'b00) & escaped) holding <= 1'b0;  // a NUL
        end
      end
    end
  end

  // --- transmitter
  reg        d, s, slow, last_sent;
  reg  [3:0] left, pause;
  reg  [9:0] bits;
  wire       bit_due = tx_on_tx[1] & (pause == 4'd0);
  wire       take_line = bit_due & (left == 4'd0) & ~line_empty;
  wire       flag = line_empty | (line_token[9:8] != DATA);
  wire       parity = ~(last_sent ^ flag);
  reg  [9:0] next_bits;
  reg  [3:0] next_left;
  always @* begin
    next_bits = bits;
    next_left = left - 4'd1;
    if (left == 4'd0) begin
      if (line_empty) begin
        next_bits = {2'b00, 4'b0010, 3'b111, parity};
        next_left = 4'd7;
      end else if (line_token[9:8] == DATA) begin
        next_bits = {line_token[7:0], 1'b0, parity};
        next_left = 4'd9;
      end else begin
        next_bits = {6'd0, line_token[9:8] == FCT ? 2'b00 : line_token[0] ? 2'b01 : 2'b10, 1'b1, parity};
        next_left = 4'd3;
      end
    end
  end
  assign d_out = d;
  assign s_out = s;
  always @(posedge tx_clk) begin
    tx_on_tx <= {tx_on_tx[0], tx_on};
    fast_tx <= {fast_tx[0], st == RUN};
    if (rst | ~tx_on_tx[1]) begin
      left <= 4'd0;
      pause <= 4'd0;
      last_sent <= 1'b0;
      slow <= 1'b1;
      // one after the other
      if (rst) begin
        d <= 1'b0;
        s <= 1'b0;
      end else if (s) s <= 1'b0;
      else d <= 1'b0;
    end else if (~bit_due) begin
      pause <= pause - 4'd1;
    end else begin
      if (left == 4'd0) begin
        slow <= ~fast_tx[1];
        last_sent <= ~line_empty & (line_token[9:8] == DATA ? ^line_token[7:0]
                                                            : line_token[9:8] == END);
      end
      pause <= (left == 4'd0 ? ~fast_tx[1] : slow) ? 4'd8 : 4'd0;
      bits <= next_bits >> 1;
      left <= next_left;
      if (next_bits[0] == d) s <= ~s;
      else d <= next_bits[0];
    end
  end

  // --- state machine
  localparam [2:0] ERROR_RESET = 3'd0;
  localparam [2:0] ERROR_WAIT  = 3'd1;
  localparam [2:0] READY       = 3'd2;
  localparam [2:0] STARTED     = 3'd3;
  localparam [2:0] CONNECTING  = 3'd4;
  localparam [2:0] RUN         = 3'd5;

  reg  [2:0] st, failure, last_failure;
  reg [10:0] timer;
  reg        nul_seen, cut_in, cut_out, spilling, fell;
  reg  [6:0] may_send, promised;
  reg        fct_in, char_in, send_fct, send_char;
  wire [1:0] in_kind = in_event[9:8];
  always @* begin
    take_event = ~event_empty;
    fct_in = take_event & (in_kind == FCT);
    char_in = take_event & (in_kind == DATA | in_kind == END);
    failure = 3'd0;
    if (take_event & (in_kind == OTHER) & (in_event[7:0] != 8'd0)) failure = in_event[2:0];
    if (fct_in & (st < CONNECTING)) failure = 3'd5;
    else if (fct_in & (may_send > 7'd48)) failure = 3'd4;
    if (char_in & (st != RUN)) failure = 3'd5;
    else if (char_in & (promised == 7'd0)) failure = 3'd4;
    if ((st == STARTED | st == CONNECTING) & (timer == 11'd0)) failure = 3'd5;

    // the last place is for the end that closes a cut packet
    put_got = 1'b0;
    put_token = {in_kind == END, in_event[7:0]};
    if (failure != 3'd0) begin
      put_got = cut_in;
      put_token = 9'h101;
    end else begin
      put_got = char_in;
    end

    send_fct = (st >= CONNECTING) & ~line_full & (promised <= 7'd48) &
               (got_room >= promised + 7'd9 + {6'd0, put_got});
    send_char = (st == RUN) & ~line_full & ~send_fct & ~spilling & ~to_send_empty &
                (may_send != 7'd0);
    take_to_send = send_char | (spilling & ~to_send_empty);
    put_line = (send_fct | send_char) & (failure == 3'd0);
    put_line_token = send_fct ? {FCT, 8'd0} : {to_send[8] ? END : DATA, to_send[7:0]};
  end
  always @(posedge sys_clk) begin
    if (rst | ~link_start) begin
      st <= ERROR_RESET;
      timer <= 11'd914;
      rx_on <= 1'b0;
      tx_on <= 1'b0;
      nul_seen <= 1'b0;
      cut_in <= 1'b0;
      cut_out <= 1'b0;
      spilling <= 1'b0;
      fell <= 1'b0;
      may_send <= 7'd0;
      promised <= 7'd0;
      last_failure <= 3'd0;
    end else begin
      timer <= timer - 11'd1;
      if (take_event & (in_event == {OTHER, 8'd0})) nul_seen <= 1'b1;
      if (char_in) cut_in <= in_kind == DATA;
      if (send_char) cut_out <= ~to_send[8];
      if (spilling & ~to_send_empty) spilling <= ~to_send[8];
      may_send <= may_send + (fct_in ? 7'd8 : 7'd0) - {6'd0, send_char};
      promised <= promised + (send_fct ? 7'd8 : 7'd0) - {6'd0, char_in};
      case (st)
        ERROR_RESET:
          if (timer == 11'd0) begin
            st <= ERROR_WAIT;
            timer <= 11'd1829;
            rx_on <= 1'b1;
          end
        ERROR_WAIT:
          if (timer == 11'd0) st <= READY;
        READY: begin
          st <= STARTED;
          timer <= 11'd1829;
          tx_on <= 1'b1;
        end
        STARTED:
          if (nul_seen) begin
            st <= CONNECTING;
            timer <= 11'd1829;
          end
        CONNECTING:
          if (fct_in) begin
            st <= RUN;
            fell <= 1'b0;
          end
        default: ;
      endcase
      if (failure != 3'd0) begin
        st <= ERROR_RESET;
        timer <= 11'd914;
        rx_on <= 1'b0;
        tx_on <= 1'b0;
        nul_seen <= 1'b0;
        cut_in <= 1'b0;
        cut_out <= 1'b0;
        // what was taken at this very edge has not gone
        if (send_char ? ~to_send[8] : cut_out) spilling <= 1'b1;
        fell <= 1'b1;
        may_send <= 7'd0;
        promised <= 7'd0;
        last_failure <= failure;
      end
    end
  end

  // --- status
  assign running = st == RUN;
  assign connecting = st == CONNECTING;
  assign started = st == STARTED;
  assign err_disconnect = last_failure == 3'd1;
  assign err_parity = last_failure == 3'd2;
  assign err_escape = last_failure == 3'd3;
  assign err_credit = last_failure == 3'd4;
  assign fallen = fell;
  assign machine = st;
  assign last_error = last_failure;
  assign tokens_to_go = may_send;
endmodule

// From one clock to another, by Gray code.
module codec_fifo #(
    parameter WIDTH = 9,
    parameter LOG   = 4
) (
    input              wclk,
    input              wreset,
    input              push,
    input  [WIDTH-1:0] wdata,
    output             full,
    output     [LOG:0] room,
    input              rclk,
    input              rreset,
    input              pop,
    output [WIDTH-1:0] rdata,
    output             empty
);
  localparam [LOG:0] SIZE = 1 << LOG;
  reg [WIDTH-1:0] items [0:(1 << LOG)-1];
  reg [LOG:0] wplace, rplace, wgray, rgray, wgray_1, wgray_2, rgray_1, rgray_2;

  function [LOG:0] binary(input [LOG:0] gray);
    integer i;
    begin
      binary[LOG] = gray[LOG];
      for (i = LOG - 1; i >= 0; i = i - 1) binary[i] = binary[i+1] ^ gray[i];
    end
  endfunction

  wire [LOG:0] next_w = wplace + 1;
  wire [LOG:0] next_r = rplace + 1;
  assign room = SIZE - (wplace - binary(rgray_2));
  assign full = room == 0;
  assign empty = rgray == wgray_2;
  assign rdata = items[rplace[LOG-1:0]];
  always @(posedge wclk) begin
    rgray_1 <= rgray;
    rgray_2 <= rgray_1;
    if (wreset) begin
      wplace <= 0;
      wgray <= 0;
      rgray_1 <= 0;
      rgray_2 <= 0;
    end else if (push) begin
      items[wplace[LOG-1:0]] <= wdata;
      wplace <= next_w;
      wgray <= next_w ^ (next_w >> 1);
    end
  end
  always @(posedge rclk) begin
    wgray_1 <= wgray;
    wgray_2 <= wgray_1;
    if (rreset) begin
      rplace <= 0;
      rgray <= 0;
      wgray_1 <= 0;
      wgray_2 <= 0;
    end else if (pop) begin
      rplace <= next_r;
      rgray <= next_r ^ (next_r >> 1);
    end
  end
endmodule
