#include "testbench/workloads/pathway_stream.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

using port::LongWord;
using Parameters = PathwayStreamParameters;

/// Data word of a message by its place in it.
constexpr std::uint32_t value_of(std::uint32_t place) { return place * 0x9e37'79b9 + 1; }

void check(std::uint32_t value, std::uint64_t place) {
  if (value == value_of(static_cast<std::uint32_t>(place))) return;
  throw std::runtime_error("a data word came in that was not sent at its place");
}

/// Whether a message more is to be sent.
bool goes_on(const Parameters& parameters, std::uint64_t sent) {
  return parameters.messages == 0 || sent < parameters.messages;
}

Program open_all(CellProcess& cell, const Pathway& pathway, unsigned pathways) {
  for (unsigned i = 0; i < pathways; ++i) {
    co_await open_pathway(cell, cell.own_channel(i), pathway);
  }
}

Program mark_all(CellProcess& cell, unsigned pathways, WordTag tag, std::uint32_t value) {
  for (unsigned i = 0; i < pathways; ++i) {
    co_await cell.send_marker(cell.own_channel(i), tag, value);
  }
}

Program send_by_gates(CellProcess& cell, Pathway pathway, Parameters parameters) {
  co_await open_all(cell, pathway, parameters.pathways);
  for (unsigned i = 0; i < parameters.pathways; ++i) {
    co_await cell.bind_output(i, cell.own_channel(i));
  }
  const unsigned to = pathway.header.back().address;
  for (std::uint64_t sent = 0; goes_on(parameters, sent); ++sent) {
    co_await mark_all(cell, parameters.pathways, WordTag::message_begin, to);
    for (std::uint32_t i = 0; i < parameters.words; ++i) {
      if (parameters.pathways == 1) {
        co_await cell.write(0, value_of(i));
      } else {
        co_await cell.long_word(LongWord{{}, {value_of(i), value_of(i)}});
      }
    }
    co_await mark_all(cell, parameters.pathways, WordTag::message_end, 0);
  }
  co_await mark_all(cell, parameters.pathways, WordTag::pathway_end, 0);
}

Program send_by_spools(CellProcess& cell, Pathway pathway, Parameters parameters) {
  for (std::uint32_t i = 0; i < parameters.words; ++i) {
    co_await cell.store(i * word_bytes, value_of(i));
  }
  co_await open_all(cell, pathway, parameters.pathways);
  const unsigned to = pathway.header.back().address;
  SpoolSettings spool;
  spool.direction = SpoolDirection::from_memory;
  spool.limit = parameters.words * word_bytes;
  spool.words = parameters.words;
  for (std::uint64_t sent = 0; goes_on(parameters, sent); ++sent) {
    co_await mark_all(cell, parameters.pathways, WordTag::message_begin, to);
    for (unsigned i = 0; i < parameters.pathways; ++i) {
      spool.channel = cell.own_channel(i);
      co_await cell.start_spool(i, spool);
    }
    for (unsigned i = 0; i < parameters.pathways; ++i) {
      co_await cell.await_event(events(AgentEvent::spool_end));
    }
    co_await mark_all(cell, parameters.pathways, WordTag::message_end, 0);
  }
  co_await mark_all(cell, parameters.pathways, WordTag::pathway_end, 0);
}

// The same words come over all pathways, so that the gates are read together.
Program receive_by_gates(CellProcess& cell, Parameters parameters, PathwayStream::Tally& tally) {
  LongWord reads;
  for (unsigned i = 0; i < parameters.pathways; ++i) {
    const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
    co_await cell.bind_input(i, arrival.channel);
    reads.reads[i] = true;
  }
  std::uint64_t place = 0;
  for (Word word; word.tag != WordTag::pathway_end;) {
    std::array<Word, gate_count> words;
    if (parameters.pathways == 1) {
      words[0] = co_await cell.read(0);
    } else {
      words = co_await cell.long_word(reads);
    }
    word = words[0];
    if (word.tag == WordTag::data) {
      for (unsigned i = 0; i < parameters.pathways; ++i) check(words[i].value, place);
      ++place;
    } else if (word.tag == WordTag::message_end) {
      for (unsigned i = 0; i < parameters.pathways; ++i) tally.message_ends(cell.now(), place, 0);
      place = 0;
    }
  }
}

/// The spooling gate of each channel on which a pathway has come.
struct SpoolTable {
  std::array<unsigned, most_channels> gate_of{};
  std::array<unsigned, spool_count> channel_of{};
  std::array<bool, spool_count> busy{};
  unsigned used = 0;

  unsigned add(unsigned channel) {
    channel_of[used] = channel;
    gate_of[channel] = used;
    return used++;
  }
};

Program take_marker(CellProcess& cell, unsigned channel) {
  co_await cell.bind_input(0, channel);
  co_await cell.read(0);
}

Program spool_message(CellProcess& cell, SpoolTable& table, unsigned gate, std::uint32_t words) {
  table.busy[gate] = true;
  SpoolSettings spool;
  spool.channel = table.channel_of[gate];
  spool.address = gate * words * word_bytes;
  spool.limit = spool.address + words * word_bytes;
  spool.until_end = true;
  co_await cell.start_spool(gate, spool);
}

Program note_end(CellProcess& cell, SpoolTable& table, unsigned gate, std::uint32_t most,
                 PathwayStream::Tally& tally) {
  const MemoryAgent& memory = cell.cell().core->memory();
  const std::uint32_t begin = gate * most * word_bytes;
  const std::uint32_t words = (memory.address(gate) - begin) / word_bytes;
  table.busy[gate] = false;
  tally.message_ends(cell.now(), words, memory.stolen());
  const std::uint32_t last = co_await cell.load(begin + (words - 1) * word_bytes);
  check(last, words - 1);
}

Program receive_by_spools(CellProcess& cell, Parameters parameters, PathwayStream::Tally& tally) {
  constexpr EventSet awaited = events(AgentEvent::pathway_begin, AgentEvent::pathway_end,
                                      AgentEvent::message_begin, AgentEvent::spool_end);
  SpoolTable table;
  for (unsigned ended = 0; ended < parameters.pathways;) {
    const AgentStatus event = co_await cell.await_event(awaited);
    switch (event.event) {
      case AgentEvent::pathway_begin:
        table.add(event.channel);
        co_await take_marker(cell, event.channel);
        break;
      case AgentEvent::message_begin: {
        const unsigned gate = table.gate_of[event.channel];
        while (table.busy[gate]) {  // the end of the message before is still to be read
          const AgentStatus end = co_await cell.await_event(events(AgentEvent::spool_end));
          co_await note_end(cell, table, end.channel, parameters.words, tally);
        }
        co_await take_marker(cell, event.channel);
        co_await spool_message(cell, table, gate, parameters.words);
        break;
      }
      case AgentEvent::spool_end:
        co_await note_end(cell, table, event.channel, parameters.words, tally);
        break;
      default:
        co_await take_marker(cell, event.channel);
        ++ended;
        break;
    }
  }
}

}  // namespace

