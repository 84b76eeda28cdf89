#include "testbench/programs/pathway_programs.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "hw/iwarp/header_word.hpp"

namespace weft {

Program await_free(CellProcess& cell, unsigned own) {
  // no co_await in the condition of a loop: GCC 12 makes nonsense of it
  InputChannelState state = co_await cell.read_input(own);
  while (state.mode != ChannelMode::own) state = co_await cell.read_input(own);
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

Program accept_pathway(CellProcess& cell, unsigned gate, Arrival& arrival) {
  const AgentStatus status = co_await cell.await_event(events(AgentEvent::pathway_begin));
  co_await cell.bind_input(gate, status.channel);
  const Word marker = co_await cell.read(gate);
  arrival = {status.channel, decode_header(marker.value).origin};
}

Program read_data(CellProcess& cell, unsigned gate, std::uint32_t& value) {
  const Word word = co_await cell.read(gate);
  require_data(word);
  value = word.value;
}

void require_data(const Word& word) {
  if (word.tag != WordTag::data) throw std::runtime_error("a marker came in the place of a word");
}

}  // namespace weft
