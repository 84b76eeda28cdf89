#include "hw/node/parameter_check.hpp"

#include <fmt/format.h>

#include <bit>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/memory_transaction.hpp"
#include "hw/memory/parameter_check.hpp"

namespace weft {
namespace {

void check_not_zero(unsigned value, std::string_view name) {
  if (value == 0) throw ParameterError({name}, fmt::format("{} (0) must be 1 or more", name));
}

}  // namespace

void check_cache(const CacheParameters& p, unsigned line_bytes) {
  check_not_zero(p.ways, "ways");
  if (p.bytes != 0 && p.bytes % (line_bytes * p.ways) == 0) return;
  throw ParameterError({"bytes", "ways"},
                       fmt::format("a cache of {} bytes in {} ways; expected a whole number of "
                                   "lines of {} bytes in each",
                                   p.bytes, p.ways, line_bytes));
}

void check_parameters(const WriteQueueParameters& p) {
  check_not_zero(p.entries, "entries");
  if (p.drains_from == 0 || p.drains_from > p.entries) {
    throw ParameterError(
        {"drains_from", "entries"},
        fmt::format("drains_from ({}) must be 1 to the {} entries", p.drains_from, p.entries));
  }
  if (p.entry_bytes < memory_word_bytes || p.entry_bytes > 64 ||
      !std::has_single_bit(p.entry_bytes))
    throw ParameterError({"entry_bytes"},
                         fmt::format("entry_bytes ({}) must be 8, 16, 32 or 64", p.entry_bytes));
}

void check_parameters(const ProcessorParameters& p) {
  check_parameters(p.write_queue);
  check_not_zero(p.line_fills, "line_fills");
  check_not_zero(p.unroll, "unroll");
  if (p.index_bytes != 4 && p.index_bytes != 8)
    throw ParameterError({"index_bytes"},
                         fmt::format("index_bytes ({}) must be 4 or 8", p.index_bytes));
}

void check_parameters(const PortParameters& p) {
  check_not_zero(p.link_bytes, "link_bytes");
  check_not_zero(p.packets, "packets");
  check_not_zero(p.partners, "partners");
}

void check_parameters(const EngineParameters& p) {
  if (p.packet_words >= 1 && p.packet_words <= MemoryTransaction::most_words) return;
  throw ParameterError({"packet_words"},
                       fmt::format("packet_words ({}) must be 1 to {}", p.packet_words,
                                   MemoryTransaction::most_words));
}

void check_parameters(const NetworkParameters& p) {
  check_not_zero(p.x, "x");
  check_not_zero(p.y, "y");
  check_not_zero(p.z, "z");
  check_not_zero(p.nodes_per_router, "nodes_per_router");
  check_not_zero(p.link_bytes, "link_bytes");
  check_not_zero(p.flit_bytes, "flit_bytes");
  if (p.word_bytes < memory_word_bytes)
    throw ParameterError({"word_bytes"}, fmt::format("word_bytes ({}) must be {} or more",
                                                     p.word_bytes, memory_word_bytes));
  check_not_zero(p.hop_clocks, "hop_clocks");
  check_not_zero(p.buffered_packets, "buffered_packets");
  if (p.torus && p.wormhole_bytes != 0) {
    throw ParameterError({"torus", "wormhole_bytes"},
                         "a torus of wormholes without virtual channels, which wait for each other "
                         "round a ring; expected a mesh, or wormhole_bytes of 0");
  }
  constexpr double most_nodes = 65'536;
  const double nodes = static_cast<double>(p.x) * p.y * p.z * p.nodes_per_router;
  if (nodes > most_nodes) {
    throw ParameterError(
        {"x", "y", "z", "nodes_per_router"},
        fmt::format("a network of {:.0f} nodes; expected at most {:.0f}", nodes, most_nodes));
  }
}

void check_parameters(const NodeParameters& p) {
  if (p.clock == 0) throw ParameterError({"clock"}, "a clock whose period is 0");
  check_not_zero(p.processors, "processors");
  check_parameters(p.path);
  check_parameters(p.dram);
  check_parameters(p.processor);
  check_cache(p.processor.cache, p.path.line_bytes);
  check_parameters(p.port);
  check_parameters(p.engine);
}

}  // namespace weft