void PathwayStream::Tally::message_ends(Time now, std::uint64_t count, std::uint64_t stolen) {
  messages.add(now);
  words.add(now, count);
  if (messages.measured() == 0) return;
  if (messages.measured() == 1) {
    first = now;
    stolen_first = stolen;
  }
  if (now > first) words_after_first += count;
  last = now;
  stolen_last = stolen;
}

PathwayStream::PathwayStream(System& system, const PathwayStreamParameters& parameters)
    : Workload(system), channels_(platform().run.warm_up), tally_(platform().run.warm_up) {
  const auto address = [&](const std::string& name, std::size_t otherwise) {
    return name.empty() ? otherwise : *cell_of(platform(), *platform().find(name));
  };
  const std::size_t from = address(parameters.from, 0);
  const std::size_t to = address(parameters.to, cells_of(system).size() - 1);
  PathwayPlanner planner(platform(), common_pools(platform()));
  pathway_ = planner.plan(static_cast<unsigned>(from), static_cast<unsigned>(to)).value();
  const CellView& sender = cells_of(system)[from];
  const CellView& receiver = cells_of(system)[to];
  clock_ = receiver.clock;
  sender.reports->words(pathway_.bus).bind(channels_);
  start_on_cells().start(sender,
                         parameters.send == Transfer::gates ? send_by_gates : send_by_spools,
                         pathway_, parameters);
  start_on_cells().start(
      receiver, parameters.receive == Transfer::gates ? receive_by_gates : receive_by_spools,
      parameters, std::ref(tally_));
}

ReportedValues PathwayStream::report(Time) const {
  constexpr double mega = 1e6;
  const auto messages = static_cast<double>(tally_.messages.measured());
  const auto words = static_cast<double>(tally_.words.measured());
  const auto interval = static_cast<double>(tally_.last - tally_.first);
  const double bytes = static_cast<double>(tally_.words_after_first) * word_bytes;
  const double rate = interval == 0 ? 0 : bytes * second / interval / mega;
  const double spooled =
      static_cast<double>(tally_.stolen_last - tally_.stolen_first) * static_cast<double>(clock_);
  std::vector<double> of_channels;
  for (const MeasuredCount& count : channels_.counts) {
    if (count.total() != 0) of_channels.push_back(static_cast<double>(count.measured()));
  }
  if (of_channels.empty()) of_channels.push_back(0);
  const auto [lowest, highest] = std::minmax_element(of_channels.begin(), of_channels.end());
  const std::string of_a_channel = "words of a channel";
  return {reported::count("messages received", messages),
          reported::count("words received", words),
          reported::rate("throughput", rate, Unit::megabytes_per_second),
          reported::figure(of_a_channel, Statistic::lowest, *lowest),
          reported::figure(of_a_channel, Statistic::highest, *highest),
          reported::figure(of_a_channel, Statistic::highest_less_lowest, *highest - *lowest),
          reported::single("receiver's memory bus taken by spools",
                           interval == 0 ? 0 : 100 * spooled / interval, Unit::percent)};
}

}  // namespace weft
