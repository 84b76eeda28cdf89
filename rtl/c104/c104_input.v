// The input side of a link: buffer, header, way through the crossbar.
//
// A token that the link gives at a clock edge can be used at that edge. All that moves does so at
// edges at which `enable` is high, which are the crossbar's clock.
module c104_input #(
    parameter LINKS     = 8,
    parameter LINK      = 3,   // bits of a link's number
    parameter DEPTH     = 65,  // tokens; one more than are ever promised, for the end of a cut packet
    parameter INTERVALS = 36
) (
    input                  clk,
    input                  reset,
    input                  enable,
    input           [15:0] lookup_clocks,  // from the header's edge to the request: 1 or more
    // registers
    input                  write,
    input           [11:0] offset,
    input           [31:0] write_data,
    output reg      [31:0] read_data,
    input                  check_group,    // see c104_table
    input                  selected,
    output                 overlaps,
    output                 delete_header,  // of the output side
    // link
    input                  rx_valid,
    input            [8:0] rx_token,
    output reg       [1:0] freed,
    // random numbers: below the range, still until taken
    input           [15:0] random_number,
    output                 random_take,
    // arbiter
    output                 request,
    output     [LINKS-1:0] group,
    input                  give_up,
    input                  grant,
    input       [LINK-1:0] grant_link,
    // crossbar
    output      [LINK-1:0] dest,
    input                  dest_full,
    input                  dest_deletes,
    input                  cut,            // the output that it is connected to is cut
    output                 move,
    output           [8:0] move_token,
    // for the register that tells of the packet at the head
    output           [1:0] head_state,
    output                 looks_up,
    output                 has_token,      // connected: a token is there that could move
    output reg      [15:0] head_header,
    // for counters and observers
    output                 discarded,
    output                 header_error,
    output reg             received_first,
    output reg             opened
);
  `include "c104_codes.vh"
  `include "c104_registers.vh"

  localparam [1:0] HEADER = 2'd0, WAITING = 2'd1, CONNECTED = 2'd2, DROPPING = 2'd3;

  // --- configuration
  reg         two_bytes, deletes, random_on, external;
  reg  [15:0] random_base;
  reg  [16:0] random_range;
  wire  [7:0] count;
  wire [31:0] entry;

  always @(posedge clk) begin
    if (reset) begin
      {two_bytes, deletes, random_on, external} <= 4'd0;
      random_base <= 16'd0;
      random_range <= LINK_RANDOM_RANGE_RESET[16:0];
    end else if (write) begin
      case (offset)
        LINK_CONTROL: begin
          two_bytes <= write_data[LINK_CONTROL_HEADER_BYTES+1];
          deletes <= write_data[LINK_CONTROL_DELETE_HEADER];
          random_on <= write_data[LINK_CONTROL_RANDOM_HEADER];
          external <= write_data[LINK_CONTROL_EXTERNAL];
        end
        LINK_RANDOM_BASE: random_base <= write_data[LINK_RANDOM_BASE_HEADER+:16];
        LINK_RANDOM_RANGE: random_range <= write_data[LINK_RANDOM_RANGE_HEADERS+:17];
        default: ;
      endcase
    end
  end
  always @* begin
    read_data = 32'd0;
    case (offset)
      LINK_CONTROL: begin
        read_data[LINK_CONTROL_HEADER_BYTES+:2] = {two_bytes, ~two_bytes};
        read_data[LINK_CONTROL_DELETE_HEADER] = deletes;
        read_data[LINK_CONTROL_RANDOM_HEADER] = random_on;
        read_data[LINK_CONTROL_EXTERNAL] = external;
      end
      LINK_RANDOM_BASE: read_data[LINK_RANDOM_BASE_HEADER+:16] = random_base;
      LINK_RANDOM_RANGE: read_data[LINK_RANDOM_RANGE_HEADERS+:17] = random_range;
      LINK_INTERVAL_COUNT: read_data[LINK_INTERVAL_COUNT_INTERVALS+:8] = count;
      default: read_data = entry;
    endcase
  end
  assign delete_header = deletes;

  // --- buffer: what comes in can be seen behind what is there
  localparam AT = $clog2(DEPTH);
  reg    [8:0] buffer [0:DEPTH-1];
  reg [AT-1:0] head, tail;
  reg [AT-1:0] level;
  reg    [1:0] pop;

  function [AT-1:0] after(input [AT-1:0] place, input [1:0] steps);
    reg [AT:0] sum;
    begin
      sum = {1'b0, place} + {{(AT-1){1'b0}}, steps};
      if (sum >= DEPTH[AT:0]) sum = sum - DEPTH[AT:0];
      after = sum[AT-1:0];
    end
  endfunction

  wire       none = level == {AT{1'b0}};
  wire       one = level == {{(AT-1){1'b0}}, 1'b1};
  wire       first_in = ~none | rx_valid;
  wire       second_in = (~none & ~one) | (one & rx_valid);
  wire [8:0] first_token = none ? rx_token : buffer[head];
  wire [8:0] second_token = one ? rx_token : buffer[after(head, 2'd1)];

  always @(posedge clk) begin
    if (reset) begin
      head <= {AT{1'b0}};
      tail <= {AT{1'b0}};
      level <= {AT{1'b0}};
      freed <= 2'd0;
    end else begin
      if (rx_valid) begin
        buffer[tail] <= rx_token;
        tail <= after(tail, 2'd1);
      end
      head <= after(head, pop);
      level <= level + {{(AT-1){1'b0}}, rx_valid} - {{(AT-2){1'b0}}, pop};
      freed <= pop;
    end
  end

  // --- header
  reg        [1:0] state, n_state;
  reg              opened_r, n_opened;
  wire             is_end = first_token[8];
  wire             header_in = ~two_bytes | second_in;
  wire             cut_header = two_bytes & second_token[8];
  wire      [16:0] header = two_bytes ? {1'b0, first_token[7:0], second_token[7:0]}
                                      : {9'b0, first_token[7:0]};
  wire      [16:0] drawn = {1'b0, random_base} + {1'b0, random_number};
  wire       [1:0] table_action, random_action;
  wire  [LINK-1:0] table_first, random_first;
  wire    [LINK:0] table_size, random_size;

  c104_table #(.INTERVALS(INTERVALS), .LINK(LINK)) intervals (
      .clk(clk), .reset(reset), .write_count(write & (offset == LINK_INTERVAL_COUNT)),
      .write_entry(write & (offset >= LINK_LIMIT)), .offset(offset - LINK_LIMIT),
      .write_data(write_data), .count(count), .read_data(entry),
      .check_group(check_group), .selected(selected), .overlaps(overlaps),
      .header(header), .action(table_action), .first(table_first), .size(table_size),
      .random_header(drawn), .random_action(random_action), .random_first(random_first),
      .random_size(random_size));

  wire             look = enable & (state == HEADER) & first_in & ~is_end;
  wire             draw = look & ~opened_r & random_on;
  wire             use_random = draw & (random_action != ACTION_STRIP);
  wire             decide = use_random | (look & header_in);
  wire       [1:0] action = use_random ? random_action
                          : cut_header ? ACTION_INVALID : table_action;
  wire  [LINK-1:0] group_first = use_random ? random_first : table_first;
  wire    [LINK:0] group_size = use_random ? random_size : table_size;
  wire [LINKS-1:0] mask = ~({LINKS{1'b1}} << group_size) << group_first;
  assign random_take = draw;
  assign discarded = decide & (action == ACTION_DISCARD);
  assign header_error = decide & (action == ACTION_INVALID);

  // --- way
  reg      [15:0] delay, n_delay;
  reg [LINKS-1:0] group_r, n_group;
  reg  [LINK-1:0] dest_r;
  reg       [1:0] generated, n_generated;  // bytes of the random header still to be moved
  reg       [1:0] deleted, n_deleted;      // bytes of the header still to be deleted
  reg      [15:0] random_header;

  wire [1:0] header_bytes = {two_bytes, ~two_bytes};
  assign request = enable & (state == WAITING) & (delay == 16'd0);
  assign group = group_r;
  assign dest = grant ? grant_link : dest_r;

  assign head_state = state;
  assign looks_up = (state == WAITING) & (delay != 16'd0);
  assign has_token = (state == CONNECTED) & ((generated != 2'd0) | ~none);

  wire       connected = enable & (grant | (state == CONNECTED));
  wire       go = connected & ~dest_full & ((generated != 2'd0) | first_in);
  wire [8:0] random_byte = {1'b0, generated == 2'd2 ? random_header[15:8] : random_header[7:0]};
  assign     move_token = generated != 2'd0 ? random_byte : first_token;
  wire [1:0] to_delete = grant ? (dest_deletes ? header_bytes : 2'd0) : deleted;
  wire       deletes_now = (to_delete != 2'd0) & ~move_token[8];
  assign     move = go & ~deletes_now;
  wire       finish = move & move_token[8];  // the end of the packet crosses

  always @* begin
    pop = 2'd0;
    n_opened = opened_r;
    n_state = state;
    n_delay = delay;
    n_group = group_r;
    n_generated = generated;
    n_deleted = to_delete;
    if (enable) begin
      case (state)
        HEADER: begin
          if (first_in & is_end) begin  // without a packet, or with a header stripped alone
            pop = 2'd1;
            n_opened = 1'b0;
          end
          if (look) n_opened = 1'b1;
          if (decide) begin
            n_opened = 1'b0;
            case (action)
              ACTION_ROUTE: begin
                n_state = WAITING;
                n_delay = lookup_clocks - 16'd1;
                n_group = mask;
                n_generated = use_random ? header_bytes : 2'd0;
              end
              ACTION_STRIP: begin
                n_opened = 1'b1;
                pop = header_bytes;
              end
              default: begin
                n_state = DROPPING;
                pop = 2'd1;
              end
            endcase
          end
        end
        WAITING: begin
          if (delay != 16'd0) n_delay = delay - 16'd1;
          if (grant) n_state = CONNECTED;
          if (give_up) begin
            n_state = DROPPING;
            n_generated = 2'd0;
          end
        end
        CONNECTED: ;
        default: begin
          pop = {1'b0, first_in};
          if (first_in & is_end) n_state = HEADER;
        end
      endcase
      if (go) begin
        if (generated != 2'd0) n_generated = generated - 2'd1;
        else pop = 2'd1;
        if (deletes_now) n_deleted = to_delete - 2'd1;
      end
      if (finish) begin
        n_state = HEADER;
      end else if (connected & cut) begin
        n_state = DROPPING;
        n_generated = 2'd0;
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      opened_r <= 1'b0;
      state <= HEADER;
      delay <= 16'd0;
      group_r <= {LINKS{1'b0}};
      dest_r <= {LINK{1'b0}};
      generated <= 2'd0;
      deleted <= 2'd0;
      random_header <= 16'd0;
      head_header <= 16'd0;
    end else begin
      opened_r <= n_opened;
      state <= n_state;
      delay <= n_delay;
      group_r <= n_group;
      dest_r <= dest;
      generated <= n_generated;
      deleted <= n_deleted;
      if (draw) random_header <= drawn[15:0];
      if (decide) head_header <= use_random ? drawn[15:0] : header[15:0];
    end
  end

  // --- for observers, one clock later
  reg begins;
  always @(posedge clk) begin
    if (reset) begin
      begins <= 1'b1;
      received_first <= 1'b0;
      opened <= 1'b0;
    end else begin
      if (rx_valid) begins <= rx_token[8];
      received_first <= rx_valid & begins & ~rx_token[8];
      opened <= look & ~opened_r;
    end
  end
endmodule
