#include "testbench/programs/pathway_programs.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace weft {

Program await_free(CellProcess& cell, unsigned own) {
  while (cell.agent().mode(own) != ChannelMode::own) co_await cell.compute(1);
}

Program open_pathway(CellProcess& cell, unsigned own, const Pathway& pathway) {
  const int output = co_await cell.acquire(own, pathway.bus, pathway.pool);
  if (output == Crossbar::none) {
    throw std::runtime_error(fmt::format("{} has no channel of pool {} that leads anywhere",
                                         name_of(pathway.bus), pathway.pool));
  }
  co_await cell.send_marker(own, WordTag::pathway_begin, encode(pathway.header[0]));
  for (std::size_t i = 1; i < pathway.header.size(); ++i) {
    co_await cell.send_word(own, encode(pathway.header[i]));
  }
}

}  // namespace weft
