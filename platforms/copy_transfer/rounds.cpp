#include "platforms/copy_transfer/rounds.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "hw/node/router_grid.hpp"

namespace weft::copy_transfer {
namespace {

// The numbers of a step's exchanges, by phases.
std::vector<std::vector<std::size_t>> phases_of(const CommunicationStep& step) {
  std::map<unsigned, std::vector<std::size_t>> phases;
  for (std::size_t i = 0; i < step.exchanges.size(); ++i)
    phases[step.exchanges[i].phase].push_back(i);
  std::vector<std::vector<std::size_t>> all;
  for (auto& [number, exchanges] : phases) all.push_back(std::move(exchanges));
  return all;
}

// Parts of a phase in which no node has two senders.
std::vector<std::vector<std::size_t>> one_sender_each(const CommunicationStep& step,
                                                      const std::vector<std::size_t>& phase) {
  std::vector<std::vector<std::size_t>> parts;
  std::vector<std::set<unsigned>> receives;   // of each part
  std::map<unsigned, std::size_t> next_part;  // in which a node can send
  for (const std::size_t i : phase) {
    const Exchange& exchange = step.exchanges[i];
    std::size_t part = next_part[exchange.from];
    while (part < parts.size() && receives[part].contains(exchange.to)) ++part;
    if (parts.size() == part) {
      parts.emplace_back();
      receives.emplace_back();
    }
    parts[part].push_back(i);
    receives[part].insert(exchange.to);
    next_part[exchange.from] = part + 1;
  }
  return parts;
}

Round round_of(const NodeFile& file, const CommunicationStep& step,
               const std::vector<std::size_t>& exchanges) {
  const RouterGrid grid(*file.network);
  Round round{exchanges, 0, 0};
  std::vector<std::uint64_t> crossed(std::size_t{grid.routers()} * RouterGrid::links);
  std::vector<std::uint64_t> sent(grid.nodes());
  for (const std::size_t i : exchanges) {
    const Exchange& exchange = step.exchanges[i];
    sent[exchange.from] += exchange.words();
    for (const std::size_t link : grid.way(exchange.from, exchange.to))
      crossed[link] += exchange.words();
  }
  round.most_words = *std::max_element(sent.begin(), sent.end());
  round.congestion = static_cast<double>(*std::max_element(crossed.begin(), crossed.end())) /
                     static_cast<double>(round.most_words);
  return round;
}

}  // namespace

// Where each word belongs goes with it in pairs, so that all senders of a node may send at once.
std::vector<Round> rounds_of(const NodeFile& file, const CommunicationStep& step, Way way) {
  const bool any_order = way == Way::fetched || file.parameters.engine.scatters ||
                         sends_pairs(file, step.operation, way);
  std::vector<Round> rounds;
  for (const auto& phase : phases_of(step)) {
    if (any_order) {
      rounds.push_back(round_of(file, step, phase));
      continue;
    }
    for (const auto& part : one_sender_each(step, phase))
      rounds.push_back(round_of(file, step, part));
  }
  return rounds;
}

double congestion_of(const NodeFile& file, const CommunicationStep& step) {
  double weighted = 0;
  double words = 0;
  for (const auto& phase : phases_of(step)) {
    const Round round = round_of(file, step, phase);
    const auto most = static_cast<double>(round.most_words);
    weighted += round.congestion * most;
    words += most;
  }
  return weighted / words;
}

}  // namespace weft::copy_transfer
