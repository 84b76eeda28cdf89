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
    input      [4*OUTPUTS-1:0]  outputs_of,    // by bus
    input      [16*OUTPUTS-1:0] outputs_in,    // by pool
    input      [OUTPUTS-1:0]    reserved,      // before this clock
    output reg [INPUTS-1:0]     granted,
    output reg [5*INPUTS-1:0]   numbers,       // of the output channels
    output reg [OUTPUTS-1:0]    taken
);
  localparam [4:0] LAST = INPUTS - 1;

  reg [4:0] last;
  reg [4:0] next_last;
  reg [OUTPUTS-1:0] candidates;
  reg [OUTPUTS-1:0] first;
  integer round;
  integer i;
  integer o;

  always @* begin
    granted = {INPUTS{1'b0}};
    numbers = {5 * INPUTS{1'b0}};
    taken = {OUTPUTS{1'b0}};
    next_last = last;
    candidates = {OUTPUTS{1'b0}};
    first = {OUTPUTS{1'b0}};
    // first those after the last one that was granted, then the others
    if (asking != {INPUTS{1'b0}}) begin
      for (round = 0; round < 2; round = round + 1) begin
        for (i = 0; i < INPUTS; i = i + 1) begin
          if (asking[i] && (i[4:0] > last) == (round == 0)) begin
            candidates = outputs_of[OUTPUTS*bus[2*i+:2]+:OUTPUTS] &
                         outputs_in[OUTPUTS*pool[4*i+:4]+:OUTPUTS] & ~reserved & ~taken;
            first = candidates & (~candidates + {{OUTPUTS - 1{1'b0}}, 1'b1});
            taken = taken | first;
            granted[i] = |candidates;
            if (|candidates) begin
              next_last = i[4:0];
              for (o = 0; o < OUTPUTS; o = o + 1) begin
                if (first[o]) numbers[5*i+:5] = numbers[5*i+:5] | o[4:0];
              end
            end
          end
        end
      end
    end
  end

  always @(posedge clk) begin
    if (reset) last <= LAST;
    else if (step) last <= next_last;
  end
endmodule
