// Which logical channel belongs to which bus. Channels of a bus have consecutive numbers, in the
// order of the busses; inputs that are left are the cell's own.
module iwarp_allocation #(
    parameter CHANNELS = 20
) (
    input      [23:0]           counts,  // of each bus, 6 bits
    output reg [19:0]           first,   // of each bus, 5 bits
    output reg [CHANNELS-1:0]   left,    // allocated to no bus
    output reg [2*CHANNELS-1:0] bus_of
);
  integer bus;
  integer channel;
  reg [5:0] begins;
  reg [5:0] ends;

  always @* begin
    left = {CHANNELS{1'b1}};
    bus_of = {2 * CHANNELS{1'b0}};
    first = 20'd0;
    ends = 6'd0;
    for (bus = 0; bus < 4; bus = bus + 1) begin
      begins = ends;
      ends = begins + counts[6*bus+:6];
      first[5*bus+:5] = begins[4:0];
      for (channel = 0; channel < CHANNELS; channel = channel + 1) begin
        if (channel[5:0] >= begins && channel[5:0] < ends) begin
          left[channel] = 1'b0;
          bus_of[2*channel+:2] = bus[1:0];
        end
      end
    end
  end
endmodule
