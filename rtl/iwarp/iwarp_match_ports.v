// The ports of the match CAM: so many begin markers are compared in a clock, those of other channels
// wait and go in turn.
module iwarp_match_ports #(
    parameter INPUTS  = 20,
    parameter ENTRIES = 8,
    parameter PORTS   = 4
) (
    input                       clk,
    input                       reset,
    input                       step,
    input      [2:0]            used,     // ports, 1 to PORTS
    input      [67*ENTRIES-1:0] entries,  // see iwarp_match_cam
    input      [INPUTS-1:0]     asking,   // a begin marker is at the head of the queue
    input      [32*INPUTS-1:0]  markers,  // its data
    output reg [INPUTS-1:0]     matched,  // in this clock, with these results
    output reg [INPUTS-1:0]     pathway_hit,
    output reg [INPUTS-1:0]     pathway_guard,
    output reg [INPUTS-1:0]     message_hit
);
  localparam [4:0] LAST = INPUTS - 1;
  localparam [INPUTS-1:0] ONE = 1;

  reg [4:0] last;
  reg [4:0] next_last;
  reg [INPUTS*PORTS-1:0] chosen;  // by port: one channel, or none
  reg [INPUTS-1:0] waiting;
  reg [INPUTS-1:0] first;
  integer p;
  integer i;

  always @* begin
    chosen = {INPUTS * PORTS{1'b0}};
    waiting = asking;
    next_last = last;
    first = {INPUTS{1'b0}};
    if (asking != {INPUTS{1'b0}}) begin
      for (p = 0; p < PORTS; p = p + 1) begin
        first = waiting & ~(((ONE << next_last) << 1) - ONE);
        if (first == {INPUTS{1'b0}}) first = waiting;
        first = p[2:0] < used ? first & (~first + ONE) : {INPUTS{1'b0}};
        chosen[INPUTS*p+:INPUTS] = first;
        waiting = waiting & ~first;
        for (i = 0; i < INPUTS; i = i + 1) if (first[i]) next_last = i[4:0];
      end
    end
  end

  always @(posedge clk) begin
    if (reset) last <= LAST;
    else if (step) last <= next_last;
  end

  wire [PORTS-1:0] hits;
  wire [PORTS-1:0] guards;
  wire [PORTS-1:0] messages;

  genvar number;
  generate
    for (number = 0; number < PORTS; number = number + 1) begin : port
      wire [INPUTS-1:0] channel = chosen[INPUTS*number+:INPUTS];
      reg [31:0] marker;
      integer c;

      always @* begin
        marker = 32'd0;
        if (channel != {INPUTS{1'b0}}) begin
          for (c = 0; c < INPUTS; c = c + 1) if (channel[c]) marker = marker | markers[32*c+:32];
        end
      end
      iwarp_match #(
          .ENTRIES(ENTRIES)
      ) match (
          .enable(channel != {INPUTS{1'b0}}),
          .entries(entries),
          .value(marker),
          .pathway_hit(hits[number]),
          .pathway_guard(guards[number]),
          .message_hit(messages[number])
      );
    end
  endgenerate

  integer m;

  always @* begin
    matched = {INPUTS{1'b0}};
    pathway_hit = {INPUTS{1'b0}};
    pathway_guard = {INPUTS{1'b0}};
    message_hit = {INPUTS{1'b0}};
    for (m = 0; m < PORTS; m = m + 1) begin
      matched = matched | chosen[INPUTS*m+:INPUTS];
      pathway_hit = pathway_hit | (chosen[INPUTS*m+:INPUTS] & {INPUTS{hits[m]}});
      pathway_guard = pathway_guard | (chosen[INPUTS*m+:INPUTS] & {INPUTS{guards[m]}});
      message_hit = message_hit | (chosen[INPUTS*m+:INPUTS] & {INPUTS{messages[m]}});
    end
  end
endmodule
