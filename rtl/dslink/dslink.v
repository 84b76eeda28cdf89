// One end of a DS-Link: tokens, credit, start-up in both forms, errors (IEEE 1355, SpaceWire).
//
// All times are counted in periods of `clk`, which both ends of a link share; bit times are whole
// numbers of them. The wires are looked at just before a clock edge. What they bring, and what has
// become of the timers, counts for the token that begins at that edge: nothing is answered sooner
// than one period later.
//
// `buffer_tokens` and the timers are straps: they are still while the link is powered.
//
// What Weft and RTL with these pins expect of each other; RTL of a user's keeps to it too:
// - `reset` is high for one rising edge of `clk`, before time 0; RTL that needs it longer makes that
//   of it. `start` is high at the edge at time 0.
// - At each edge Weft sets all inputs but `tx_token`, lets the RTL settle, reads `rx_valid`,
//   `rx_token`, `down` and `tx_take`, sets `tx_token` if that is high, and then raises `clk`. So
//   `tx_take` must not depend on `tx_token`. It is low while `tx_valid` is; otherwise the run ends.
// - What `rx_valid` tells of is taken at that edge, always. Of tokens handed over no more than
//   `buffer_tokens`, and the end that closes a cut packet, may be without their `freed`; otherwise the
//   run ends. `freed` is at most two at an edge.
// - After an error `down` is high until the link is in Run again. A packet that was being received is
//   closed by an EOM, 9'h101. Of one that was being transmitted the rest is taken, to its end, and
//   dropped.
// - `state`, `error` and `state_changed` must tell what is; `credit` and `started` may be 0.
// - RTL made with OUT_OF_BAND (weft_add_rtl) hands a token over in the clock in which the wires have
//   verified it, and begins one at the edge at which it takes it; then all pins for observers
//   must tell what is. Of other RTL they may be 0: Weft finds the tokens on the wires. Without `flip`
//   it has no injected errors.
// - RTL without the pins that ports.txt marks with a ? has no AutoStart and LinkDisable, or no
//   time-codes of its own; a platform that asks for these is refused. `clock_step` and `own_credit`,
//   which are not here, are constants: `clk` must be a part of that period, ps, and a link must have that
//   credit; 0 for any.
module dslink #(
    parameter TIMER = 27,  // bits of a timer: at 10 ns up to 1.3 s
    parameter BIT   = 14,  // bits of a bit time in clocks
    parameter COUNT = 13   // bits of a number of tokens
) (
    input                  clk,
    input                  reset,
    // commands
    input                  start,           // power-on; on a halted link, restart
    // straps
    input                  spacewire,       // form: 0 IEEE 1355, 1 SpaceWire
    input                  await_null,      // IEEE 1355: no FCT before a NUL was received
    input      [COUNT-1:0] max_credit,
    input      [COUNT-1:0] buffer_tokens,
    input        [BIT-1:0] bit_clocks,
    input        [BIT-1:0] startup_clocks,
    input      [TIMER-1:0] disconnect_clocks,
    input      [TIMER-1:0] reset_clocks,
    input      [TIMER-1:0] wait_clocks,
    input      [TIMER-1:0] connect_clocks,
    input      [TIMER-1:0] restart_clocks,  // IEEE 1355: 0 waits for a command
    // SpaceWire: what holds an end in Ready. As it was one clock ago, as the wires are.
    input                  auto_start,      // until a NUL was received
    input                  link_disable,    // at all; Run is left. IEEE 1355: it halts, and stays so
    // wires
    input                  d_in,
    input                  s_in,
    output                 d_out,
    output                 s_out,
    // tokens to transmit: bit 8 ends a packet (bit 0 then: EOM), else bits 7-0 are data
    input                  tx_valid,
    input            [8:0] tx_token,
    output reg             tx_take,
    // tokens received, of the same form; there is room for them
    output reg             rx_valid,
    output reg       [8:0] rx_token,
    input            [1:0] freed,           // tokens that left the input buffer at the last edge
    // time-codes, of the SpaceWire form
    input                  tick_in,         // became due since the last edge; dropped outside Run
    input            [7:0] time_in,
    output reg             time_valid,      // received
    output           [7:0] time_out,
    output reg             tick_out,        // ... and its time is the next one
    // status
    output           [2:0] state,           // as weft::LinkState
    output           [2:0] error,           // as weft::LinkError
    output     [COUNT-1:0] credit,
    output                 started,
    output                 down,            // stopped by an error and not in Run since
    // for tests
    input                  flip,            // the bit that begins at this edge is inverted
    // for observers: what began at the last edge
    output reg             state_changed,
    output                 transmitting,
    output reg             bit_begun,
    output reg             token_begun,
    output reg       [2:0] token_kind,
    output reg       [7:0] token_value,
    output reg             token_fast       // at the bit time of Run
);
  `include "dslink_codes.vh"

  localparam [2:0] ERROR_RESET = 3'd0;
  localparam [2:0] ERROR_WAIT  = 3'd1;
  localparam [2:0] READY       = 3'd2;
  localparam [2:0] STARTED     = 3'd3;
  localparam [2:0] CONNECTING  = 3'd4;
  localparam [2:0] RUN         = 3'd5;
  localparam [2:0] HALTED      = 3'd6;

  localparam [2:0] NO_ERROR   = 3'd0;
  localparam [2:0] DISCONNECT = 3'd1;
  localparam [2:0] PARITY     = 3'd2;
  localparam [2:0] ESCAPE     = 3'd3;
  localparam [2:0] CREDIT     = 3'd4;
  localparam [2:0] PROTOCOL   = 3'd5;

  localparam [TIMER-1:0] TIMER_1 = 1;
  localparam   [BIT-1:0] BIT_1   = 1;
  localparam [COUNT-1:0] COUNT_1 = 1;
  localparam [COUNT-1:0] COUNT_8 = 8;
  localparam   [COUNT:0] ROOM_8  = 8;

  // --- registers, and what will be in them (n_)
  reg       [2:0] state_r, n_state;
  reg       [2:0] error_r, n_error;
  reg             powered, n_powered;
  reg             down_r, n_down;
  reg             waits_null, n_waits_null;    // no FCT before a NUL, for good after a restart
  reg             sent_null, n_sent_null;
  reg             got_null, n_got_null;
  reg             cut_tx, n_cut_tx;            // a packet is being transmitted
  reg             cut_rx, n_cut_rx;            // a packet is being received
  reg             spilling, n_spilling;        // the rest of a packet that was cut is dropped
  reg             rx_on, n_rx_on;
  reg             rx_live, n_rx_live;          // one clock later: edges after the switching on
  reg             sending, n_sending;
  reg [COUNT-1:0] credit_r, n_credit;          // tokens that may be sent
  reg [COUNT-1:0] outstanding, n_outstanding;  // tokens that the far end may still send
  reg [COUNT-1:0] occupied, n_occupied;        // of the input buffer
  reg [COUNT-1:0] fcts, n_fcts;                // FCTs that wait to be sent
  reg   [COUNT:0] room, n_room;                // free places not yet offered; may be negative
  reg             timer_on, n_timer_on;
  reg [TIMER-1:0] timer, n_timer;              // clocks from the last edge to the deadline
  reg             armed, n_armed;              // for a disconnection
  reg [TIMER-1:0] silence, n_silence;          // clocks from the last change of the wires
  reg   [BIT-1:0] tick, n_tick;                // clocks from the last edge to the next bit
  reg   [BIT-1:0] bit_length, n_bit_length;
  reg             time_due, n_time_due;        // a time-code waits to be sent
  reg       [7:0] time_value, n_time_value;
  reg       [5:0] last_time, n_last_time;      // received
  reg       [1:0] resting, n_resting;          // 2: until S falls, 1: until D falls
  reg [TIMER-1:0] rest_timer, n_rest_timer;

  // --- receiver
  wire       wire_edge, in_valid, in_parity_error, in_escape_error;
  wire [2:0] in_kind;
  wire [7:0] in_value;
  reg        listen;

  ds_decoder decoder (
      .clk(clk), .reset(reset), .d(d_in), .s(s_in), .enable(rx_live), .hunt(listen), .time_codes(spacewire),
      .wire_edge(wire_edge), .token_valid(in_valid), .kind(in_kind), .value(in_value),
      .parity_error(in_parity_error), .escape_error(in_escape_error));

  // --- transmitter
  wire       boundary;
  reg        step, load, fresh, lower_d, lower_s;
  reg  [2:0] out_kind;
  wire [7:0] out_value = out_kind == KIND_TIME ? n_time_value : tx_token[7:0];

  ds_encoder encoder (
      .clk(clk), .reset(reset), .step(step), .load(load), .fresh(fresh), .kind(out_kind),
      .value(out_value), .flip(flip), .lower_d(lower_d), .lower_s(lower_s),
      .boundary(boundary), .d(d_out), .s(s_out));

  // --- what happens at a clock edge, in this order
  reg       failed;
  reg [2:0] failure;
  reg       restart, reset_flow, begin_stream;
  reg       may_send_fct;
  wire      fct_too_soon = state_r == ERROR_WAIT | state_r == READY |
                           (state_r == STARTED & spacewire);
  reg       may_leave_ready;
  wire [COUNT-1:0] more_credit = credit_r + COUNT_8;

  always @* begin
    n_state = state_r;
    n_error = error_r;
    n_powered = powered;
    n_down = down_r;
    n_waits_null = waits_null;
    n_sent_null = sent_null;
    n_got_null = got_null;
    n_cut_tx = cut_tx;
    n_cut_rx = cut_rx;
    n_spilling = spilling;
    n_rx_on = rx_on;
    n_rx_live = rx_on;
    n_sending = sending;
    n_credit = credit_r;
    n_outstanding = outstanding;
    n_fcts = fcts;
    n_timer_on = timer_on;
    n_timer = timer;
    n_armed = armed | (wire_edge & rx_live);
    n_silence = wire_edge ? {TIMER{1'b0}} : &silence ? silence : silence + TIMER_1;
    n_time_due = time_due | (tick_in & (state_r == RUN));
    n_time_value = tick_in ? time_in : time_value;
    n_last_time = last_time;
    n_resting = resting;
    n_rest_timer = rest_timer - TIMER_1;
    n_bit_length = bit_length;
    failed = 1'b0;
    failure = NO_ERROR;
    restart = 1'b0;
    reset_flow = 1'b0;
    begin_stream = 1'b0;
    listen = 1'b0;
    rx_valid = 1'b0;
    rx_token = {1'b0, in_value};
    time_valid = 1'b0;
    tick_out = 1'b0;
    lower_d = 1'b0;
    lower_s = 1'b0;

    // tokens that left the input buffer
    n_room = room + {{(COUNT-1){1'b0}}, freed};
    if (~n_room[COUNT] & (n_room >= ROOM_8)) begin
      n_room = n_room - ROOM_8;
      n_fcts = fcts + COUNT_1;
    end

    // what the wires have brought
    if (in_parity_error | in_escape_error) begin
      failed = 1'b1;
      failure = in_parity_error ? PARITY : ESCAPE;
    end else if (in_valid) begin
      case (in_kind)
        KIND_NULL: begin
          n_got_null = 1'b1;
          if (state_r == STARTED) begin
            n_state = spacewire ? CONNECTING : RUN;
            n_timer_on = spacewire;
            n_timer = connect_clocks;
          end
        end
        KIND_FCT: begin
          if (fct_too_soon) begin
            failed = 1'b1;
            failure = PROTOCOL;
          end else begin
            n_credit = more_credit;
            if (more_credit > max_credit) begin
              failed = 1'b1;
              failure = CREDIT;
            end else if (state_r != RUN) begin
              n_state = RUN;
              n_timer_on = 1'b0;
            end
          end
        end
        default: begin
          if (state_r != RUN) begin
            failed = 1'b1;
            failure = PROTOCOL;
          end else if (in_kind == KIND_TIME) begin
            time_valid = 1'b1;
            tick_out = in_value[5:0] == last_time + 6'd1;
            n_last_time = in_value[5:0];
          end else if (outstanding == {COUNT{1'b0}}) begin
            failed = 1'b1;
            failure = CREDIT;
          end else begin
            n_outstanding = outstanding - COUNT_1;
            n_cut_rx = in_kind == KIND_DATA;
            rx_valid = 1'b1;
            rx_token[8] = in_kind != KIND_DATA;
            if (in_kind != KIND_DATA) rx_token[7:0] = {7'b0, in_kind == KIND_EOM};
          end
        end
      endcase
      if (n_state == RUN) n_down = 1'b0;
    end

    // what ends the waiting in Ready counts one bit later
    may_leave_ready = ~link_disable & (~auto_start | n_got_null);
    if (state_r == READY) begin
      n_timer_on = may_leave_ready;
      if (~timer_on) n_timer = {{(TIMER-BIT){1'b0}}, startup_clocks};
    end

    // time-outs that stop the link
    if (~failed & n_armed & (n_silence >= disconnect_clocks)) begin
      failed = 1'b1;
      failure = DISCONNECT;
    end else if (~failed & n_timer_on & (n_timer == {TIMER{1'b0}})) begin
      if (n_state == HALTED) begin
        restart = ~link_disable;
      end else begin
        failed = 1'b1;
        failure = PROTOCOL;
      end
    end else if (~failed & link_disable &
                 (n_state == RUN | (~spacewire & powered & n_state != HALTED))) begin
      failed = 1'b1;
    end

    if (failed) begin
      n_time_due = 1'b0;
      n_error = failure;
      n_rx_on = 1'b0;
      n_rx_live = 1'b0;
      n_armed = 1'b0;
      n_spilling = spilling | cut_tx;
      n_cut_tx = 1'b0;
      n_cut_rx = 1'b0;
      n_down = 1'b1;
      n_state = spacewire ? ERROR_RESET : HALTED;
      n_timer_on = spacewire | (restart_clocks != {TIMER{1'b0}});
      n_timer = spacewire ? reset_clocks : restart_clocks;
      if (sending) begin
        n_resting = 2'd2;
        n_rest_timer = {disconnect_clocks[TIMER-2:0], 1'b0} - TIMER_1;
      end
      n_sending = 1'b0;
      // the packet that came in is closed by an EOM
      rx_valid = cut_rx;
      rx_token = 9'h101;
    end
    if (restart) begin
      n_error = NO_ERROR;
      n_waits_null = 1'b1;
      n_state = ERROR_RESET;
      n_timer_on = 1'b1;
      n_timer = reset_clocks;
    end
    n_occupied = occupied + {{(COUNT-1){1'b0}}, rx_valid} - {{(COUNT-2){1'b0}}, freed};

    // one that is held stays halted
    if (link_disable & (n_state == HALTED)) n_timer_on = 1'b0;

    // wires at rest after a stop
    if (~failed & (resting != 2'd0) & (rest_timer == TIMER_1)) begin
      lower_s = resting == 2'd2;
      lower_d = resting == 2'd1;
      n_resting = resting - 2'd1;
      n_rest_timer = {{(TIMER-BIT){1'b0}}, startup_clocks};
    end

    // time-outs that start something at this very edge, and commands
    if (n_timer_on & (n_timer == TIMER_1) &
        (n_state == ERROR_RESET | n_state == ERROR_WAIT | n_state == READY)) begin
      n_timer_on = 1'b0;
      if (n_state != ERROR_RESET & ~may_leave_ready) begin
        n_state = READY;
      end else if (n_state != ERROR_RESET) begin
        begin_stream = 1'b1;
        n_timer_on = 1'b1;
        n_timer = connect_clocks;
        n_state = n_got_null ? CONNECTING : STARTED;
      end else begin
        reset_flow = 1'b1;
        listen = 1'b1;
        n_rx_on = 1'b1;
        if (spacewire) begin
          n_state = ERROR_WAIT;
          n_timer_on = 1'b1;
          n_timer = wait_clocks;
        end else begin
          n_state = STARTED;
          begin_stream = 1'b1;
        end
      end
    end else begin
      n_timer = n_timer - TIMER_1;
      if (start & (~powered | (n_state == HALTED))) begin
        n_powered = 1'b1;
        n_timer_on = 1'b1;
        n_timer = reset_clocks;
        n_state = ERROR_RESET;
        if (powered) begin
          n_error = NO_ERROR;
          n_waits_null = 1'b1;
        end else begin
          reset_flow = 1'b1;
          n_waits_null = await_null;
          if (~spacewire) begin
            listen = 1'b1;
            n_rx_on = 1'b1;
            n_timer_on = 1'b0;
            n_state = STARTED;
            begin_stream = 1'b1;
          end
        end
      end
    end
    if (reset_flow) begin
      n_credit = {COUNT{1'b0}};
      n_outstanding = {COUNT{1'b0}};
      n_got_null = 1'b0;
      n_sent_null = 1'b0;
      n_last_time = 6'd0;
      n_room = {1'b0, buffer_tokens} - {1'b0, n_occupied};
      n_fcts = {COUNT{1'b0}};
      if (~n_room[COUNT]) begin
        n_fcts = {3'b0, n_room[COUNT-1:3]};
        n_room = {{(COUNT-2){1'b0}}, n_room[2:0]};
      end
    end
    if (begin_stream) n_sending = 1'b1;

    // the bit that begins at this edge, and the token: time-code before FCT before data before NUL
    may_send_fct = n_state == RUN | n_state == CONNECTING |
                   (n_state == STARTED & ~spacewire & (n_got_null | ~n_waits_null));
    fresh = begin_stream;
    step = n_sending & (begin_stream | (tick == BIT_1));
    load = begin_stream | boundary;
    tx_take = 1'b0;
    out_kind = KIND_NULL;
    if (step & load) begin
      n_sent_null = 1'b1;
      if (sent_null & ~begin_stream) begin
        if (n_time_due) begin
          out_kind = KIND_TIME;
          n_time_due = 1'b0;
        end else if ((n_fcts != {COUNT{1'b0}}) & may_send_fct &
            ({1'b0, n_outstanding} + ROOM_8 <= {1'b0, max_credit})) begin
          out_kind = KIND_FCT;
          n_fcts = n_fcts - COUNT_1;
          n_outstanding = n_outstanding + COUNT_8;
        end else if (n_state == RUN) begin
          if (n_spilling) begin
            tx_take = tx_valid;
            if (tx_valid) n_spilling = ~tx_token[8];
          end else if (tx_valid & (n_credit != {COUNT{1'b0}})) begin
            tx_take = 1'b1;
            n_credit = n_credit - COUNT_1;
            n_cut_tx = ~tx_token[8];
            out_kind = ~tx_token[8] ? KIND_DATA : tx_token[0] ? KIND_EOM : KIND_EOP;
          end
        end
      end
      n_bit_length = n_state == RUN ? bit_clocks : startup_clocks;
    end
    n_tick = step ? n_bit_length : tick - BIT_1;
  end

  assign state = state_r;
  assign error = error_r;
  assign credit = credit_r;
  assign started = powered;
  assign down = n_down;
  assign transmitting = sending;
  assign time_out = in_value;

  always @(posedge clk) begin
    if (reset) begin
      state_r <= ERROR_RESET;
      error_r <= NO_ERROR;
      powered <= 1'b0;
      down_r <= 1'b0;
      waits_null <= 1'b0;
      sent_null <= 1'b0;
      got_null <= 1'b0;
      cut_tx <= 1'b0;
      cut_rx <= 1'b0;
      spilling <= 1'b0;
      time_due <= 1'b0;
      time_value <= 8'd0;
      last_time <= 6'd0;
      rx_on <= 1'b0;
      rx_live <= 1'b0;
      sending <= 1'b0;
      credit_r <= {COUNT{1'b0}};
      outstanding <= {COUNT{1'b0}};
      occupied <= {COUNT{1'b0}};
      fcts <= {COUNT{1'b0}};
      room <= {(COUNT+1){1'b0}};
      timer_on <= 1'b0;
      timer <= {TIMER{1'b0}};
      armed <= 1'b0;
      silence <= {TIMER{1'b0}};
      tick <= {BIT{1'b0}};
      bit_length <= {BIT{1'b0}};
      resting <= 2'd0;
      rest_timer <= {TIMER{1'b0}};
      state_changed <= 1'b0;
      bit_begun <= 1'b0;
      token_begun <= 1'b0;
      token_kind <= KIND_NULL;
      token_value <= 8'd0;
      token_fast <= 1'b0;
    end else begin
      state_r <= n_state;
      error_r <= n_error;
      powered <= n_powered;
      down_r <= n_down;
      waits_null <= n_waits_null;
      sent_null <= n_sent_null;
      got_null <= n_got_null;
      cut_tx <= n_cut_tx;
      cut_rx <= n_cut_rx;
      spilling <= n_spilling;
      time_due <= n_time_due;
      time_value <= n_time_value;
      last_time <= n_last_time;
      rx_on <= n_rx_on;
      rx_live <= n_rx_live;
      sending <= n_sending;
      credit_r <= n_credit;
      outstanding <= n_outstanding;
      occupied <= n_occupied;
      fcts <= n_fcts;
      room <= n_room;
      timer_on <= n_timer_on;
      timer <= n_timer;
      armed <= n_armed;
      silence <= n_silence;
      tick <= n_tick;
      bit_length <= n_bit_length;
      resting <= n_resting;
      rest_timer <= n_rest_timer;
      state_changed <= n_state != state_r;
      bit_begun <= step;
      token_begun <= step & load;
      token_kind <= out_kind;
      token_value <= out_value;
      token_fast <= n_state == RUN;
    end
  end
endmodule
