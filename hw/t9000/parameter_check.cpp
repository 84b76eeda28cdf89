#include "hw/t9000/parameter_check.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/memory_transaction.hpp"
#include "hw/memory/parameter_check.hpp"

namespace weft {

void check_parameters(const T9000Parameters& p) {
  if (p.links < 1 || p.links > T9000Parameters::most_links) {
    throw ParameterError(
        {"links"}, fmt::format("links ({}) must be 1 to {}", p.links, T9000Parameters::most_links));
  }
  if (p.clock == 0) throw ParameterError({"clock"}, "clock (0) must be 1 ps or more");
  if (p.high_tick == 0) throw ParameterError({"high_tick"}, "high_tick (0) must be 1 ps or more");
  if (p.low_tick == 0) throw ParameterError({"low_tick"}, "low_tick (0) must be 1 ps or more");
  if (p.packet_bytes == 0) {
    throw ParameterError({"packet_bytes"}, "packet_bytes (0) must be 1 or more");
  }
  if (p.header_bytes < 1 || p.header_bytes > 2) {
    throw ParameterError({"header_bytes"},
                         fmt::format("header_bytes ({}) must be 1 or 2", p.header_bytes));
  }
  if (p.min_header > p.max_header || p.max_header >> (8 * p.header_bytes) != 0) {
    throw ParameterError({"min_header"},
                         fmt::format("headers from {} to {}; expected ascending ones of {} bytes",
                                     p.min_header, p.max_header, p.header_bytes));
  }
}

void check_parameters(const MemoryPortParameters& memory, const T9000Parameters& processor) {
  check_parameters(memory);
  if (memory.messages_at % memory_word_bytes != 0) {
    throw ParameterError({"messages_at"}, fmt::format("messages_at ({}) must be a multiple of {}",
                                                      memory.messages_at, memory_word_bytes));
  }
  if (processor.packet_bytes % memory_word_bytes != 0) {
    throw ParameterError({"packet_bytes"},
                         fmt::format("packet_bytes ({}) must be a multiple of {} with a memory",
                                     processor.packet_bytes, memory_word_bytes));
  }
  if (processor.acknowledge_on == AcknowledgeOn::nothing) {
    throw ParameterError({"acknowledge_on"},
                         "packets must be acknowledged with a memory, as nothing else holds back "
                         "what comes in faster than it is written");
  }
}

}  // namespace weft
