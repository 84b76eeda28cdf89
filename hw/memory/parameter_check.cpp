#include "hw/memory/parameter_check.hpp"

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"

namespace weft {

void check_parameters(const DramParameters& p) {
  if (p.banks == 0) throw ParameterError({"banks"}, "banks (0) must be 1 or more");
  if (p.word_bytes == 0) throw ParameterError({"word_bytes"}, "word_bytes (0) must be 1 or more");
  if (p.page_bytes == 0 || p.page_bytes % p.word_bytes != 0) {
    throw ParameterError({"page_bytes", "word_bytes"},
                         fmt::format("pages of {} bytes; expected one or more words of {} bytes",
                                     p.page_bytes, p.word_bytes));
  }
  if (p.word_clocks == 0)
    throw ParameterError({"word_clocks"}, "word_clocks (0) must be 1 or more");
  if (p.refresh_interval != 0 && p.refresh_clocks >= p.refresh_interval) {
    throw ParameterError({"refresh_interval", "refresh_clocks"},
                         fmt::format("a refresh of {} clocks in each {}; expected more clocks from "
                                     "one to the next than it takes",
                                     p.refresh_clocks, p.refresh_interval));
  }
}

void check_parameters(const BusParameters& p) {
  if (p.masters >= 1 && p.masters <= 64) return;
  throw ParameterError({"masters"}, fmt::format("masters ({}) must be 1 to 64", p.masters));
}

void check_parameters(const PathParameters& p) {
  check_parameters(p.bus);
  if (p.bus_bytes == 0) throw ParameterError({"bus_bytes"}, "bus_bytes (0) must be 1 or more");
  if (p.queue == 0) throw ParameterError({"queue"}, "queue (0) must be 1 or more");
  if (p.return_clocks == 0)
    throw ParameterError({"return_clocks"}, "return_clocks (0) must be 1 or more");
  if (p.line_bytes != 8 && p.line_bytes != 16 && p.line_bytes != 32 && p.line_bytes != 64) {
    throw ParameterError({"line_bytes"},
                         fmt::format("line_bytes ({}) must be 8, 16, 32 or 64", p.line_bytes));
  }
  if (p.page_bytes == 0 || p.page_bytes % p.line_bytes != 0) {
    throw ParameterError({"page_bytes", "line_bytes"},
                         fmt::format("pages of {} bytes; expected one or more lines of {} bytes",
                                     p.page_bytes, p.line_bytes));
  }
}

void check_parameters(const MemoryPortParameters& p) {
  if (p.access_bytes != 8 && p.access_bytes != 16 && p.access_bytes != 32 && p.access_bytes != 64) {
    throw ParameterError({"access_bytes"},
                         fmt::format("access_bytes ({}) must be 8, 16, 32 or 64", p.access_bytes));
  }
  if (p.accesses == 0 || p.accesses > 16)
    throw ParameterError({"accesses"}, fmt::format("accesses ({}) must be 1 to 16", p.accesses));
}

}  // namespace weft
