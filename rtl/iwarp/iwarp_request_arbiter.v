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
    input      [4*32-1:0]       outputs_of,    // by bus
    input      [16*32-1:0]      outputs_in,    // by pool
    input      [OUTPUTS-1:0]    reserved,      // before this clock
    output reg [INPUTS-1:0]     granted,
    output reg [5*INPUTS-1:0]   numbers,       // of the output channels
    output reg [OUTPUTS-1:0]    taken
);
  localparam [4:0] LAST = INPUTS - 1;

  reg [4:0] last;
  reg [4:0] next_last;
  reg [INPUTS-1:0] after_last;
  reg [OUTPUTS-1:0] ways;  // outputs of the bus and pool that an input asks for
  reg [OUTPUTS-1:0] first;
  integer round;
  integer i;

  function [4:0] number_of(input [OUTPUTS-1:0] one);
    integer o;
    begin
      number_of = 5'd0;
      for (o = 0; o < OUTPUTS; o = o + 1) if (one[o]) number_of = number_of | o[4:0];
    end
  endfunction

  always @* begin
    granted = {INPUTS{1'b0}};
    numbers = {5 * INPUTS{1'b0}};
    taken = {OUTPUTS{1'b0}};
    next_last = last;
    after_last = {INPUTS{1'b0}};
    ways = {OUTPUTS{1'b0}};
    first = {OUTPUTS{1'b0}};
    if (asking != {INPUTS{1'b0}}) begin
      for (i = 0; i < INPUTS; i = i + 1) after_last[i] = i[4:0] > last;
      // first those after the last one that was granted, then the others
      for (round = 0; round < 2; round = round + 1) begin
        for (i = 0; i < INPUTS; i = i + 1) begin
          if (asking[i] && after_last[i] == (round == 0)) begin
            ways = outputs_of[32*bus[2*i+:2]+:OUTPUTS] & outputs_in[32*pool[4*i+:4]+:OUTPUTS] &
                   ~reserved & ~taken;
            first = ways & (~ways + {{OUTPUTS - 1{1'b0}}, 1'b1});
            taken = taken | first;
            granted[i] = |ways;
            if (|ways) numbers[5*i+:5] = number_of(first);
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
