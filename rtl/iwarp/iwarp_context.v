// The context registers (Feldmann et al. 1993, section 4.2): the state of logical channels whose queues
// are empty, as it is saved and loaded. What is written comes behind all else that is done to a channel
// in the clock. Nothing is written to an input with words in its queue. An input that is allocated anew is
// as after reset; where it is, iwarp_allocation keeps.
module iwarp_context #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20,
    parameter SIZE_BITS = 4
) (
    input                             write,
    /* verilator lint_off UNUSEDSIGNAL */
    input      [11:0]                 write_address,
    input      [31:0]                 data,
    /* verilator lint_on UNUSEDSIGNAL */
    input      [INPUTS-1:0]           own,
    // before
    input      [29*INPUTS-1:0]        states,
    input      [SIZE_BITS*INPUTS-1:0] sizes,
    input      [OUTPUTS-1:0]          reserved,
    input      [OUTPUTS-1:0]          unfinished,
    // after
    output reg [29*INPUTS-1:0]        next_states,
    output reg [OUTPUTS-1:0]          next_reserved,
    output reg [OUTPUTS-1:0]          next_unfinished
);
  `include "iwarp_codes.vh"
  // parts of the register
  localparam [2:0] INPUT = 3'd0;
  localparam [2:0] OUTPUT = 3'd1;
  localparam [2:0] RELEASE_INPUTS = 3'd2;
  localparam [2:0] RELEASE_OUTPUTS = 3'd3;

  wire valid = write && write_address[ADDRESS_SELECT+:4] == WRITE_CONTEXT;
  wire [2:0] part = write_address[ADDRESS_PART+:3];
  wire [4:0] channel = write_address[ADDRESS_CHANNEL+:5];
  wire allocates = write && write_address[ADDRESS_SELECT+:4] == WRITE_ALLOCATE && part == INPUT;
  integer i;

  reg [STATE_BITS-1:0] loaded;

  always @* begin
    loaded = {STATE_BITS{1'b0}};
    loaded[MODE+:3] = data[READ_INPUT_CONTEXT_MODE+:3];
    loaded[REQUESTING] = data[READ_INPUT_CONTEXT_MODE+:3] == ROUTING;
    loaded[CONVERT] = data[READ_INPUT_CONTEXT_CONVERT];
    loaded[JOINT] = data[READ_INPUT_CONTEXT_JOINT];
    loaded[LINK_VALID] = data[READ_INPUT_CONTEXT_LINKED];
    loaded[LINK+:5] = data[READ_INPUT_CONTEXT_OUTPUT+:5];
    loaded[DEFAULT_VALID] = data[READ_INPUT_CONTEXT_HAS_DEFAULT];
    loaded[DEFAULT+:5] = data[READ_INPUT_CONTEXT_DEFAULT_OUTPUT+:5];
    loaded[BUS+:2] = data[READ_INPUT_CONTEXT_REQUESTED_BUS+:2];
    loaded[POOL+:4] = data[READ_INPUT_CONTEXT_REQUESTED_POOL+:4];
  end

  always @* begin
    next_states = states;
    next_reserved = reserved;
    next_unfinished = unfinished;
    if (allocates) begin
      for (i = 0; i < INPUTS; i = i + 1) begin
        if (channel == i[4:0]) begin
          next_states[29*i+:29] = {
            {STATE_BITS - MODE - 3{1'b0}}, data[WRITE_ALLOCATE_OFF] ? OWN : IDLE, {MODE{1'b0}}
          };
        end
      end
    end
    if (valid) begin
      for (i = 0; i < INPUTS; i = i + 1) begin
        if (sizes[SIZE_BITS*i+:SIZE_BITS] == {SIZE_BITS{1'b0}}) begin
          if (part == INPUT && channel == i[4:0]) next_states[29*i+:29] = loaded;
          if (part == RELEASE_INPUTS && data[i]) begin
            next_states[29*i+:29] = {
              {STATE_BITS - MODE - 3{1'b0}}, own[i] ? OWN : IDLE, {MODE{1'b0}}
            };
          end
        end
      end
      for (i = 0; i < OUTPUTS; i = i + 1) begin
        if (part == OUTPUT && channel == i[4:0]) begin
          next_reserved[i] = data[READ_OUTPUT_CONTEXT_RESERVED];
          next_unfinished[i] = data[READ_OUTPUT_CONTEXT_UNFINISHED];
        end
        if (part == RELEASE_OUTPUTS && data[i]) begin
          next_reserved[i] = 1'b0;
          next_unfinished[i] = 1'b0;
        end
      end
    end
  end
endmodule
