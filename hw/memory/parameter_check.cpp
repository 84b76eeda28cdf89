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

}  // namespace weft
