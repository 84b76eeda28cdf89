// Steps of a logical input channel from one state to the next, as functions; several happen one
// after the other in a clock. To be included inside a module, after iwarp_codes.vh. A step gives the
// events that it posts and the new state.
localparam STEP_BITS = CHANNEL_EVENTS + STATE_BITS;

function [2:0] head_tag(input [STATE_BITS-1:0] s, input [2:0] stored);
  head_tag = s[BEGUN] ? PATHWAY_BEGIN : stored;
endfunction

// A marker at the head is told once.
function [STEP_BITS-1:0] post_arrival(input [STATE_BITS-1:0] s, input [2:0] tag);
  reg [STATE_BITS-1:0] n;
  reg [CHANNEL_EVENTS-1:0] e;
  begin
    n = s;
    e = 0;
    if (!s[POSTED]) begin
      e[EVENT_MESSAGE_END] = tag == MESSAGE_END;
      e[EVENT_APPLICATION] = tag == APPLICATION;
      e[EVENT_PATHWAY_END] = tag == PATHWAY_END && s[MODE+:3] == HERE;
      n[POSTED] = 1'b1;
    end
    post_arrival = {e, n};
  end
endfunction

// A word has come to the head of the queue, or the channel has another use.
function [STEP_BITS-1:0] expose(input [STATE_BITS-1:0] s, input cells, input [2:0] stored);
  reg [STATE_BITS-1:0] n;
  reg [CHANNEL_EVENTS-1:0] e;
  reg [2:0] tag;
  begin
    n = s;
    e = 0;
    if (s[MODE+:3] == LINKED && s[CONVERT]) begin
      n[CONVERT] = 1'b0;
      n[BEGUN] = 1'b1;
    end
    tag = head_tag(n, stored);
    case (s[MODE+:3])
      LINKED:
        if (!cells && ((tag == MESSAGE_BEGIN && !s[POSTED]) || (tag == PATHWAY_END && s[JOINT]))) begin
          n[ATTENTION] = 1'b1;
        end else begin
          if (!cells && tag != DATA) {e, n} = post_arrival(n, tag);
          n[SEND] = 1'b1;
        end
      HERE:
        if (tag == MESSAGE_BEGIN && !s[POSTED]) n[ATTENTION] = 1'b1;
        else {e, n} = post_arrival(n, tag);
      IDLE, DISCARDING: n[ATTENTION] = 1'b1;
      default: ;
    endcase
    expose = {e, n};
  end
endfunction

function [STATE_BITS-1:0] unlink(input [STATE_BITS-1:0] s, input cells);
  begin
    unlink = s;
    if (s[LINK_VALID]) begin
      unlink[SEND] = 1'b0;
      unlink[LINK_VALID] = 1'b0;
      unlink[MODE+:3] = cells ? OWN : HERE;
    end
  end
endfunction

// `filled`: there is a word in the queue.
function [STEP_BITS-1:0] connect(input [STATE_BITS-1:0] s, input cells, input [4:0] to, input filled,
                              input [2:0] stored);
  reg [STATE_BITS-1:0] n;
  begin
    n = s;
    n[LINK_VALID] = 1'b1;
    n[LINK+:5] = to;
    n[MODE+:3] = LINKED;
    connect = filled ? expose(n, cells, stored) : {{CHANNEL_EVENTS{1'b0}}, n};
  end
endfunction

// The word at the head is taken; `left` others stay in the queue, the next with the tag `next`.
function [STEP_BITS-1:0] take(input [STATE_BITS-1:0] s, input cells, input [2:0] stored, input left,
                              input [2:0] next);
  reg [STATE_BITS-1:0] n;
  begin
    n = s;
    n[BEGUN] = 1'b0;
    n[POSTED] = 1'b0;
    n[CLAIMED] = 1'b0;
    n[SEND] = 1'b0;
    if (head_tag(s, stored) == PATHWAY_END) begin
      n[LINK_VALID] = 1'b0;
      n[MODE+:3] = cells ? OWN : IDLE;
      n[JOINT] = 1'b0;
      n[DEFAULT_VALID] = 1'b0;
    end
    take = left ? expose(n, cells, next) : {{CHANNEL_EVENTS{1'b0}}, n};
  end
endfunction

// Taking this word frees the output channel. That of a joint cell belongs to another pathway.
function frees(input [STATE_BITS-1:0] s, input [2:0] stored);
  frees = head_tag(s, stored) == PATHWAY_END && s[LINK_VALID] && !s[JOINT];
endfunction

// The rest of the pathway is thrown away, because of `why`.
function [STEP_BITS-1:0] throw_away(input [STATE_BITS-1:0] s, input [CHANNEL_EVENTS-1:0] why,
                                    input filled);
  reg [STATE_BITS-1:0] n;
  begin
    n = s;
    n[CONVERT] = 1'b0;
    n[MODE+:3] = DISCARDING;
    n[ATTENTION] = s[ATTENTION] | filled;
    throw_away = {why, n};
  end
endfunction

// Asks for an output channel; `leads`: there is one of this bus and pool.
function [STEP_BITS-1:0] ask(input [STATE_BITS-1:0] s, input [1:0] bus, input [3:0] pool,
                             input leads, input filled);
  reg [STATE_BITS-1:0] n;
  reg [CHANNEL_EVENTS-1:0] e;
  begin
    n = s;
    e = 0;
    e[EVENT_END_OF_ARRAY] = 1'b1;
    n[MODE+:3] = ROUTING;
    n[BUS+:2] = bus;
    n[POOL+:4] = pool;
    n[REQUESTING] = 1'b1;
    ask = leads ? {{CHANNEL_EVENTS{1'b0}}, n} : throw_away(s, e, filled);
  end
endfunction
