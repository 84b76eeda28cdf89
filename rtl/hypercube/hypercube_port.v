// A link port of the packet chip of a hypercube (1988): what comes in by the link, and the port's
// packet buffers with what goes out by it. Bidirectional links, arbitration after the packet is in.
// `clk` rises at each tick. What rests with the chip is who gets a buffer: it sees what the far ends
// ask for (`asked`), and room, and says what it reserves.
module hypercube_port #(
    parameter LINKS = 4,        // of the chip: dimensions of the cube, 1 to 14
    parameter BUFFERS = 16,     // 2 to 16
    parameter BYTE_TICKS = 2,   // 1 to 4
    parameter ARBITRATION = 4   // ticks from `tx_wanted` to the first byte, 3 to 10
) (
    input                      clk,
    input                      reset,
    input      [LINKS-1:0]     node,             // number of the chip's node
    input      [3:0]           port,             // of this port

    // lines from and to the far end
    input      [LINKS+1:0]     rx_wanted,
    input      [3:0]           rx_first,
    input                      rx_valid,
    input      [7:0]           rx_data,
    output reg                 rx_grant,
    output reg [3:0]           rx_next,
    output reg [LINKS+1:0]     tx_wanted,
    output reg [3:0]           tx_first,
    output reg                 tx_valid,
    output reg [7:0]           tx_data,
    input                      tx_grant,
    input      [3:0]           tx_next,

    // before an edge: what the far end asks for; a packet whose tail is in, and where it goes
    output     [LINKS+1:0]     asked,
    output     [3:0]           asked_first,
    output                     in_valid,
    output     [159:0]         in_packet,
    output     [LINKS:0]       in_outputs,       // bit LINKS: the node's memory
    output     [3:0]           in_next,          // what it needs at the next node
    output                     room,             // for one packet more
    output                     room_contrary,    // for one more that is contrary

    // since the last edge: buffers taken, and contrary packets in them
    output     [4:0]           used,
    output     [4:0]           contrary,

    // at the edge: a buffer of this kind is reserved for the far end
    input                      serve,
    input      [3:0]           serve_next,
    // a buffer here is reserved for what comes by that link, and a packet that came by it is put there
    input      [LINKS-1:0]     reserve,
    input      [LINKS-1:0]     put,
    input      [160*LINKS-1:0] put_packet,
    input      [4*LINKS-1:0]   put_next,
    // a packet from the node's memory
    input                      inject,
    input      [159:0]         inject_packet,
    input      [3:0]           inject_next,
    input                      inject_contrary
);
  localparam [3:0] MEMORY = LINKS[3:0];
  localparam [3:0] PORTS_ABOVE = LINKS[3:0] + 4'd1;
  localparam [4:0] ALL = BUFFERS[4:0];
  localparam [LINKS+1:0] ONE = 1;

  // --- what comes in

  reg  [1:0]   rx_phase;  // ticks of the byte
  reg  [4:0]   rx_count;  // bytes of the packet
  reg  [151:0] rx_bytes;
  wire         rx_byte = rx_valid && rx_phase == BYTE_TICKS - 1;

  assign in_valid = rx_byte && rx_count == 5'd19;
  assign in_packet = {rx_data, rx_bytes};

  always @(posedge clk) begin
    if (reset) begin
      rx_phase <= 2'd0;
      rx_count <= 5'd0;
      rx_bytes <= 152'd0;
    end else if (rx_byte) begin
      rx_phase <= 2'd0;
      rx_count <= in_valid ? 5'd0 : rx_count + 5'd1;
      rx_bytes <= in_packet[159:8];
    end else if (rx_valid) begin
      rx_phase <= rx_phase + 2'd1;
    end
  end

  // Header: bits 0 to 13 the destination, 14, 15, 30 and 31 the tag. The lowest dimension goes first.
  wire [LINKS-1:0] differ = node ^ in_packet[LINKS-1:0];
  wire [LINKS-1:0] beyond = differ & (differ - 1'b1);
  wire             to_all = {in_packet[31:30], in_packet[15:14]} == 4'd15;
  reg  [LINKS:0]   to_one;
  reg  [LINKS:0]   above;
  reg  [3:0]       next;

  always @* begin : route
    integer i;
    to_one = 0;
    above = 0;
    next = MEMORY;
    for (i = LINKS - 1; i >= 0; i = i - 1) begin
      if (beyond[i]) next = i[3:0];
      above[i] = i[3:0] > port;
    end
    to_one[LINKS-1:0] = differ & ~beyond;
    to_one[LINKS] = differ == 0;
    above[LINKS] = 1'b1;
  end

  assign in_outputs = to_all ? above : to_one;
  assign in_next = to_all ? PORTS_ABOVE : next;

  // --- what the far end asks for

  // one tick after a grant the far end has not seen it
  assign asked = rx_grant ? {LINKS + 2{1'b0}} : rx_wanted;
  assign asked_first = rx_first;

  always @(posedge clk) begin
    if (reset) begin
      rx_grant <= 1'b0;
      rx_next <= 4'd0;
    end else begin
      rx_grant <= serve && (asked & (ONE << serve_next)) != 0;
      rx_next <= serve ? serve_next : 4'd0;
    end
  end

  // --- the buffers: packets in the order in which they came, by link, the memory's last

  wire [160*BUFFERS-1:0] packets;
  reg  [BUFFERS-1:0]   slot_free;
  reg  [4:0]           count;          // in the order
  reg  [4*BUFFERS-1:0] order_slot;
  reg  [4*BUFFERS-1:0] order_next;
  reg  [BUFFERS-1:0]   order_contrary;
  reg  [4:0]           taken;          // with those reserved and the one that leaves
  reg  [4:0]           contraries;
  reg                  left;           // a tail has left: its buffer is free a tick later
  reg                  left_contrary;

  wire [4:0] still_taken = taken - {4'd0, left};
  wire [4:0] still_contrary = contraries - {4'd0, left && left_contrary};

  assign used = taken;
  assign contrary = contraries;
  assign room = still_taken < ALL;
  assign room_contrary = still_contrary + 5'd1 < ALL;

  // --- what goes out

  reg          granted;
  reg  [3:0]   granted_next;
  reg  [2:0]   wait_ticks;
  reg  [1:0]   tx_phase;
  reg  [4:0]   tx_count;
  reg  [151:0] tx_bytes;
  wire         begins = granted && wait_ticks == 3'd0;
  wire         tx_byte = tx_valid && tx_phase == BYTE_TICKS - 1;
  wire         tx_ends = tx_byte && tx_count == 5'd19;
  wire         asks = !granted && !tx_grant && (!tx_valid || tx_ends);

  wire [LINKS:0]           comes = {inject, put};
  wire [160*(LINKS+1)-1:0] comes_packet = {inject_packet, put_packet};
  wire [4*(LINKS+1)-1:0]   comes_next = {inject_next, put_next};

  reg  [BUFFERS-1:0]   slot_free_after;
  reg  [4:0]           count_after;
  reg  [4*BUFFERS-1:0] order_slot_after;
  reg  [4*BUFFERS-1:0] order_next_after;
  reg  [BUFFERS-1:0]   order_contrary_after;
  reg  [4:0]           taken_after;
  reg  [3:0]           out_slot;
  reg                  out_contrary;
  reg  [4*(LINKS+1)-1:0] in_slot;
  reg  [LINKS+1:0]     wanted;

  always @* begin : buffers
    integer i;
    integer j;
    integer place;
    slot_free_after = slot_free;
    count_after = count;
    order_slot_after = order_slot;
    order_next_after = order_next;
    order_contrary_after = order_contrary;
    taken_after = still_taken;
    out_slot = 4'd0;
    out_contrary = 1'b0;
    in_slot = 0;
    place = 0;
    if (begins) begin
      for (i = BUFFERS - 1; i >= 0; i = i - 1) begin
        if (order_next[4*i+:4] == granted_next) place = i;
      end
      out_slot = order_slot[4*place+:4];
      out_contrary = order_contrary[place];
      for (i = 0; i < BUFFERS - 1; i = i + 1) begin
        if (i >= place) begin
          order_slot_after[4*i+:4] = order_slot[4*i+4+:4];
          order_next_after[4*i+:4] = order_next[4*i+4+:4];
          order_contrary_after[i] = order_contrary[i+1];
        end
      end
      slot_free_after[out_slot] = 1'b1;
      count_after = count - 5'd1;
    end
    for (i = 0; i <= LINKS; i = i + 1) begin
      if (comes[i]) begin
        for (j = BUFFERS - 1; j >= 0; j = j - 1) begin
          if (slot_free_after[j]) in_slot[4*i+:4] = j[3:0];
        end
        slot_free_after[in_slot[4*i+:4]] = 1'b0;
        order_slot_after[4*count_after[3:0]+:4] = in_slot[4*i+:4];
        order_next_after[4*count_after[3:0]+:4] = comes_next[4*i+:4];
        order_contrary_after[count_after[3:0]] = i == LINKS && inject_contrary;
        count_after = count_after + 5'd1;
      end
    end
    for (i = 0; i < LINKS; i = i + 1) taken_after = taken_after + {4'd0, reserve[i]};
    taken_after = taken_after + {4'd0, inject};
    wanted = 0;
    for (i = 0; i < BUFFERS; i = i + 1) begin
      if (i < {27'd0, count_after}) wanted = wanted | (ONE << order_next_after[4*i+:4]);
    end
  end

  genvar slot;
  generate
    for (slot = 0; slot < BUFFERS; slot = slot + 1) begin : buffer
      reg [159:0] packet;
      integer i;
      always @(posedge clk) begin
        for (i = 0; i <= LINKS; i = i + 1) begin
          if (comes[i] && in_slot[4*i+:4] == slot) packet <= comes_packet[160*i+:160];
        end
      end
      assign packets[160*slot+:160] = packet;
    end
  endgenerate

  always @(posedge clk) begin : state
    if (reset) begin
      slot_free <= {BUFFERS{1'b1}};
      count <= 5'd0;
      order_slot <= 0;
      order_next <= 0;
      order_contrary <= 0;
      taken <= 5'd0;
      contraries <= 5'd0;
      left <= 1'b0;
      left_contrary <= 1'b0;
      granted <= 1'b0;
      granted_next <= 4'd0;
      wait_ticks <= 3'd0;
      tx_wanted <= 0;
      tx_first <= 4'd0;
      tx_valid <= 1'b0;
      tx_data <= 8'd0;
      tx_phase <= 2'd0;
      tx_count <= 5'd0;
      tx_bytes <= 152'd0;
    end else begin
      slot_free <= slot_free_after;
      count <= count_after;
      order_slot <= order_slot_after;
      order_next <= order_next_after;
      order_contrary <= order_contrary_after;
      taken <= taken_after;
      contraries <= still_contrary + {4'd0, inject && inject_contrary};
      left <= tx_ends;
      if (tx_grant) begin
        granted <= 1'b1;
        granted_next <= tx_next;
        wait_ticks <= ARBITRATION - 3;
        tx_wanted <= 0;
        tx_first <= 4'd0;
      end else if (asks && (wanted & ~tx_wanted) != 0) begin
        tx_wanted <= wanted;
        tx_first <= order_next_after[3:0];
      end else if (begins) begin
        granted <= 1'b0;
      end else if (granted) begin
        wait_ticks <= wait_ticks - 3'd1;
      end

      if (begins) begin
        left_contrary <= out_contrary;
        tx_valid <= 1'b1;
        {tx_bytes, tx_data} <= packets[160*{8'd0, out_slot}+:160];
        tx_phase <= 2'd0;
        tx_count <= 5'd0;
      end else if (tx_ends) begin
        tx_valid <= 1'b0;
        tx_data <= 8'd0;
      end else if (tx_byte) begin
        {tx_bytes, tx_data} <= {8'd0, tx_bytes};
        tx_phase <= 2'd0;
        tx_count <= tx_count + 5'd1;
      end else if (tx_valid) begin
        tx_phase <= tx_phase + 2'd1;
      end
    end
  end
endmodule
