// The ports through which words go to and from the queues: two gates each way of the computation agent
// (section 7.1), a double word each way of the memory agent, and the end markers that end a spool
// (section 7.2). Which logical channel each of them works on, and what it finds there.
module iwarp_data_ports #(
    parameter INPUTS = 20
) (
    input      [9:0]           address,  // of the cell
    // see iwarp
    input      [9:0]           receive_channel,
    input      [1:0]           receive_ready,
    output     [1:0]           receive_valid,
    output     [69:0]          receive_word,
    input      [9:0]           send_channel,
    input      [1:0]           send_valid,
    input      [69:0]          send_word,
    output     [1:0]           send_ready,
    input      [4:0]           spool_from_channel,
    input      [1:0]           spool_from_ready,
    output     [1:0]           spool_from_valid,
    output     [69:0]          spool_from_word,
    input      [4:0]           spool_to_channel,
    input      [1:0]           spool_to_valid,
    input      [63:0]          spool_to_word,
    output     [1:0]           spool_to_ready,
    input      [4:0]           spool_end_channel,
    input                      spool_end_ready,
    output                     spool_end_valid,
    // by logical channel, see iwarp_channel
    input      [INPUTS-1:0]    readable,
    input      [INPUTS-1:0]    readable_two,
    input      [INPUTS-1:0]    room,
    input      [INPUTS-1:0]    room_two,
    input      [INPUTS-1:0]    from_valid,
    input      [INPUTS-1:0]    from_valid_two,
    input      [INPUTS-1:0]    end_valid,
    input      [INPUTS-1:0]    to_ready,
    input      [INPUTS-1:0]    to_ready_two,
    input      [70*INPUTS-1:0] fronts,
    output     [INPUTS-1:0]    gate_one,
    output     [INPUTS-1:0]    gate_two,
    output     [INPUTS-1:0]    send_one,
    output     [INPUTS-1:0]    send_two,
    output     [INPUTS-1:0]    spool_one,
    output     [INPUTS-1:0]    spool_two,
    output     [INPUTS-1:0]    spool_end,
    output     [INPUTS-1:0]    fill_one,
    output     [INPUTS-1:0]    fill_two,
    output     [35*INPUTS-1:0] first_pushed,
    output     [35*INPUTS-1:0] second_pushed
);
  `include "iwarp_codes.vh"

  wire [INPUTS-1:0] receives_0;  // channels of the ports, one bit each
  wire [INPUTS-1:0] receives_1;
  wire [INPUTS-1:0] sends_0;
  wire [INPUTS-1:0] sends_1;
  wire [INPUTS-1:0] spools_from;
  wire [INPUTS-1:0] spools_to;
  wire [INPUTS-1:0] ends;
  // a begin marker has this cell as its origin
  wire begins_0 = send_word[34:32] == PATHWAY_BEGIN;
  wire begins_1 = send_word[69:67] == PATHWAY_BEGIN;
  wire [34:0] sent_0 = {send_word[34:20], begins_0 ? address : send_word[19:10], send_word[9:0]};
  wire [34:0] sent_1 = {send_word[69:55], begins_1 ? address : send_word[54:45], send_word[44:35]};

  genvar c;
  generate
    for (c = 0; c < INPUTS; c = c + 1) begin : channel
      localparam [4:0] NUMBER = c;
      assign receives_0[c] = receive_channel[4:0] == NUMBER;
      assign receives_1[c] = receive_channel[9:5] == NUMBER;
      assign sends_0[c] = send_channel[4:0] == NUMBER;
      assign sends_1[c] = send_channel[9:5] == NUMBER;
      assign spools_from[c] = spool_from_channel == NUMBER;
      assign spools_to[c] = spool_to_channel == NUMBER;
      assign ends[c] = spool_end_channel == NUMBER;
      assign first_pushed[35*c+:35] = fill_one[c] ? {DATA, spool_to_word[31:0]}
                                    : sends_0[c] & send_valid[0] ? sent_0 : sent_1;
      assign second_pushed[35*c+:35] = fill_one[c] ? {DATA, spool_to_word[63:32]} : sent_1;
    end
  endgenerate

  wire [INPUTS-1:0] gate_0 = receives_0 & {INPUTS{receive_ready[0]}};
  wire [INPUTS-1:0] gate_1 = receives_1 & {INPUTS{receive_ready[1]}};
  wire [INPUTS-1:0] send_0 = sends_0 & {INPUTS{send_valid[0]}};
  wire [INPUTS-1:0] send_1 = sends_1 & {INPUTS{send_valid[1]}};
  assign gate_one = gate_0 | gate_1;
  assign gate_two = gate_0 & gate_1;
  assign send_one = send_0 | send_1;
  assign send_two = send_0 & send_1;
  assign spool_one = spools_from & {INPUTS{spool_from_ready[0]}};
  assign spool_two = spools_from & {INPUTS{spool_from_ready[1]}};
  assign spool_end = ends & {INPUTS{spool_end_ready}};
  assign fill_one = spools_to & {INPUTS{spool_to_valid[0]}};
  assign fill_two = spools_to & {INPUTS{spool_to_valid[1]}};

  // the second gate is behind the first where both have one channel
  wire behind = receive_ready[0] && receive_channel[4:0] == receive_channel[9:5];
  wire sends_behind = send_valid[0] && send_channel[4:0] == send_channel[9:5];

  assign receive_valid[0] = |(readable & receives_0);
  assign receive_valid[1] = |((behind ? readable_two : readable) & receives_1);
  assign send_ready[0] = |(room & sends_0);
  assign send_ready[1] = |((sends_behind ? room_two : room) & sends_1);
  assign spool_from_valid[0] = |(from_valid & spools_from);
  assign spool_from_valid[1] = |(from_valid_two & spools_from);
  assign spool_to_ready[0] = |(to_ready & spools_to);
  assign spool_to_ready[1] = |(to_ready_two & spools_to);
  assign spool_end_valid = |(end_valid & ends);

  reg [34:0] word_0;
  reg [69:0] words_1;
  reg [69:0] spooled;
  integer i;

  always @* begin
    word_0 = 35'd0;
    words_1 = 70'd0;
    spooled = 70'd0;
    for (i = 0; i < INPUTS; i = i + 1) begin
      if (receives_0[i]) word_0 = word_0 | fronts[70*i+:35];
      if (receives_1[i]) words_1 = words_1 | fronts[70*i+:70];
      if (spools_from[i]) spooled = spooled | fronts[70*i+:70];
    end
  end
  assign receive_word = {behind ? words_1[69:35] : words_1[34:0], word_0};
  assign spool_from_word = spooled;
endmodule
