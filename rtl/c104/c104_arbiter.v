// Gives free outputs to waiting packets: the longest waiting first, of equals the input with the
// lowest number; each takes the free output with the lowest number of its hunt group.
module c104_arbiter #(
    parameter LINKS = 8,
    parameter LINK  = 3
) (
    input                        clk,
    input                        reset,
    input            [LINKS-1:0] request,
    input      [LINKS*LINKS-1:0] group,      // of input i at LINKS i
    input            [LINKS-1:0] free,       // outputs
    input            [LINKS-1:0] down,       // outputs whose link is down
    input                        localize,   // give up where the whole group is down
    output reg       [LINKS-1:0] grant,
    output reg       [LINKS-1:0] give_up,
    output reg [LINKS*LINK-1:0]  grant_link  // of input i at LINK i
);
  localparam [LINK:0] ONE = 1;

  // Inputs that wait since an earlier clock, in the order of their requests.
  reg [LINKS*LINK-1:0] queue, n_queue;
  reg     [LINK:0] length, n_length;
  reg  [LINKS-1:0] queued, n_queued;

  reg  [LINKS-1:0] left, choice;
  reg   [LINK-1:0] port, link;
  reg              valid;
  integer          i;

  function [LINK-1:0] lowest(input [LINKS-1:0] bits);
    integer j;
    begin
      lowest = {LINK{1'b0}};
      for (j = LINKS - 1; j >= 0; j = j - 1) if (bits[j]) lowest = j[LINK-1:0];
    end
  endfunction

  always @* begin
    i = 0;
    left = free;
    grant = {LINKS{1'b0}};
    give_up = {LINKS{1'b0}};
    grant_link = {LINKS*LINK{1'b0}};
    n_length = {(LINK+1){1'b0}};
    n_queued = {LINKS{1'b0}};
    port = {LINK{1'b0}};
    link = {LINK{1'b0}};
    choice = {LINKS{1'b0}};
    valid = 1'b0;
    n_queue = queue;
    if (|request) begin
      for (i = 0; i < 2 * LINKS; i = i + 1) begin
        // those in the queue, then those that are new
        port = i < LINKS ? queue[i[LINK-1:0]*LINK+:LINK] : i[LINK-1:0];
        valid = i < LINKS ? i[LINK:0] < length : request[port] & ~queued[port];
        if (valid) begin
          choice = group[port*LINKS+:LINKS] & left;
          if (localize & ((group[port*LINKS+:LINKS] & ~down) == {LINKS{1'b0}})) begin
            give_up[port] = 1'b1;
          end else if (choice != {LINKS{1'b0}}) begin
            link = lowest(choice);
            grant[port] = 1'b1;
            grant_link[port*LINK+:LINK] = link;
            left[link] = 1'b0;
          end else begin
            n_queue[n_length[LINK-1:0]*LINK+:LINK] = port;
            n_queued[port] = 1'b1;
            n_length = n_length + ONE;
          end
        end
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      length <= {(LINK+1){1'b0}};
      queued <= {LINKS{1'b0}};
      queue <= {LINKS*LINK{1'b0}};
    end else if (|request) begin
      length <= n_length;
      queued <= n_queued;
      queue <= n_queue;
    end
  end
endmodule
