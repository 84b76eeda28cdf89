// Numbers that several modules know. To be included inside a module.
/* verilator lint_off UNUSEDPARAM */

// Kinds of words, as on the control lines
localparam [2:0] DATA = 3'd0;
localparam [2:0] PATHWAY_BEGIN = 3'd1;
localparam [2:0] PATHWAY_END = 3'd2;
localparam [2:0] MESSAGE_BEGIN = 3'd3;
localparam [2:0] MESSAGE_END = 3'd4;
localparam [2:0] APPLICATION = 3'd5;
localparam WORD_BITS = 35;  // tag, value

// What is done with the words of a logical input channel
localparam [2:0] IDLE = 3'd0;        // fed by a bus, and no pathway uses it
localparam [2:0] ROUTING = 3'd1;     // waits for an output channel
localparam [2:0] LINKED = 3'd2;      // goes through the crossbar
localparam [2:0] HERE = 3'd3;        // for this cell
localparam [2:0] DISCARDING = 3'd4;  // thrown away to the end of the pathway
localparam [2:0] OWN = 3'd5;         // the cell's own, and not linked

// Bits of a set of events
localparam EVENT_PATHWAY_BEGIN = 0;
localparam EVENT_PATHWAY_END = 1;
localparam EVENT_MESSAGE_BEGIN = 2;
localparam EVENT_MESSAGE_END = 3;
localparam EVENT_APPLICATION = 4;
localparam EVENT_FLYING_DUTCHMAN = 5;
localparam EVENT_END_OF_ARRAY = 6;
localparam EVENT_UNCLAIMED_MESSAGE = 7;
localparam EVENT_STRAY_WORD = 8;
localparam CHANNEL_EVENTS = 9;  // those above; spool_end and spool_error are posted from outside
localparam EVENTS = 11;

// State of a logical input channel: bits, and the lowest bit of fields
localparam ATTENTION = 0;   // the routing logic has to look at the head
localparam REQUESTING = 1;  // an output is asked for
localparam CONVERT = 2;     // the next word becomes a begin marker: a corner was turned
localparam JOINT = 3;       // linked by a program: pathways end here
localparam POSTED = 4;      // the event of the marker at the head has been posted
localparam CLAIMED = 5;     // a message for this cell is at the head
localparam SEND = 6;        // linked, and the word at the head may go
localparam BEGUN = 7;       // the word at the head was made a begin marker
localparam LINK_VALID = 8;
localparam DEFAULT_VALID = 9;
localparam MODE = 10;    // 3
localparam LINK = 13;    // 5, output channel
localparam DEFAULT = 18;  // 5, output channel of a joint cell
localparam BUS = 23;     // 2, of the request
localparam POOL = 25;    // 4, of the request
localparam STATE_BITS = 29;
/* verilator lint_on UNUSEDPARAM */

`include "iwarp_registers.vh"
