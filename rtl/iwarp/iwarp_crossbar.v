// The logical crossbar with the turn of each output bus: which words go on at the edge to come.
module iwarp_crossbar #(
    parameter INPUTS  = 20,
    parameter OUTPUTS = 20
) (
    input                      clk,
    input                      reset,
    input                      step,
    input      [INPUTS-1:0]    send,        // the word at the head may go
    input      [5*INPUTS-1:0]  link,        // to this output
    input      [35*INPUTS-1:0] heads,       // words
    input      [OUTPUTS-1:0]   room,        // at the far end
    input      [4*OUTPUTS-1:0] outputs_of,  // by bus
    input                      frozen,
    output reg [INPUTS-1:0]    go,
    output     [OUTPUTS-1:0]   sent,
    output     [3:0]           load,        // a word begins on this bus
    output     [19:0]          number,      // from this output channel
    output reg [139:0]         word
);
  localparam [4:0] LAST = OUTPUTS - 1;
  localparam [OUTPUTS-1:0] ONE = 1;

  reg  [OUTPUTS-1:0]   wanted;  // outputs to which a word may go
  wire [OUTPUTS-1:0]   ready = wanted & room;
  wire [4*OUTPUTS-1:0] chosen;
  integer i;
  integer b;

  always @* begin
    wanted = {OUTPUTS{1'b0}};
    if (!frozen) begin
      for (i = 0; i < INPUTS; i = i + 1) if (send[i]) wanted = wanted | (ONE << link[5*i+:5]);
    end
  end

  genvar bus;
  generate
    for (bus = 0; bus < 4; bus = bus + 1) begin : side
      reg       busy;  // a word is in its first clock
      reg [4:0] last;

      iwarp_round_robin #(
          .CHANNELS(OUTPUTS)
      ) turn (
          .candidates(busy ? {OUTPUTS{1'b0}} : ready & outputs_of[OUTPUTS*bus+:OUTPUTS]),
          .last(last),
          .chosen(chosen[OUTPUTS*bus+:OUTPUTS]),
          .number(number[5*bus+:5])
      );
      assign load[bus] = |chosen[OUTPUTS*bus+:OUTPUTS];

      always @(posedge clk) begin
        if (reset) begin
          busy <= 1'b0;
          last <= LAST;
        end else if (step) begin
          busy <= load[bus];
          if (load[bus]) last <= number[5*bus+:5];
        end
      end
    end
  endgenerate

  assign sent = chosen[OUTPUTS-1:0] | chosen[OUTPUTS+:OUTPUTS] | chosen[2*OUTPUTS+:OUTPUTS] |
                chosen[3*OUTPUTS+:OUTPUTS];

  always @* begin
    go = {INPUTS{1'b0}};
    word = 140'd0;
    for (b = 0; b < 4; b = b + 1) begin
      if (load[b]) begin
        for (i = 0; i < INPUTS; i = i + 1) begin
          if (send[i] && link[5*i+:5] == number[5*b+:5]) begin
            go[i] = 1'b1;
            word[35*b+:35] = word[35*b+:35] | heads[35*i+:35];
          end
        end
      end
    end
  end
endmodule
