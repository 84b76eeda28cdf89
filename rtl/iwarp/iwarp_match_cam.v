// The match CAM (section 6.1.4): entries that the computation agent loads. An entry is 67 bits:
// guard, messages, pathways, mask, value; one that matches neither kind is empty.
//
// Loaded at reset as the run-time system does: entry 0 names the cell, entry 1 is the guard against
// its own headers. Writes of one clock are done in their order.
module iwarp_match_cam #(
    parameter ENTRIES = 8,
    parameter WRITES = 4
) (
    input                       clk,
    input                       reset,
    input                       step,
    input      [9:0]            address,  // of the cell
    input      [WRITES-1:0]     write,
    input      [12*WRITES-1:0]  write_address,
    input      [32*WRITES-1:0]  write_data,
    output reg [67*ENTRIES-1:0] entries
);
  `include "iwarp_codes.vh"

  reg [31:0] value;  // for the next load
  reg [31:0] mask;
  reg [31:0] next_value;
  reg [31:0] next_mask;
  reg [67*ENTRIES-1:0] next_entries;
  integer i;
  integer entry;

  always @* begin
    next_value = value;
    next_mask = mask;
    next_entries = entries;
    for (i = 0; i < WRITES; i = i + 1) begin
      if (write[i]) begin
        case (write_address[12*i+ADDRESS_SELECT+:4])
          WRITE_MATCH_VALUE: next_value = write_data[32*i+:32];
          WRITE_MATCH_MASK: next_mask = write_data[32*i+:32];
          WRITE_MATCH_LOAD:
            for (entry = 0; entry < ENTRIES; entry = entry + 1) begin
              if (write_address[12*i+ADDRESS_ENTRY+:6] == entry[5:0]) begin
                next_entries[67*entry+:67] = {
                  write_data[32*i+WRITE_MATCH_LOAD_GUARD],
                  write_data[32*i+WRITE_MATCH_LOAD_MESSAGES],
                  write_data[32*i+WRITE_MATCH_LOAD_PATHWAYS],
                  next_mask, next_value
                };
              end
            end
          default: ;
        endcase
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      value <= 32'd0;
      mask <= 32'd0;
      entries <= {67 * ENTRIES{1'b0}};
      entries[66:0] <= {3'b011, 32'h0000_03ff, 22'd0, address};
      entries[133:67] <= {3'b101, 32'h000f_fc00, 12'd0, address, 10'd0};
    end else if (step && write != {WRITES{1'b0}}) begin
      value <= next_value;
      mask <= next_mask;
      entries <= next_entries;
    end
  end
endmodule
