// Parameters of the memory of a node.
#pragma once

#include <cstdint>

namespace weft {

/// A number of clocks of the memory since the start of the run, or that something takes.
using MemoryClocks = std::uint64_t;

/// Parameters of DRAM behind one controller. Times are in clocks of the memory.
struct DramParameters {
  unsigned word_bytes = 8;     ///< What moves at once.
  unsigned page_bytes = 2048;  ///< Of a bank; whole words. Pages go round the banks.
  unsigned banks = 1;
  unsigned precharge_clocks = 4;  ///< To close a page.
  unsigned activate_clocks = 3;   ///< To open one.
  unsigned access_clocks = 3;     ///< From the column to the first word.
  unsigned word_clocks = 2;       ///< From each word of a page to the next one.
  unsigned recovery_clocks = 0;   ///< From the last word of a write until its page can be closed.
  /// A page stays open until another one of its bank is wanted; else it is closed after each
  /// access.
  bool keeps_pages_open = true;
  /// An access to another bank closes the page of the one before, beside that access.
  bool one_bank_open = false;
  MemoryClocks refresh_interval = 0;  ///< From one refresh of all banks to the next; 0 for none.
  unsigned refresh_clocks = 0;        ///< Of one.
};

/// Parameters of the bus of a node, which one master has at a time. Times are in clocks of the bus.
struct BusParameters {
  unsigned masters = 2;             ///< 1..64: processors, DMAs, engines.
  unsigned arbitration_clocks = 0;  ///< Lost where another master than the last one begins.
};

/// What the controller reads without being asked.
enum class ReadAhead : std::uint8_t {
  off,
  in_open_page,  ///< The line behind one that was read, if the access before was to its page.
  always         ///< The line behind each that was read, if it is in the same page.
};

/// Parameters of the way from the masters of a node to its memory.
struct PathParameters {
  BusParameters bus;
  unsigned bus_bytes = 8;       ///< What moves over the bus in a clock.
  unsigned command_clocks = 1;  ///< Of the bus, before the words.
  unsigned queue = 1;           ///< Transactions that the controller has taken and not ended.
  unsigned return_clocks = 1;   ///< From the pins of the memory to the master; 1 or more.
  unsigned line_bytes = 32;     ///< What is read ahead: 8, 16, 32 or 64.
  unsigned page_bytes = 2048;   ///< What the controller takes for a page when it reads ahead.
  ReadAhead read_ahead = ReadAhead::off;
  /// Of a read in the same page as the access before that is not of the line that was read ahead:
  /// until its row is begun anew, as the one before was held for what comes next.
  unsigned row_restart_clocks = 0;
};

/// Parameters of a port through which blocks of words, as messages, are read and written.
struct MemoryPortParameters {
  unsigned access_bytes = 32;  ///< Most of one access: 8, 16, 32 or 64. None leads over a multiple.
  unsigned accesses = 1;       ///< That the memory has at a time, 1..16.
  /// The next packet of a link is read while the one before it is on its way; else once the link is
  /// free.
  bool fetch_ahead = true;
  /// Address of the first place for a message, a multiple of 8, where software names none.
  std::uint64_t messages_at = 0;
};

}  // namespace weft
