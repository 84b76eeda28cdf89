#include "tlm/iwarp/transfers.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
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
      entry_(WheelEntry::calling<&Transfers::work>(this, Phase::act)),
      words_over_(network_.busses.size() * bus_count, 0) {}

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
    flow.queue = begun.queue;
    flow.sender = &running;
  }
  if (begun.receives) flows_[*begun.receives].receiver = &running;
  if (begun.gate) begun.memory->lend(*begun.gate);
  wheel_->schedule(entry_, now);
}

std::optional<TransferId> Transfers::passing(unsigned cell) const {
  for (const auto& [transfer, flow] : flows_) {
    const bool is_under_way =
        (flow.sender != nullptr && flow.sender->rate > 0) || flow.queued > flow.queue;
    if (!is_under_way) continue;
    for (const std::uint32_t bus : flow.busses) {
      if (bus / bus_count == cell) return transfer;
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
  for (Running& running : running_) {
    const double words = running.rate * passed;
    running.left -= words;
    if (running.step.sends) flows_.at(*running.step.sends).queued += words;
    if (running.step.receives) flows_.at(*running.step.receives).queued -= words;
  }
  advanced_ = now;
}

void Transfers::end_steps(Time now) {
  for (auto at = running_.begin(); at != running_.end();) {
    if (at->left > nothing_left || !has_come(*at)) {
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
    flow.queued += running.left;
    for (const std::uint32_t bus : flow.busses) words_over_[bus] += step.words;
  }
  if (step.receives) {
    Flow& flow = flows_[*step.receives];
    flow.receiver = nullptr;
    flow.queued -= running.left;
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

// By its lead a step may come to its end before who sends to it has begun.
bool Transfers::has_come(const Running& running) const {
  const TransferStep& step = running.step;
  return !step.receives || flows_.at(*step.receives).words.size() >= step.words;
}

void Transfers::share() {
  std::unordered_map<const Running*, std::size_t> place;
  for (const Running& running : running_) place.emplace(&running, place.size());
  std::vector<SharingWords> sharing;
  sharing.reserve(running_.size());
  for (const Running& running : running_) {
    SharingWords& words = sharing.emplace_back();
    words.most = running.left > nothing_left ? most_of(running) : 0;
    const auto no_faster_than = [&](const Running* other) {
      if (other == nullptr) {
        words.most = 0;
      } else {
        words.behind.push_back(place.at(other));
      }
    };
    if (running.step.receives) {
      const Flow& flow = flows_.at(*running.step.receives);
      if (until_empty(flow) <= nothing_left) no_faster_than(flow.sender);
    }
    if (running.step.sends) {
      const Flow& flow = flows_.at(*running.step.sends);
      words.busses = flow.busses;
      if (until_full(flow) <= nothing_left) no_faster_than(flow.receiver);
    }
  }
  const std::vector<double> rates = fair_shares(sharing, capacities(advanced_));
  for (Running& running : running_) running.rate = rates[place.at(&running)];
}

double Transfers::until_empty(const Flow& flow) { return flow.queued + flow.receiver->step.lead; }

double Transfers::until_full(const Flow& flow) {
  return flow.queue * static_cast<double>(flow.busses.size() + 1) - flow.queued;
}

// In a ring, where who receives what it sends, and so on, sends what it receives, no more than the
// leads together can be on their way round.
double Transfers::most_of(const Running& running) const {
  const double most = 1 / static_cast<double>(std::max(network_.word, running.step.word_time));
  Time round = 0;
  std::uint64_t lead = 0;
  for (const Running* at = &running; at->step.sends;) {
    const Flow& flow = flows_.at(*at->step.sends);
    round += at->step.word_time + network_.clock + latency_of(flow);
    lead += at->step.lead;
    at = flow.receiver;
    if (at == nullptr) break;
    if (at == &running)
      return std::min(most, static_cast<double>(lead) / static_cast<double>(round));
  }
  return most;
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

// At the rates that it has now: to its end, to empty queues before it, or to full ones behind it.
double Transfers::until_change(const Running& running) const {
  double wait = running.left / running.rate;
  const auto reach = [&wait](double words, double faster) {
    if (words > nothing_left && faster > 0) wait = std::min(wait, words / faster);
  };
  const auto rate_of = [](const Running* other) { return other == nullptr ? 0 : other->rate; };
  if (running.step.receives) {
    const Flow& flow = flows_.at(*running.step.receives);
    reach(until_empty(flow), running.rate - rate_of(flow.sender));
  }
  if (running.step.sends) {
    const Flow& flow = flows_.at(*running.step.sends);
    reach(until_full(flow), running.rate - rate_of(flow.receiver));
  }
  return wait;
}

void Transfers::schedule_next(Time now) {
  Time next = never;
  for (const Running& running : running_) {
    if (running.rate == 0) continue;
    const double wait = std::ceil(std::max(1.0, until_change(running)));
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
