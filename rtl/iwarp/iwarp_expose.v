// Step of a logical input channel: a word has come to the head of its queue, or the channel has
// another use. State and events are those of iwarp_codes.vh.
module iwarp_expose (
    input             enable,
    input      [28:0] state,
    input             own,
    input      [2:0]  stored,      // tag of the word at the head
    output reg [28:0] next_state,
    output reg [8:0]  events
);
  `include "iwarp_codes.vh"

  wire converts = state[MODE+:3] == LINKED && state[CONVERT];
  wire [2:0] tag = state[BEGUN] || converts ? PATHWAY_BEGIN : stored;
  reg arrives;

  always @* begin
    next_state = state;
    events = 9'd0;
    arrives = 1'b0;
    if (enable) begin
      if (converts) begin
        next_state[CONVERT] = 1'b0;
        next_state[BEGUN] = 1'b1;
      end
      case (state[MODE+:3])
        LINKED:
          if (!own && ((tag == MESSAGE_BEGIN && !state[POSTED]) ||
                       (tag == PATHWAY_END && state[JOINT]))) begin
            next_state[ATTENTION] = 1'b1;
          end else begin
            arrives = !own && tag != DATA;
            next_state[SEND] = 1'b1;
          end
        HERE:
          if (tag == MESSAGE_BEGIN && !state[POSTED]) next_state[ATTENTION] = 1'b1;
          else arrives = 1'b1;
        IDLE, DISCARDING: next_state[ATTENTION] = 1'b1;
        default: ;
      endcase
      // a marker at the head is told once
      if (arrives && !state[POSTED]) begin
        events[EVENT_MESSAGE_END] = tag == MESSAGE_END;
        events[EVENT_APPLICATION] = tag == APPLICATION;
        events[EVENT_PATHWAY_END] = tag == PATHWAY_END && state[MODE+:3] == HERE;
        next_state[POSTED] = 1'b1;
      end
    end
  end
endmodule
