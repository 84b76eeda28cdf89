// The registers that are read, as they are behind all that is done in this clock.
module iwarp_read_port #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4
) (
    input      [11:0]                     address,
    input      [9:0]                      cell_address,
    input                                 frozen,
    input      [INPUTS-1:0]               own,
    input      [2*INPUTS-1:0]             bus_of,
    input      [5*INPUTS-1:0]             input_numbers,
    input      [INPUTS-1:0]               to_signal,
    input      [OUTPUTS-1:0]              spare,
    input      [2*OUTPUTS-1:0]            output_bus,
    input      [5*OUTPUTS-1:0]            output_numbers,
    input      [4*OUTPUTS-1:0]            pools,
    input      [29*INPUTS-1:0]            states,
    input      [PLACE_BITS*INPUTS-1:0]    heads,
    input      [SIZE_BITS*INPUTS-1:0]     sizes,
    input      [INPUTS-1:0]               spooled,     // the memory agent takes from it in this clock
    input      [11*INPUTS-1:0]            status,
    input      [OUTPUTS-1:0]              reserved,
    input      [OUTPUTS-1:0]              unfinished,  // in the midst of a message
    input      [8*OUTPUTS-1:0]            free_slots,
    input      [INPUTS-1:0]               thrown_away,
    input      [INPUTS-1:0]               abandoned,
    output     [PLACE_BITS-1:0]           place,   // of the word that is read, in each queue
    input      [35*INPUTS-1:0]            words,   // at that place
    output     [32*INPUTS-1:0]            channel_status,  // READ_CHANNEL of each
    output reg [31:0]                     data
);
  `include "iwarp_codes.vh"

  wire [4:0] channel = address[ADDRESS_CHANNEL+:5];
  wire [2:0] position = address[ADDRESS_POSITION+:3];

  // by channel, for the gates
  genvar c;
  generate
    for (c = 0; c < INPUTS; c = c + 1) begin : gate
      wire [STATE_BITS-1:0] one = states[29*c+:29];
      wire [SIZE_BITS-1:0] level = sizes[SIZE_BITS*c+:SIZE_BITS];
      wire readable = (one[MODE+:3] == HERE || one[MODE+:3] == OWN) && level != 0 &&
                      !one[ATTENTION] && !spooled[c];
      reg [31:0] bits;
      always @* begin
        bits = 32'd0;
        bits[READ_CHANNEL_THROWN_AWAY] = thrown_away[c];
        bits[READ_CHANNEL_ABANDONED] = abandoned[c];
        bits[READ_CHANNEL_REQUESTED_POOL+:4] = one[POOL+:4];
        bits[READ_CHANNEL_REQUESTED_BUS+:2] = one[BUS+:2];
        bits[READ_CHANNEL_READABLE] = readable;
        bits[READ_CHANNEL_MODE+:3] = one[MODE+:3];
        bits[READ_CHANNEL_LINKED] = one[LINK_VALID];
        bits[READ_CHANNEL_OUTPUT+:5] = one[LINK+:5];
        bits[READ_CHANNEL_HAS_DEFAULT] = one[DEFAULT_VALID];
        bits[READ_CHANNEL_DEFAULT_OUTPUT+:5] = one[DEFAULT+:5];
        bits[READ_CHANNEL_LEVEL+:SIZE_BITS] = level;
      end
      assign channel_status[32*c+:32] = bits;
    end
  endgenerate

  // of the channel that is read
  reg [STATE_BITS-1:0] asked;
  reg [PLACE_BITS-1:0] head;
  reg [34:0] word;
  reg [31:0] channel_state;
  reg [1:0] input_bus;
  reg [4:0] input_number;
  reg mine;
  integer i;

  always @* begin
    head = {PLACE_BITS{1'b0}};
    for (i = 0; i < INPUTS; i = i + 1) begin
      if (channel == i[4:0]) head = head | heads[PLACE_BITS*i+:PLACE_BITS];
    end
  end

  integer n;

  always @* begin
    asked = {STATE_BITS{1'b0}};
    word = 35'd0;
    channel_state = 32'd0;
    input_bus = 2'd0;
    input_number = 5'd0;
    mine = 1'b0;
    for (n = 0; n < INPUTS; n = n + 1) begin
      if (channel == n[4:0]) begin
        asked = asked | states[29*n+:29];
        word = word | words[35*n+:35];
        channel_state = channel_state | channel_status[32*n+:32];
        input_bus = input_bus | bus_of[2*n+:2];
        input_number = input_number | input_numbers[5*n+:5];
        mine = mine | own[n];
      end
    end
    if (position == 3'd0 && asked[BEGUN]) begin
      word[34:32] = PATHWAY_BEGIN;
      word[19:10] = cell_address;
    end
  end

  /* verilator lint_off UNUSEDSIGNAL */
  wire [7:0] offset = {5'd0, position};  // a short queue has no place for a high one
  /* verilator lint_on UNUSEDSIGNAL */
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_read (
      .from(head),
      .words(offset[SIZE_BITS-1:0]),
      .place(place)
  );

  // of the output that is read
  reg held;
  reg midst;
  reg [7:0] slots;
  reg off;
  reg [1:0] bus;
  reg [4:0] number;
  reg [3:0] pool;
  reg fed;
  reg [4:0] feeder;
  reg feeder_drained;
  reg feeder_passes;
  integer o;

  always @* begin
    held = 1'b0;
    midst = 1'b0;
    slots = 8'd0;
    off = 1'b0;
    bus = 2'd0;
    number = 5'd0;
    pool = 4'd0;
    for (o = 0; o < OUTPUTS; o = o + 1) begin
      if (channel == o[4:0]) begin
        held = held | reserved[o];
        midst = midst | unfinished[o];
        slots = slots | free_slots[8*o+:8];
        off = off | spare[o];
        bus = bus | output_bus[2*o+:2];
        number = number | output_numbers[5*o+:5];
        pool = pool | pools[4*o+:4];
      end
    end
    fed = 1'b0;
    feeder = 5'd0;
    feeder_drained = 1'b1;
    feeder_passes = 1'b0;
    for (o = 0; o < INPUTS; o = o + 1) begin
      if (states[29*o+LINK_VALID] && states[29*o+LINK+:5] == channel) begin
        fed = 1'b1;
        feeder = feeder | o[4:0];
        feeder_drained = sizes[SIZE_BITS*o+:SIZE_BITS] == 0 && (own[o] || !midst);
        feeder_passes = !own[o] && !states[29*o+JOINT];
      end
    end
  end

  integer k;

  always @* begin
    data = 32'd0;
    case (address[ADDRESS_SELECT+:4])
      READ_VALUE: data = word[31:0];
      READ_TAG: data[READ_TAG_TAG+:3] = word[34:32];
      READ_CHANNEL: data = channel_state;
      READ_OUTPUT: begin
        data[READ_OUTPUT_RESERVED] = held;
        data[READ_OUTPUT_FREE_SLOTS+:8] = slots;
        data[READ_OUTPUT_PASSES] = feeder_passes;
        data[READ_OUTPUT_DRAINED] = feeder_drained;
        data[READ_OUTPUT_FED] = fed;
        data[READ_OUTPUT_FEEDER+:5] = feeder;
      end
      READ_EVENTS: begin
        for (k = 0; k < EVENTS; k = k + 1) begin
          if (address[ADDRESS_KIND+:4] == k[3:0]) begin
            data[READ_EVENTS_CHANNELS+:INPUTS] = status[INPUTS*k+:INPUTS];
          end
        end
      end
      READ_STATUS: data[READ_STATUS_FROZEN] = frozen;
      READ_INPUT_CONTEXT: begin
        data[READ_INPUT_CONTEXT_NUMBER+:5] = input_number;
        data[READ_INPUT_CONTEXT_BUS+:2] = input_bus;
        data[READ_INPUT_CONTEXT_OWN] = mine;
        data[READ_INPUT_CONTEXT_DEFAULT_OUTPUT+:5] = asked[DEFAULT_VALID] ? asked[DEFAULT+:5] : 5'd0;
        data[READ_INPUT_CONTEXT_HAS_DEFAULT] = asked[DEFAULT_VALID];
        data[READ_INPUT_CONTEXT_OUTPUT+:5] = asked[LINK_VALID] ? asked[LINK+:5] : 5'd0;
        data[READ_INPUT_CONTEXT_LINKED] = asked[LINK_VALID];
        data[READ_INPUT_CONTEXT_MODE+:3] = asked[MODE+:3];
        data[READ_INPUT_CONTEXT_JOINT] = asked[JOINT];
        data[READ_INPUT_CONTEXT_REQUESTED_BUS+:2] = asked[BUS+:2];
        data[READ_INPUT_CONTEXT_REQUESTED_POOL+:4] = asked[POOL+:4];
        data[READ_INPUT_CONTEXT_CONVERT] = asked[CONVERT];
      end
      READ_OUTPUT_CONTEXT: begin
        data[READ_OUTPUT_CONTEXT_NUMBER+:5] = number;
        data[READ_OUTPUT_CONTEXT_SPARE] = off;
        data[READ_OUTPUT_CONTEXT_BUS+:2] = bus;
        data[READ_OUTPUT_CONTEXT_POOL+:4] = pool;
        data[READ_OUTPUT_CONTEXT_RESERVED] = held;
        data[READ_OUTPUT_CONTEXT_UNFINISHED] = midst;
      end
      READ_SIGNALS: data[READ_SIGNALS_CHANNELS+:INPUTS] = to_signal;
      default: ;
    endcase
  end
endmodule
