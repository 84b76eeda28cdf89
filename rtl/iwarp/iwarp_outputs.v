// The logical output channels of a cell: the crossbar to the busses, the credit of the far ends, who
// holds a channel, and which channels are in the midst of a message.
module iwarp_outputs #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8
) (
    input                      clk,
    input                      reset,
    input                      step,
    input                      frozen,
    // allocation
    input      [OUTPUTS-1:0]   open,
    input      [2*OUTPUTS-1:0] output_bus,
    input      [4*OUTPUTS-1:0] pools,
    input      [4*OUTPUTS-1:0] outputs_of,
    // words of the inputs
    input      [INPUTS-1:0]    send,
    input      [5*INPUTS-1:0]  link,
    input      [35*INPUTS-1:0] head_words,
    output     [INPUTS-1:0]    go,
    input      [INPUTS-1:0]    link_freed,
    // requests of the inputs
    input      [INPUTS-1:0]    asking,
    input      [2*INPUTS-1:0]  request_bus,
    input      [4*INPUTS-1:0]  request_pool,
    output     [INPUTS-1:0]    granted,
    output     [5*INPUTS-1:0]  granted_output,
    // busses
    input      [OUTPUTS-1:0]   dequeued,
    output     [3:0]           load,
    output     [19:0]          load_output,
    output     [139:0]         load_word,
    output     [8*OUTPUTS-1:0] free_slots,
    // channels that are held, and those in the midst of a message: before configuration is written,
    // and at the end of the clock
    output     [OUTPUTS-1:0]   reserved_now,
    input      [OUTPUTS-1:0]   next_reserved,
    input      [OUTPUTS-1:0]   begun,           // a message that a program redirects
    output reg [OUTPUTS-1:0]   now_unfinished,
    input      [OUTPUTS-1:0]   next_unfinished
);
  `include "iwarp_codes.vh"
  localparam [OUTPUTS-1:0] ONE_OUTPUT = 1;

  reg [OUTPUTS-1:0] reserved;
  wire [OUTPUTS-1:0] newly_taken;
  wire [OUTPUTS-1:0] sent;
  wire [OUTPUTS-1:0] room_there;

  iwarp_crossbar #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) crossbar (
      .clk(clk),
      .reset(reset),
      .step(step),
      .send(send),
      .link(link),
      .heads(head_words),
      .room(room_there),
      .outputs_of(outputs_of),
      .frozen(frozen),
      .go(go),
      .sent(sent),
      .load(load),
      .number(load_output),
      .word(load_word)
  );

  iwarp_free_slots #(
      .OUTPUTS(OUTPUTS),
      .QUEUE_WORDS(QUEUE_WORDS)
  ) slots (
      .clk(clk),
      .reset(reset),
      .step(step),
      .dequeued(dequeued),
      .sent(sent),
      .room(room_there),
      .left(free_slots)
  );

  iwarp_request_arbiter #(
      .INPUTS (INPUTS),
      .OUTPUTS(OUTPUTS)
  ) arbiter (
      .clk(clk),
      .reset(reset),
      .step(step),
      .asking(asking),
      .bus(request_bus),
      .pool(request_pool),
      .open(open),
      .output_bus(output_bus),
      .pools(pools),
      .reserved(reserved),
      .granted(granted),
      .numbers(granted_output),
      .taken(newly_taken)
  );

  reg [OUTPUTS-1:0] released;
  integer i;
  integer b;

  always @* begin
    released = {OUTPUTS{1'b0}};
    for (i = 0; i < INPUTS; i = i + 1) begin
      if (link_freed[i]) released = released | (ONE_OUTPUT << link[5*i+:5]);
    end
  end
  assign reserved_now = (reserved & ~released) | newly_taken;

  // outputs in the midst of a message, with the words that begin at the edge to come; of one that
  // a program redirects the begin marker may have been read
  reg [OUTPUTS-1:0] unfinished;
  always @* begin
    now_unfinished = unfinished;
    for (b = 0; b < 4; b = b + 1) begin
      if (load[b]) begin
        case (load_word[35*b+32+:3])
          MESSAGE_BEGIN: now_unfinished = now_unfinished | (ONE_OUTPUT << load_output[5*b+:5]);
          MESSAGE_END, PATHWAY_END:
            now_unfinished = now_unfinished & ~(ONE_OUTPUT << load_output[5*b+:5]);
          default: ;
        endcase
      end
    end
    now_unfinished = now_unfinished | begun;
  end

  always @(posedge clk) begin
    if (reset) begin
      reserved <= {OUTPUTS{1'b0}};
      unfinished <= {OUTPUTS{1'b0}};
    end else if (step) begin
      reserved <= next_reserved;
      unfinished <= next_unfinished;
    end
  end
endmodule
