// The registers that the computation agent reads, as they are after the writes of this clock.
module iwarp_read_port #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4,
    parameter WRITES = 4
) (
    input      [11:0]                     address,
    input      [9:0]                      cell_address,
    input                                 frozen,
    input      [INPUTS-1:0]               own,
    input      [2*INPUTS-1:0]             bus_of,
    input      [19:0]                     first_output,  // of each bus
    /* verilator lint_off UNUSEDSIGNAL */
    input      [16*32-1:0]                outputs_in,    // by pool
    /* verilator lint_on UNUSEDSIGNAL */
    input      [29*INPUTS-1:0]            states,
    input      [PLACE_BITS*INPUTS-1:0]    heads,
    input      [SIZE_BITS*INPUTS-1:0]     sizes,
    input      [3*QUEUE_WORDS*INPUTS-1:0] tags,
    input      [WRITES-1:0]               pushed,
    input      [5*WRITES-1:0]             pushed_channel,
    input      [PLACE_BITS*WRITES-1:0]    pushed_place,
    input      [35*WRITES-1:0]            pushed_word,
    input      [11*INPUTS-1:0]            status,
    input      [OUTPUTS-1:0]              reserved,
    input      [OUTPUTS-1:0]              unfinished,  // in the midst of a message
    input      [8*OUTPUTS-1:0]            free_slots,
    input      [INPUTS-1:0]               thrown_away,
    input      [INPUTS-1:0]               abandoned,
    output     [PLACE_BITS-1:0]           place,   // of the word that is read, in each queue
    input      [32*INPUTS-1:0]            values,  // at that place
    output     [32*INPUTS-1:0]            channel_status,  // READ_CHANNEL of each
    output reg [31:0]                     data
);
  `include "iwarp_codes.vh"

  wire [4:0] channel = address[ADDRESS_CHANNEL+:5];
  wire [PLACE_BITS-1:0] head = heads[PLACE_BITS*channel+:PLACE_BITS];
  wire [2:0] position = address[ADDRESS_POSITION+:3];
  wire [3*QUEUE_WORDS-1:0] stored = tags[3*QUEUE_WORDS*channel+:3*QUEUE_WORDS];

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

  // by channel, for the gates
  genvar c;
  generate
    for (c = 0; c < INPUTS; c = c + 1) begin : gate
      wire [STATE_BITS-1:0] one = states[29*c+:29];
      wire [SIZE_BITS-1:0] words = sizes[SIZE_BITS*c+:SIZE_BITS];
      wire readable = (one[MODE+:3] == HERE || one[MODE+:3] == OWN) && words != 0 &&
                      !one[ATTENTION];
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
        bits[READ_CHANNEL_LEVEL+:SIZE_BITS] = words;
      end
      assign channel_status[32*c+:32] = bits;
    end
  endgenerate

  // of one channel, for its context
  wire [STATE_BITS-1:0] asked = states[29*channel+:29];
  reg [1:0] output_bus;
  reg [3:0] output_pool;
  integer b;

  always @* begin
    output_bus = 2'd0;
    for (b = 1; b < 4; b = b + 1) if (channel >= first_output[5*b+:5]) output_bus = b[1:0];
    output_pool = 4'd0;
    for (b = 0; b < 16; b = b + 1) begin
      if (outputs_in[{b[3:0], channel}]) output_pool = output_pool | b[3:0];
    end
  end

  reg [34:0] word;
  reg fed;
  reg [4:0] feeder;
  reg feeder_drained;
  reg feeder_passes;
  integer i;
  integer p;

  always @* begin
    word = {stored[3*place+:3], values[32*channel+:32]};
    for (p = 0; p < WRITES; p = p + 1) begin
      if (pushed[p] && pushed_channel[5*p+:5] == channel &&
          pushed_place[PLACE_BITS*p+:PLACE_BITS] == place) begin
        word = pushed_word[35*p+:35];
      end
    end
    if (position == 3'd0 && states[29*channel+BEGUN]) begin
      word[34:32] = PATHWAY_BEGIN;
      word[19:10] = cell_address;
    end

    // what feeds an output
    fed = 1'b0;
    feeder = 5'd0;
    feeder_drained = 1'b1;
    feeder_passes = 1'b0;
    if (address[ADDRESS_SELECT+:4] == READ_OUTPUT) begin
      for (i = 0; i < INPUTS; i = i + 1) begin
      if (states[29*i+LINK_VALID] && states[29*i+LINK+:5] == channel) begin
        fed = 1'b1;
        feeder = i[4:0];
        feeder_drained = sizes[SIZE_BITS*i+:SIZE_BITS] == 0 && (own[i] || !unfinished[channel]);
        feeder_passes = !own[i] && !states[29*i+JOINT];
      end
      end
    end

    data = 32'd0;
    case (address[ADDRESS_SELECT+:4])
      READ_VALUE: data = word[31:0];
      READ_TAG: data[READ_TAG_TAG+:3] = word[34:32];
      READ_CHANNEL: data = channel_status[32*channel+:32];
      READ_OUTPUT: begin
        data[READ_OUTPUT_RESERVED] = reserved[channel];
        data[READ_OUTPUT_FREE_SLOTS+:8] = free_slots[8*channel+:8];
        data[READ_OUTPUT_PASSES] = feeder_passes;
        data[READ_OUTPUT_DRAINED] = feeder_drained;
        data[READ_OUTPUT_FED] = fed;
        data[READ_OUTPUT_FEEDER+:5] = feeder;
      end
      READ_EVENTS: begin
        for (i = 0; i < EVENTS; i = i + 1) begin
          if (address[ADDRESS_KIND+:4] == i[3:0]) begin
            data[READ_EVENTS_CHANNELS+:INPUTS] = status[INPUTS*i+:INPUTS];
          end
        end
      end
      READ_STATUS: data[READ_STATUS_FROZEN] = frozen;
      READ_INPUT_CONTEXT: begin
        data[READ_INPUT_CONTEXT_NUMBER+:5] = channel;
        data[READ_INPUT_CONTEXT_BUS+:2] = bus_of[2*channel+:2];
        data[READ_INPUT_CONTEXT_OWN] = own[channel];
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
        data[READ_OUTPUT_CONTEXT_NUMBER+:5] = channel;
        data[READ_OUTPUT_CONTEXT_BUS+:2] = output_bus;
        data[READ_OUTPUT_CONTEXT_POOL+:4] = output_pool;
        data[READ_OUTPUT_CONTEXT_RESERVED] = reserved[channel];
        data[READ_OUTPUT_CONTEXT_UNFINISHED] = unfinished[channel];
      end
      default: ;
    endcase
  end
endmodule
