#include "testbench/families/iwarp/cell_alarms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/watchdog/errors_asked_for.hpp"

namespace weft {
namespace {

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Of what is thrown away; the program may have switched the event off.
ChannelSet untold_losses(const CommunicationInterface& agent) {
  return agent.event_status(AgentEvent::flying_dutchman) |
         agent.event_status(AgentEvent::end_of_array) | agent.event_status(AgentEvent::stray_word);
}

/// Data words in queues.
struct StandingWords {
  std::uint64_t count = 0;
  std::string place;  // that of a program that does not read, if there is one
};

StandingWords standing_words(const System& system) {
  StandingWords words;
  bool at_a_program = false;
  for (const CellView& cell : cells_of(system)) {
    const CommunicationInterface& agent = cell.core->communication();
    for (unsigned input = 0; input < agent.channels().inputs; ++input) {
      std::uint64_t here = 0;
      for (unsigned i = 0; i < agent.queue_level(input); ++i) {
        if (agent.head(input, i).tag == WordTag::data) ++here;
      }
      words.count += here;
      if (here == 0 || at_a_program) continue;
      at_a_program = agent.mode(input) == ChannelMode::here;
      if (at_a_program || words.place.empty()) {
        words.place = fmt::format("{}, input channel {}", cell.name, input);
      }
    }
  }
  return words;
}

}  // namespace

Alarms words_lost(const System& system) {
  Alarms alarms;
  for (const CellView& cell : cells_of(system)) {
    const CommunicationInterface& agent = cell.core->communication();
    std::uint64_t words = 0;
    std::uint64_t pathways = 0;
    std::vector<unsigned> inputs;
    for (unsigned input = 0; input < agent.channels().inputs; ++input) {
      const ThrownAway& thrown_away = agent.thrown_away(input);
      words += thrown_away.words;
      pathways += thrown_away.pathways;
      if (thrown_away.words != 0) inputs.push_back(input);
    }
    if (words == 0) continue;
    const std::string why =
        pathways == 0 ? "outside a pathway"
                      : fmt::format("of {} that led nowhere", counted(pathways, "pathway"));
    alarms.push_back({Alarm::Kind::packets_lost, cell.name,
                      fmt::format("{}: {} thrown away, {}, on input channel{} {}", cell.name,
                                  counted(words, "word"), why, inputs.size() == 1 ? "" : "s",
                                  fmt::join(inputs, ", ")),
                      words,
                      untold_losses(agent) != 0 && !errors_are_asked_for(system.platform())});
  }
  return alarms;
}

Alarms no_word_arrived(const System& system, bool on_its_way, Time now) {
  const Platform& platform = system.platform();
  if (std::any_of(platform.busses.begin(), platform.busses.end(),
                  [&](const BusSpec& bus) { return !cell_of(platform, bus.to.component); })) {
    return {};
  }
  std::size_t senders = 0;
  std::string first;
  for (const CellView& cell : cells_of(system)) {
    if (cell.core->words_received() != 0) return {};
    if (cell.core->words_sent() != 0 && senders++ == 0) first = cell.name;
  }
  const StandingWords standing = standing_words(system);
  if (senders == 0 || standing.count == 0) return {};
  const std::string others =
      senders == 1 ? "" : fmt::format(" and {}", counted(senders - 1, "other"));
  const std::string where =
      on_its_way
          ? "which are still on their way"
          : fmt::format("none is on its way, and {} stand{} in {}", counted(standing.count, "word"),
                        standing.count == 1 ? "s" : "", standing.place);
  return {{Alarm::Kind::nothing_arrived,
           {},
           fmt::format("no word has arrived in {}: {}{} sent some, {}", time_text(now), first,
                       others, where),
           standing.count,
           !on_its_way && !errors_are_asked_for(platform)}};
}

}  // namespace weft
