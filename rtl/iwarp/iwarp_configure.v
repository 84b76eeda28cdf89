// A write to the registers of configuration that works on a logical input channel: what it means for that
// channel, and for those that it takes an output from. There is one in a clock.
module iwarp_configure #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20
) (
    input                    write,
    /* verilator lint_off UNUSEDSIGNAL */
    input      [11:0]        address,
    input      [31:0]        data,
    input      [29*INPUTS-1:0] states,    // behind what the memory agent does in this clock
    /* verilator lint_on UNUSEDSIGNAL */
    input      [INPUTS-1:0]  own,
    input      [63:0]        leads,      // an output channel is there, by bus and pool
    input      [OUTPUTS-1:0] reserved,
    output reg [INPUTS-1:0]  selected,   // the channel
    output                   asks,       // for an output channel
    output                   joins,
    output                   redirects,
    output                   withdraws,
    output                   links,      // it to `target`, which no other feeds from now on
    output     [4:0]         target,
    output     [1:0]         bus,        // asked for
    output     [3:0]         pool,
    output                   there,      // there is such a channel
    output reg [OUTPUTS-1:0] next_reserved,
    output reg [OUTPUTS-1:0] begun       // outputs that a redirected message takes
);
  `include "iwarp_codes.vh"

  wire [3:0] group = address[ADDRESS_SELECT+:4];
  wire [4:0] channel = address[ADDRESS_CHANNEL+:5];
  wire valid = write && {1'b0, channel} < INPUTS[5:0];

  reg mine;
  reg requesting;
  reg claimed;
  reg has_default;
  reg [4:0] default_output;
  reg [2:0] mode;
  reg taken;
  integer i;
  integer o;

  always @* begin
    selected = {INPUTS{1'b0}};
    mine = 1'b0;
    requesting = 1'b0;
    claimed = 1'b0;
    has_default = 1'b0;
    default_output = 5'd0;
    mode = 3'd0;
    for (i = 0; i < INPUTS; i = i + 1) begin
      if (channel == i[4:0]) begin
        selected[i] = valid;
        mine = mine | own[i];
        requesting = requesting | states[29*i+REQUESTING];
        claimed = claimed | states[29*i+CLAIMED];
        has_default = has_default | states[29*i+DEFAULT_VALID];
        default_output = default_output | states[29*i+DEFAULT+:5];
        mode = mode | states[29*i+MODE+:3];
      end
    end
    taken = 1'b0;
    for (o = 0; o < OUTPUTS; o = o + 1) if (target == o[4:0]) taken = taken | reserved[o];
  end

  assign bus = data[WRITE_REQUEST_BUS+:2];
  assign pool = data[WRITE_REQUEST_POOL+:4];
  assign there = leads[{bus, pool}];
  assign asks = valid && group == WRITE_REQUEST;
  assign joins = valid && group == WRITE_JOIN;
  assign redirects = valid && group == WRITE_REDIRECT && !mine;
  assign withdraws = valid && group == WRITE_WITHDRAW && mine && requesting;
  wire restores = valid && group == WRITE_RESTORE && has_default;
  assign target = group == WRITE_RESTORE ? default_output : data[WRITE_JOIN_OUTPUT+:5];
  wire assigns = valid && group == WRITE_ASSIGN && mine && mode == OWN && !taken;
  assign links = redirects || assigns || ((joins || restores) && !claimed);

  always @* begin
    next_reserved = reserved;
    begun = {OUTPUTS{1'b0}};
    for (o = 0; o < OUTPUTS; o = o + 1) begin
      if (target == o[4:0]) begin
        if (joins | links) next_reserved[o] = 1'b1;
        begun[o] = redirects;
      end
    end
  end
endmodule
