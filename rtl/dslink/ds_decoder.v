// Finds the tokens in a stream of bits on D and S: a bit comes with each change of D xor S, and its
// value is D.
//
// The wires are looked at just before a clock edge; what they bring is on the outputs then, before
// it is in any register. A token is given out with the control flag of the next one, which verifies
// its parity. After `hunt` nothing is until a NUL has been found. ESC and data are a time-code where
// `time_codes` is 1, else an escape error.
module ds_decoder (
    input            clk,
    input            reset,
    input            d,
    input            s,
    input            enable,        // the receiver is on
    input            hunt,
    input            time_codes,
    output           wire_edge,     // a bit came, whether the receiver is on or not
    output           token_valid,
    output     [2:0] kind,
    output     [7:0] value,
    output           parity_error,
    output           escape_error
);
  `include "dslink_codes.vh"

  reg       level;        // D xor S
  reg       hunting;
  /* verilator lint_off UNUSEDSIGNAL */
  reg [9:1] shift;        // the last bits, the newest in bit 9
  /* verilator lint_on UNUSEDSIGNAL */
  reg [3:0] count;
  reg       long_token;   // ten bits
  reg       odd;          // parity of the last token's payload
  reg       escaped;
  reg       bad_escape;
  reg       holding;      // a token waits for its parity
  reg [2:0] held_kind;
  reg [7:0] held_value;

  assign wire_edge = (d ^ s) != level;
  wire take = wire_edge & enable;

  // the control flag is the second bit of a token, the parity bit came before it
  wire at_flag = take & ~hunting & (count == 4'd1);
  wire parity_wrong = odd ~^ (shift[9] ^ d);
  assign parity_error = at_flag & parity_wrong;
  wire escape_wrong = bad_escape | (escaped & ~d & ~time_codes);
  assign escape_error = at_flag & ~parity_wrong & escape_wrong;
  assign token_valid = at_flag & ~parity_wrong & ~escape_wrong & holding;
  assign kind = held_kind;
  assign value = held_value;

  wire [9:1] shifted = {d, shift[9:2]};
  wire found_null = shifted[9:3] == 7'b0010111;  // 1110100, the first in the lowest bit
  wire last_bit = count == (long_token ? 4'd9 : 4'd3);
  wire [1:0] control = shifted[9:8];  // the first in bit 0

  always @(posedge clk) begin
    if (reset) begin
      level <= 1'b0;
    end else begin
      level <= d ^ s;
    end
    if (reset | hunt) begin
      hunting <= 1'b1;
      shift <= 9'd0;
      count <= 4'd0;
      long_token <= 1'b0;
      odd <= 1'b0;
      escaped <= 1'b0;
      bad_escape <= 1'b0;
      holding <= 1'b0;
      held_kind <= KIND_NULL;
      held_value <= 8'd0;
    end else if (take & hunting) begin
      shift <= shifted;
      if (found_null) begin
        hunting <= 1'b0;
        holding <= 1'b1;
        held_kind <= KIND_NULL;
        shift <= 9'd0;
      end
    end else if (take) begin
      shift <= shifted;
      count <= last_bit ? 4'd0 : count + 4'd1;
      if (at_flag) begin
        long_token <= ~d;
        holding <= 1'b0;
      end else if (last_bit) begin
        if (long_token) begin
          odd <= ^shifted[9:2];
          holding <= 1'b1;
          escaped <= 1'b0;
          held_kind <= escaped ? KIND_TIME : KIND_DATA;
          held_value <= shifted[9:2];
        end else begin
          odd <= ^control;
          if (escaped & (control != 2'b00)) begin
            bad_escape <= 1'b1;  // told with the next flag, if the parity is right
          end else if (control == 2'b11) begin
            escaped <= 1'b1;
          end else begin
            holding <= 1'b1;
            escaped <= 1'b0;
            held_kind <= control == 2'b00 ? (escaped ? KIND_NULL : KIND_FCT)
                       : control == 2'b10 ? KIND_EOP : KIND_EOM;
          end
        end
      end
    end
  end
endmodule
