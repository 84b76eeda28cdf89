// The transmitter's counters of free slots in the queues at the far ends, one for each logical
// output channel (section 5.2).
module iwarp_free_slots #(
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8
) (
    input                    clk,
    input                    reset,
    input                    step,
    input      [OUTPUTS-1:0] dequeued,  // a signal has come; counts at once
    input      [OUTPUTS-1:0] sent,
    output reg [OUTPUTS-1:0] room,
    output reg [8*OUTPUTS-1:0] left     // after this clock
);
  localparam [7:0] FULL = QUEUE_WORDS;

  reg [8*OUTPUTS-1:0] counts;
  reg [8*OUTPUTS-1:0] raised;
  integer i;

  always @* begin
    for (i = 0; i < OUTPUTS; i = i + 1) begin
      // a signal for a queue that is empty already is ignored
      raised[8*i+:8] = counts[8*i+:8] + {7'd0, dequeued[i] && counts[8*i+:8] != FULL};
      room[i] = raised[8*i+:8] != 8'd0;
    end
  end

  always @* begin
    for (i = 0; i < OUTPUTS; i = i + 1) left[8*i+:8] = raised[8*i+:8] - {7'd0, sent[i]};
  end

  always @(posedge clk) begin
    for (i = 0; i < OUTPUTS; i = i + 1) begin
      if (reset) counts[8*i+:8] <= FULL;
      else if (step) counts[8*i+:8] <= left[8*i+:8];
    end
  end
endmodule
