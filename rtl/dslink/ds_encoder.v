// Puts the bits of tokens on D and S: S toggles exactly when D does not (IEEE 1355).
//
// A bit begins at a clock edge at which `step` is high. With `load` it is the first of a new token.
// `fresh` begins a stream: the payload before its first token counts as zeros.
module ds_encoder (
    input            clk,
    input            reset,
    input            step,
    input            load,
    input            fresh,
    input      [2:0] kind,      // see dslink_codes.vh
    input      [7:0] value,     // of a data token or a time-code
    input            flip,      // the bit that begins is inverted, for tests
    input            lower_d,   // the wires come to rest after a stop
    input            lower_s,
    output           boundary,  // all bits of the last token have begun
    output reg       d,
    output reg       s
);
  `include "dslink_codes.vh"

  reg [12:0] rest;  // bits that follow, the next one in bit 0
  reg  [3:0] left;
  reg        odd;   // parity of the last token's payload

  wire       prior = fresh ? 1'b0 : odd;
  reg [13:0] bits;
  reg  [3:0] length;
  reg        odd_next;

  // Parity makes the number of ones odd over the payload before, itself and the control flag.
  always @* begin
    odd_next = 1'b0;
    length = 4'd4;
    case (kind)
      KIND_DATA: begin
        bits = {4'b0, value, 1'b0, ~prior};
        length = 4'd10;
        odd_next = ^value;
      end
      KIND_TIME: begin  // ESC, then data
        bits = {value, 1'b0, 1'b1, 2'b11, 1'b1, prior};
        length = 4'd14;
        odd_next = ^value;
      end
      KIND_FCT: bits = {10'b0, 2'b00, 1'b1, prior};
      KIND_EOP: begin
        bits = {10'b0, 2'b10, 1'b1, prior};
        odd_next = 1'b1;
      end
      KIND_EOM: begin
        bits = {10'b0, 2'b01, 1'b1, prior};
        odd_next = 1'b1;
      end
      default: begin  // NUL: ESC, then FCT
        bits = {6'b0, 4'b0010, 2'b11, 1'b1, prior};
        length = 4'd8;
      end
    endcase
  end

  assign boundary = left == 4'd0;
  wire bit_now = (load ? bits[0] : rest[0]) ^ flip;

  always @(posedge clk) begin
    if (reset) begin
      rest <= 13'd0;
      left <= 4'd0;
      odd <= 1'b0;
      d <= 1'b0;
      s <= 1'b0;
    end else if (step) begin
      if (load) begin
        rest <= bits[13:1];
        left <= length - 4'd1;
        odd <= odd_next;
      end else begin
        rest <= {1'b0, rest[12:1]};
        left <= left - 4'd1;
      end
      if (bit_now == d) s <= ~s;
      else d <= bit_now;
    end else begin
      if (lower_s) s <= 1'b0;
      if (lower_d) d <= 1'b0;
    end
  end
endmodule
