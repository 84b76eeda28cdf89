// Gives output channels to pathways that ask for one, in turn: each gets the lowest free channel of
// its bus and pool. Who gets none asks again in the next clock.
module iwarp_request_arbiter #(
    parameter INPUTS  = 20,
    parameter OUTPUTS = 20
) (
    input                       clk,
    input                       reset,
    input                       step,
    input      [INPUTS-1:0]     asking,
    input      [2*INPUTS-1:0]   bus,
    input      [4*INPUTS-1:0]   pool,
    input      [OUTPUTS-1:0]    open,          // see iwarp_allocation
    input      [2*OUTPUTS-1:0]  output_bus,
    input      [4*OUTPUTS-1:0]  pools,
    input      [OUTPUTS-1:0]    reserved,      // before this clock
    output reg [INPUTS-1:0]     granted,
    output     [5*INPUTS-1:0]   numbers,       // of the output channels
    output reg [OUTPUTS-1:0]    taken
);
  localparam [4:0] LAST = INPUTS - 1;

  reg [4:0] last;
  reg [4:0] next_last;
  reg [INPUTS-1:0] after_last;
  wire [INPUTS*OUTPUTS-1:0] ways;  // outputs of the bus and pool that each input asks for
  reg [INPUTS*OUTPUTS-1:0] given;
  reg [OUTPUTS-1:0] left;
  reg [OUTPUTS-1:0] first;
  integer round;
  integer i;

  genvar n;
  genvar o;
  generate
    for (n = 0; n < INPUTS; n = n + 1) begin : asks
      reg [4:0] number;
      integer c;

      for (o = 0; o < OUTPUTS; o = o + 1) begin : for_output
        assign ways[OUTPUTS*n+o] = asking[n] && open[o] && !reserved[o] &&
                                   {pool[4*n+:4], bus[2*n+:2]} ==
                                   {pools[4*o+:4], output_bus[2*o+:2]};
      end
      always @* begin
        number = 5'd0;
        for (c = 0; c < OUTPUTS; c = c + 1) if (given[OUTPUTS*n+c]) number = number | c[4:0];
      end
      assign numbers[5*n+:5] = number;
    end
  endgenerate

  always @* begin
    granted = {INPUTS{1'b0}};
    given = {INPUTS * OUTPUTS{1'b0}};
    taken = {OUTPUTS{1'b0}};
    next_last = last;
    after_last = {INPUTS{1'b0}};
    left = {OUTPUTS{1'b0}};
    first = {OUTPUTS{1'b0}};
    if (asking != {INPUTS{1'b0}}) begin
      for (i = 0; i < INPUTS; i = i + 1) after_last[i] = i[4:0] > last;
      // first those after the last one that was granted, then the others
      for (round = 0; round < 2; round = round + 1) begin
        for (i = 0; i < INPUTS; i = i + 1) begin
          if (asking[i] && after_last[i] == (round == 0)) begin
            left = ways[OUTPUTS*i+:OUTPUTS] & ~taken;
            first = left & (~left + {{OUTPUTS - 1{1'b0}}, 1'b1});
            taken = taken | first;
            granted[i] = |left;
            given[OUTPUTS*i+:OUTPUTS] = first;
          end
        end
        for (i = 0; i < INPUTS; i = i + 1) begin
          if (granted[i] && after_last[i] == (round == 0)) next_last = i[4:0];
        end
      end
    end
  end

  always @(posedge clk) begin
    if (reset) last <= LAST;
    else if (step) last <= next_last;
  end
endmodule
