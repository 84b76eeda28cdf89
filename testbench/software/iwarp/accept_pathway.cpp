#include "testbench/software/iwarp/accept_pathway.hpp"

#include <stdexcept>

#include "hw/iwarp/header_word.hpp"

namespace weft {

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
