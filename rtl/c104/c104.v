// A C104 packet switch: links, buffers, interval tables, crossbar, arbiter, registers.
//
// Links, clocks and straps are those of `dslink`; what is set for each link stands side by side,
// link 0 in the lowest bits. The crossbar works at the edges of `clk` at which `enable` is high.
//
// The pins from `received_first` to `cleared` tell where packets are, so that what is known of each
// follows it. Of RTL made with OUT_OF_BAND (weft_add_rtl) `received_first` is high in the clock in
// which the wires have verified the token, and `token_begun` at the edge of `taken_first` or later, but
// before the next: then what is told of packets beside the wires passes the switch. Of other RTL it
// does not; these pins may be 0, and so may those that tell of tokens: observers then know no packet
// that comes out of the switch, and `weft` cannot tell what waits in it.
//
// RTL without `held` and `stop` has no control unit, one without `overlapping_groups` takes every hunt
// group that is written.
module c104 #(
    parameter LINKS        = 8,
    parameter LINK         = $clog2(LINKS),
    parameter INPUT_DEPTH  = 64,  // tokens
    parameter OUTPUT_DEPTH = 64,
    parameter INTERVALS    = 36,
    parameter TIMER        = 27,
    parameter BIT          = 14,
    parameter COUNT        = 13
) (
    input                    clk,
    input                    reset,
    input                    enable,
    // commands
    input        [LINKS-1:0] start,            // power-on of a link
    input        [LINKS-1:0] stop,             // IEEE 1355: silent until its command register starts it
    // straps of the switch
    input              [7:0] input_buffer,     // tokens, up to INPUT_DEPTH
    input              [7:0] output_buffer,    // tokens, up to OUTPUT_DEPTH
    input             [15:0] routing_latency,  // in periods of the crossbar's clock, 3 or more
    input             [31:0] clock_period,     // ps, for the register that tells it
    input                    localize_error,
    input                    overlapping_groups,  // hunt groups may have some links in common
    input        [LINKS-1:0] held,             // it is started by its command register, and packets for it wait
    // straps of the links
    input        [LINKS-1:0] spacewire,
    input        [LINKS-1:0] await_null,
    input  [LINKS*COUNT-1:0] max_credit,
    input    [LINKS*BIT-1:0] bit_clocks,
    input    [LINKS*BIT-1:0] startup_clocks,
    input  [LINKS*TIMER-1:0] disconnect_clocks,
    input  [LINKS*TIMER-1:0] reset_clocks,
    input  [LINKS*TIMER-1:0] wait_clocks,
    input  [LINKS*TIMER-1:0] connect_clocks,
    input  [LINKS*TIMER-1:0] restart_clocks,
    // wires
    input        [LINKS-1:0] d_in,
    input        [LINKS-1:0] s_in,
    output       [LINKS-1:0] d_out,
    output       [LINKS-1:0] s_out,
    // registers (rtl/registers/c104.yaml); read at once, written at the clock edge
    input                    reg_write,
    input             [17:0] reg_address,
    input             [31:0] reg_write_data,
    output reg        [31:0] reg_read_data,
    // source of random numbers: for each link one below its range, still until it is taken
    input     [LINKS*16-1:0] random_number,
    output       [LINKS-1:0] random_take,
    // for tests: the bit that a transmitter begins at this edge is inverted
    input        [LINKS-1:0] flip,
    // for observers: what happened at the last edge
    output     [LINKS*3-1:0] link_state,
    output     [LINKS*3-1:0] link_error,
    output       [LINKS-1:0] state_changed,
    output       [LINKS-1:0] transmitting,
    output       [LINKS-1:0] bit_begun,
    output       [LINKS-1:0] token_begun,
    output     [LINKS*3-1:0] token_kind,
    output     [LINKS*8-1:0] token_value,
    output       [LINKS-1:0] token_fast,
    output       [LINKS-1:0] received_first,   // a packet's first token came in
    output       [LINKS-1:0] opened,           // a packet's header was looked at
    output       [LINKS-1:0] pushed_first,     // a packet's first token crossed to this output,
    output  [LINKS*LINK-1:0] pushed_from,      // from this input
    output       [LINKS-1:0] taken_first,      // a packet's first token was given to the link
    output       [LINKS-1:0] cleared           // an output was emptied, as its link is down
);
  // --- links
  wire   [LINKS-1:0] link_started, link_down;
  wire [LINKS*COUNT-1:0] link_credit;
  wire   [LINKS-1:0] rx_valid, tx_valid, tx_take;
  wire [LINKS*9-1:0] rx_token, tx_token;
  wire [LINKS*2-1:0] freed;
  wire   [LINKS-1:0] restart;
  wire   [LINKS-1:0] down = ~link_started | link_down;

  // --- crossbar
  wire    [LINKS-1:0] request, grant, give_up, deletes, discarded, header_error, move;
  wire    [LINKS-1:0] busy, full;
  wire [LINKS*LINKS-1:0] group;
  wire [LINKS*LINK-1:0] grant_link, dest;
  wire  [LINKS*9-1:0] move_token;
  wire [LINKS*2-1:0] head_state;
  wire   [LINKS-1:0] looks_up, has_token;
  wire [LINKS*16-1:0] head_header;
  reg     [LINKS-1:0] push, granted;
  reg   [LINKS*9-1:0] push_token;
  reg  [LINKS*LINK-1:0] from;          // of output i: the input that is connected to it
  reg     [LINKS-1:0] was_down;
  wire    [LINKS-1:0] cut = {LINKS{enable & localize_error}} & down & ~was_down;

  c104_arbiter #(.LINKS(LINKS), .LINK(LINK)) arbiter (
      .clk(clk), .reset(reset), .request(request), .group(group), .free(~busy & ~down),
      .down(down & ~(held & ~link_started)), .localize(localize_error), .grant(grant), .give_up(give_up),
      .grant_link(grant_link));

  integer i;
  reg [LINK-1:0] to;
  always @* begin
    push = {LINKS{1'b0}};
    granted = {LINKS{1'b0}};
    push_token = {LINKS*9{1'b0}};
    to = {LINK{1'b0}};
    for (i = 0; i < LINKS; i = i + 1) begin
      if (move[i] | grant[i]) begin
        to = dest[i*LINK+:LINK];
        granted[to] = grant[i];
        push[to] = move[i];
        push_token[to*9+:9] = move_token[i*9+:9];
      end
    end
  end

  reg [LINKS*LINK-1:0] from_r;
  integer j;
  reg [LINK-1:0] of;
  always @* begin
    from = from_r;
    of = {LINK{1'b0}};
    for (j = 0; j < LINKS; j = j + 1) begin
      if (grant[j]) begin
        of = dest[j*LINK+:LINK];
        from[of*LINK+:LINK] = j[LINK-1:0];
      end
    end
  end
  always @(posedge clk) begin
    if (reset) begin
      from_r <= {LINKS*LINK{1'b0}};
      was_down <= {LINKS{1'b0}};
    end else begin
      from_r <= from;
      if (enable) was_down <= down;
    end
  end
  assign pushed_from = from_r;

  // --- registers
  `include "c104_codes.vh"
  `include "c104_registers.vh"
  localparam [31:0] FIRST_PAGE = {14'b0, LINK_AT} >> ADDRESS_SELECT_BITS;  // of link 0
  wire [11:0] offset = reg_address[ADDRESS_SELECT+:12];
  wire  [5:0] page = reg_address[17:12];
  wire [31:0] link_read_data [0:LINKS-1];
  reg  [31:0] routed, discards, header_errors;
  wire [LINK-1:0] page_link = page[LINK-1:0] - FIRST_PAGE[LINK-1:0];
  localparam [31:0] LINK_COUNT = LINKS, MOST_INTERVALS = INTERVALS;

  always @* begin
    reg_read_data = 32'd0;
    if (page == 6'd0) begin
      case (offset)
        SHARED_DEVICE: begin
          reg_read_data = SHARED_DEVICE_RESET;
          reg_read_data[SHARED_DEVICE_LINKS+:8] = LINK_COUNT[7:0];
        end
        SHARED_ROUTING_LATENCY: reg_read_data[15:0] = routing_latency;
        SHARED_CLOCK: reg_read_data = clock_period;
        SHARED_BUFFERS: begin
          reg_read_data[SHARED_BUFFERS_OUTPUT+:8] = output_buffer;
          reg_read_data[SHARED_BUFFERS_INPUT+:8] = input_buffer;
        end
        SHARED_MAX_INTERVALS: reg_read_data = MOST_INTERVALS;
        SHARED_PACKETS_ROUTED: reg_read_data = routed;
        SHARED_PACKETS_DISCARDED: reg_read_data = discards;
        SHARED_HEADER_ERRORS: reg_read_data = header_errors;
        default: ;
      endcase
    end else if (offset == LINK_STATUS) begin
      reg_read_data[LINK_STATUS_CREDIT+:8] = link_credit[page_link*COUNT+:8];
      reg_read_data[LINK_STATUS_ERROR+:3] = link_error[page_link*3+:3];
      reg_read_data[LINK_STATUS_STATE+:3] = link_state[page_link*3+:3];
    end else if (offset == LINK_INPUT) begin
      reg_read_data[LINK_INPUT_STATE+:2] = head_state[page_link*2+:2];
      reg_read_data[LINK_INPUT_LOOK_UP] = looks_up[page_link];
      if (head_state[page_link*2+:2] == 2'd1 || head_state[page_link*2+:2] == 2'd2) begin
        reg_read_data[LINK_INPUT_HEADER+:16] = head_header[page_link*16+:16];
      end
      if (head_state[page_link*2+:2] == 2'd2) begin
        reg_read_data[LINK_INPUT_FULL] = has_token[page_link] & full[dest[page_link*LINK+:LINK]];
        reg_read_data[LINK_INPUT_OUTPUT+:LINK] = dest[page_link*LINK+:LINK];
      end
    end else begin
      reg_read_data = link_read_data[page_link];
    end
  end

  // a hunt group that overlaps another is not taken
  wire writes_group = reg_write & (page >= FIRST_PAGE[5:0]) & (offset >= LINK_LIMIT) &
                      |(offset & (LINK_TARGET - LINK_LIMIT)) &
                      (reg_write_data[LINK_TARGET_ACTION+:2] == ACTION_ROUTE);
  wire [LINKS-1:0] overlaps;
  wire refused = |overlaps;

  function [31:0] ones(input [LINKS-1:0] bits);
    integer n;
    begin
      ones = 32'd0;
      for (n = 0; n < LINKS; n = n + 1) ones = ones + {31'd0, bits[n]};
    end
  endfunction
  always @(posedge clk) begin
    if (reset) begin
      routed <= 32'd0;
      discards <= 32'd0;
      header_errors <= 32'd0;
    end else begin
      if (|grant) routed <= routed + ones(grant);
      if (|discarded) discards <= discards + ones(discarded);
      if (|header_error) header_errors <= header_errors + ones(header_error);
    end
  end

  wire [15:0] lookup_clocks = routing_latency - 16'd2;

  genvar n;
  generate
    for (n = 0; n < LINKS; n = n + 1) begin : link
      localparam [31:0] OWN_PAGE = n + FIRST_PAGE;
      wire at_page = page == OWN_PAGE[5:0];
      assign restart[n] = reg_write & at_page & (offset == LINK_COMMAND);

      // a C104 knows no time-codes, and its links start at once
      /* verilator lint_off UNUSEDSIGNAL */
      wire       time_valid, tick_out;
      wire [7:0] time_out;
      /* verilator lint_on UNUSEDSIGNAL */

      reg  stopped_r;
      wire stopped = (stopped_r | stop[n]) & ~restart[n];
      always @(posedge clk) stopped_r <= stopped & ~reset;

      dslink #(.TIMER(TIMER), .BIT(BIT), .COUNT(COUNT)) ds (
          .clk(clk), .reset(reset), .start(start[n] | restart[n]),
          .spacewire(spacewire[n]), .await_null(await_null[n]),
          .max_credit(max_credit[n*COUNT+:COUNT]),
          .buffer_tokens({{(COUNT-8){1'b0}}, input_buffer}),
          .bit_clocks(bit_clocks[n*BIT+:BIT]), .startup_clocks(startup_clocks[n*BIT+:BIT]),
          .disconnect_clocks(disconnect_clocks[n*TIMER+:TIMER]),
          .reset_clocks(reset_clocks[n*TIMER+:TIMER]), .wait_clocks(wait_clocks[n*TIMER+:TIMER]),
          .connect_clocks(connect_clocks[n*TIMER+:TIMER]),
          .restart_clocks(restart_clocks[n*TIMER+:TIMER]),
          .auto_start(1'b0), .link_disable(stopped & ~spacewire[n]), .tick_in(1'b0), .time_in(8'd0),
          .time_valid(time_valid), .time_out(time_out), .tick_out(tick_out),
          .d_in(d_in[n]), .s_in(s_in[n]), .d_out(d_out[n]), .s_out(s_out[n]),
          .tx_valid(tx_valid[n]), .tx_token(tx_token[n*9+:9]), .tx_take(tx_take[n]),
          .rx_valid(rx_valid[n]), .rx_token(rx_token[n*9+:9]), .freed(freed[n*2+:2]),
          .state(link_state[n*3+:3]), .error(link_error[n*3+:3]),
          .credit(link_credit[n*COUNT+:COUNT]), .started(link_started[n]), .down(link_down[n]),
          .flip(flip[n]), .state_changed(state_changed[n]), .transmitting(transmitting[n]), .bit_begun(bit_begun[n]),
          .token_begun(token_begun[n]), .token_kind(token_kind[n*3+:3]),
          .token_value(token_value[n*8+:8]), .token_fast(token_fast[n]));

      c104_input #(.LINKS(LINKS), .LINK(LINK), .DEPTH(INPUT_DEPTH + 1), .INTERVALS(INTERVALS)) in (
          .clk(clk), .reset(reset), .enable(enable), .lookup_clocks(lookup_clocks),
          .write(reg_write & at_page & ~refused), .offset(offset), .write_data(reg_write_data),
          .read_data(link_read_data[n]), .check_group(writes_group & ~overlapping_groups),
          .selected(at_page), .overlaps(overlaps[n]), .delete_header(deletes[n]),
          .rx_valid(rx_valid[n]), .rx_token(rx_token[n*9+:9]), .freed(freed[n*2+:2]),
          .random_number(random_number[n*16+:16]), .random_take(random_take[n]),
          .request(request[n]), .group(group[n*LINKS+:LINKS]), .give_up(give_up[n]),
          .grant(grant[n]), .grant_link(grant_link[n*LINK+:LINK]),
          .dest(dest[n*LINK+:LINK]), .dest_full(full[dest[n*LINK+:LINK]]),
          .dest_deletes(deletes[dest[n*LINK+:LINK]]),
          .cut(cut[dest[n*LINK+:LINK]]),
          .move(move[n]), .move_token(move_token[n*9+:9]),
          .head_state(head_state[n*2+:2]), .looks_up(looks_up[n]), .has_token(has_token[n]),
          .head_header(head_header[n*16+:16]),
          .discarded(discarded[n]), .header_error(header_error[n]),
          .received_first(received_first[n]), .opened(opened[n]));

      c104_output #(.DEPTH(OUTPUT_DEPTH)) out (
          .clk(clk), .reset(reset), .limit(output_buffer), .granted(granted[n]),
          .push(push[n]), .push_token(push_token[n*9+:9]), .cut(cut[n]), .busy(busy[n]),
          .full(full[n]), .tx_valid(tx_valid[n]), .tx_token(tx_token[n*9+:9]),
          .tx_take(tx_take[n]), .pushed_first(pushed_first[n]), .taken_first(taken_first[n]),
          .cleared(cleared[n]));
    end
  endgenerate
endmodule
