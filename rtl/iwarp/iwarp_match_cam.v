// The match CAM (section 6.1.4): entries that the computation agent loads. An entry is 67 bits:
// guard, messages, pathways, mask, value; one that matches neither kind is empty.
//
// Loaded at reset as the run-time system does: entry 0 names the cell, entry 1 is the guard against
// its own headers.
//
// A row more for each kind of event has the logical input channels of which the computation agent is told
// (section 7.3): ends of messages and application markers channel by channel, others of all or none.
module iwarp_match_cam #(
    parameter INPUTS  = 20,
    parameter ENTRIES = 8
) (
    input                       clk,
    input                       reset,
    input                       step,
    input      [9:0]            address,  // of the cell
    input                       write,
    /* verilator lint_off UNUSEDSIGNAL */
    input      [11:0]           write_address,
    /* verilator lint_on UNUSEDSIGNAL */
    input      [31:0]           write_data,
    output reg [67*ENTRIES-1:0] entries,
    output     [11*INPUTS-1:0]  told,       // by kind of event,
    output     [11*INPUTS-1:0]  next_told   // and behind what is written in this clock
);
  `include "iwarp_codes.vh"

  reg [31:0] value;  // for the next load
  reg [31:0] mask;
  wire [3:0] group = write_address[ADDRESS_SELECT+:4];
  integer entry;

  genvar kind;
  generate
    for (kind = 0; kind < EVENTS; kind = kind + 1) begin : events
      localparam [3:0] KIND = kind;
      localparam BY_CHANNEL = kind == EVENT_MESSAGE_END || kind == EVENT_APPLICATION;
      reg [INPUTS-1:0] row;
      wire [INPUTS-1:0] loaded = BY_CHANNEL != 0 ? write_data[INPUTS-1:0] : {INPUTS{|write_data}};
      wire [INPUTS-1:0] next_row =
          write && group == WRITE_EVENT_ENABLE && write_address[ADDRESS_KIND+:4] == KIND ? loaded : row;

      assign told[INPUTS*kind+:INPUTS] = row;
      assign next_told[INPUTS*kind+:INPUTS] = next_row;
      always @(posedge clk) begin
        if (reset) row <= {INPUTS{BY_CHANNEL == 0}};
        else if (step) row <= next_row;
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (reset) begin
      value <= 32'd0;
      mask <= 32'd0;
      entries <= {67 * ENTRIES{1'b0}};
      entries[66:0] <= {3'b011, 32'h0000_03ff, 22'd0, address};
      entries[133:67] <= {3'b101, 32'h000f_fc00, 12'd0, address, 10'd0};
    end else if (step && write) begin
      if (group == WRITE_MATCH_VALUE) value <= write_data;
      if (group == WRITE_MATCH_MASK) mask <= write_data;
      for (entry = 0; entry < ENTRIES; entry = entry + 1) begin
        if (group == WRITE_MATCH_LOAD && write_address[ADDRESS_ENTRY+:6] == entry[5:0]) begin
          entries[67*entry+:67] <= {
            write_data[WRITE_MATCH_LOAD_GUARD], write_data[WRITE_MATCH_LOAD_MESSAGES],
            write_data[WRITE_MATCH_LOAD_PATHWAYS], mask, value
          };
        end
      end
    end
  end
endmodule
