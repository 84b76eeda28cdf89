#include "tlm/iwarp/transfers.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "tlm/iwarp/fair_shares.hpp"

namespace weft {
namespace {

// Of a word: times are whole ps, so that steps end some millionths of a word late.
constexpr double nothing_left = 0.01;

std::uint32_t number_of(unsigned cell, Bus side) { return cell * bus_count + index_of(side); }

}  // namespace

Transfers::Transfers(Wheel& wheel, TransferNetwork network)
    : wheel_(&wheel),
      network_(std::move(network)),
      entry_(WheelEntry::calling<&Transfers::work>(this, Phase::act)) {}

void Transfers::begin(TransferStep step, Time now) {
  advance(now);
  Running& running = running_.emplace_back();
  running.step = std::move(step);
  const TransferStep& begun = running.step;
  running.left = static_cast<double>(begun.words);
  if (begun.sends) {
    Flow& flow = flows_[*begun.sends];
    flow.busses.clear();
    unsigned cell = begun.cell;
    for (const Bus side : begun.way) {
      const auto& far = network_.busses[cell][index_of(side)];
      if (!far)
        throw std::runtime_error(
            fmt::format("a transfer over {} of cell {}, which leads nowhere", name_of(side), cell));
      flow.busses.push_back(number_of(cell, side));
      cell = far->cell;
    }
    if (flow.words.empty()) {
      flow.words = std::move(running.step.data);
    } else {
      flow.words.insert(flow.words.end(), begun.data.begin(), begun.data.end());
    }
    flow.sender = &running;
  }
  if (begun.receives) flows_[*begun.receives].receiver = &running;
  if (begun.gate) begun.memory->lend(*begun.gate);
  wheel_->schedule(entry_, now);
}

std::optional<TransferId> Transfers::passing(unsigned cell) const {
  for (const Running& running : running_) {
    if (running.rate == 0 || !running.step.sends) continue;
    for (const std::uint32_t bus : flows_.at(*running.step.sends).busses) {
      if (bus / bus_count == cell) return running.step.sends;
    }
  }
  return std::nullopt;
}

Time Transfers::latency_of(const Flow& flow) const { return flow.busses.size() * network_.hop; }

void Transfers::work() {
  const Time now = wheel_->now();
  advance(now);
  end_steps(now);
  share();
  schedule_next(now);
}

void Transfers::advance(Time now) {
  const auto passed = static_cast<double>(now - advanced_);
  for (Running& running : running_) running.left -= running.rate * passed;
  advanced_ = now;
}

void Transfers::end_steps(Time now) {
  for (auto at = running_.begin(); at != running_.end();) {
    if (at->left > nothing_left) {
      ++at;
      continue;
    }
    end(*at, now);
    at = running_.erase(at);
  }
}

void Transfers::end(Running& running, Time now) {
  const TransferStep& step = running.step;
  if (step.sends) {
    Flow& flow = flows_[*step.sends];
    flow.sender = nullptr;
    word_hops_ += step.words * flow.busses.size();
  }
  if (step.receives) {
    Flow& flow = flows_[*step.receives];
    flow.receiver = nullptr;
    if (flow.words.size() == step.words) {
      step.received(std::exchange(flow.words, {}));
    } else {
      const auto last = flow.words.begin() + static_cast<long>(step.words);
      step.received({flow.words.begin(), last});
      flow.words.erase(flow.words.begin(), last);
    }
  }
  if (!step.gate) return;
  step.memory->give_back(*step.gate, (now / network_.clock + 1) * network_.clock);
}

void Transfers::share() {
  std::set<const Running*> seen;
  std::vector<Strand> strands;
  std::vector<SharingWords> sharing;
  for (Running& running : running_) {
    running.rate = 0;
    if (seen.contains(&running)) continue;
    Strand strand = strand_of(running);
    seen.insert(strand.steps.begin(), strand.steps.end());
    if (strand.waits) continue;
    sharing.push_back({strand.busses, strand.most});
    strands.push_back(std::move(strand));
  }
  const std::vector<double> rates = fair_shares(sharing, capacities(advanced_));
  for (std::size_t i = 0; i < strands.size(); ++i) {
    for (Running* running : strands[i].steps) running->rate = rates[i];
  }
}

void Transfers::add(Strand& strand, Running& running) const {
  strand.steps.push_back(&running);
  strand.lead += running.step.lead;
  strand.most = std::min(strand.most, 1 / static_cast<double>(running.step.word_time));
}

// From this step on to those who receive what it sends, and back to those who send what it
// receives.
Transfers::Strand Transfers::strand_of(Running& start) const {
  Strand strand;
  strand.most = 1 / static_cast<double>(network_.word);
  add(strand, start);
  for (Running* at = &start; at->step.sends;) {
    const Flow& flow = flows_.at(*at->step.sends);
    strand.busses.insert(strand.busses.end(), flow.busses.begin(), flow.busses.end());
    strand.round += at->step.word_time + network_.clock + latency_of(flow);
    at = flow.receiver;
    strand.ring = at == &start;
    strand.waits = strand.waits || at == nullptr;
    if (strand.ring || at == nullptr) break;
    add(strand, *at);
  }
  for (Running* at = &start; !strand.ring && at->step.receives;) {
    const Flow& flow = flows_.at(*at->step.receives);
    at = flow.sender;
    strand.waits = strand.waits || at == nullptr;
    if (at == nullptr) break;
    strand.busses.insert(strand.busses.end(), flow.busses.begin(), flow.busses.end());
    add(strand, *at);
  }
  if (strand.ring) {
    strand.most =
        std::min(strand.most, static_cast<double>(strand.lead) / static_cast<double>(strand.round));
  }
  return strand;
}

std::vector<double> Transfers::capacities(Time now) const {
  std::vector<double> capacities(network_.busses.size() * bus_count, 0);
  for (unsigned cell = 0; cell < network_.busses.size(); ++cell) {
    for (const Bus side : all_busses) {
      const auto& far = network_.busses[cell][index_of(side)];
      if (far && now < far->cut) {
        capacities[number_of(cell, side)] = 1 / static_cast<double>(network_.word);
      }
    }
  }
  return capacities;
}

// The first end of a step as rates are now, or a cut.
void Transfers::schedule_next(Time now) {
  Time next = never;
  for (const Running& running : running_) {
    if (running.rate == 0) continue;
    const double wait = std::ceil(std::max(1.0, running.left / running.rate));
    next = std::min(next, now + static_cast<Time>(wait));
  }
  if (next == never) return;
  for (const auto& sides : network_.busses) {
    for (const auto& far : sides) {
      if (far && far->cut > now) next = std::min(next, far->cut);
    }
  }
  wheel_->schedule(entry_, next);
}

}  // namespace weft
