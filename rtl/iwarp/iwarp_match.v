// Compares a begin marker with all entries of the match CAM; the lowest that matches decides.
module iwarp_match #(
    parameter ENTRIES = 8
) (
    input                       enable,
    input      [67*ENTRIES-1:0] entries,  // see iwarp_match_cam
    input      [31:0]           value,
    output reg                  pathway_hit,
    output reg                  pathway_guard,
    output reg                  message_hit
);
  integer i;
  reg equal;

  always @* begin
    pathway_hit = 1'b0;
    pathway_guard = 1'b0;
    message_hit = 1'b0;
    equal = 1'b0;
    if (enable) begin
      for (i = ENTRIES - 1; i >= 0; i = i - 1) begin
        equal = ((value ^ entries[67*i+:32]) & entries[67*i+32+:32]) == 32'd0;
        if (equal && entries[67*i+64]) begin
          pathway_hit = 1'b1;
          pathway_guard = entries[67*i+66];
        end
        if (equal && entries[67*i+65]) message_hit = 1'b1;
      end
    end
  end
endmodule
