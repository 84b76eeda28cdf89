// Reads words from the lines of an input bus. A word is given out just before the edge at which its
// last phase ends.
module iwarp_bus_receiver (
    input         clk,
    input         reset,
    input  [7:0]  data,
    input  [2:0]  control,
    output        word_valid,
    output [4:0]  channel,
    output [34:0] word       // tag, value
);
  reg [1:0]  phase;
  reg [23:0] bytes;
  reg [4:0]  number;
  reg [2:0]  tag;

  assign word_valid = phase == 2'd3;
  assign channel = number;
  assign word = {tag, data, bytes};

  always @(posedge clk) begin
    case (phase)
      2'd0: begin
        bytes[7:0] <= data;
        number[4:3] <= control[1:0];
      end
      2'd1: begin
        bytes[15:8] <= data;
        number[2:0] <= control;
      end
      2'd2: begin
        bytes[23:16] <= data;
        tag <= control > 3'd5 ? 3'd0 : control;  // a tag that does not exist counts as data
      end
      default: ;
    endcase
    if (reset) phase <= 2'd0;
    else if (phase != 2'd0 || control[2]) phase <= phase + 2'd1;
  end
endmodule
