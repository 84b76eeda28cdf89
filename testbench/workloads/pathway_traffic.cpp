#include "testbench/workloads/pathway_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "hw/common/random.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/statistics/latency_statistics.hpp"

namespace weft {
namespace {

using Shared = PathwayTraffic::Shared;

// A message is named by the address of its sender, and its number below.
constexpr unsigned number_bits = SentMessages::number_bits;
constexpr std::uint32_t number_mask = (1U << number_bits) - 1;

/// Data word `place` of a message; the first one names it.
std::uint32_t value_of(std::uint32_t name, std::uint32_t place) {
  if (place == 0) return name;
  return static_cast<std::uint32_t>(component_seed(std::uint64_t{name} << 32U | place, ""));
}

std::uint64_t draw(const CountRange& range, RandomStream& random) {
  return range.first + random.below(range.last - range.first + 1);
}

Program send_message(CellProcess& cell, unsigned own, unsigned to, std::uint32_t words,
                     Shared& shared) {
  const unsigned address = cell.cell().address;
  const std::uint32_t name = address << number_bits | shared.sent[address].add({cell.now(), words});
  co_await cell.send_marker(own, WordTag::message_begin, to);
  for (std::uint32_t i = 0; i < words; ++i) co_await cell.write(0, value_of(name, i));
  co_await cell.send_marker(own, WordTag::message_end);
}

// A way to one of the targets; those to which faults have left none are dropped. Nothing if none is
// left.
std::pair<unsigned, std::optional<Pathway>> plan_to_any(const CellProcess& cell,
                                                        std::vector<unsigned>& targets,
                                                        RandomStream& random, Shared& shared) {
  while (!targets.empty()) {
    const auto drawn = targets.begin() + static_cast<long>(random.below(targets.size()));
    auto pathway = shared.planner_at(cell.now()).plan(cell.cell().address, *drawn);
    if (pathway) return {*drawn, std::move(pathway)};
    targets.erase(drawn);
  }
  return {};
}

// One pathway after the other, on two own channels in turn: one drains while the next is opened.
Program send(CellProcess& cell, std::vector<unsigned> targets, RandomStream random,
             Shared& shared) {
  const PathwayTrafficParameters& parameters = shared.parameters;
  for (std::uint64_t opened = 0; parameters.pathways == 0 || opened < parameters.pathways;
       ++opened) {
    co_await cell.compute(1 + draw(parameters.pause, random));
    const unsigned own = cell.own_channel(opened % 2);
    co_await await_free(cell, own);
    const auto [to, pathway] = plan_to_any(cell, targets, random, shared);
    if (!pathway) co_return;
    const Time asked = cell.now();
    co_await open_pathway(cell, own, *pathway);
    if (asked >= shared.warm_up) shared.opening.add(cell.now() - asked);
    shared.pathways.add(cell.now());
    co_await cell.bind_output(0, own);
    for (std::uint64_t left = draw(parameters.messages, random); left > 0; --left) {
      const auto words = static_cast<std::uint32_t>(draw(parameters.words, random));
      co_await send_message(cell, own, to, words, shared);
    }
    co_await cell.send_marker(own, WordTag::pathway_end);
  }
}

Program read_message(CellProcess& cell, std::vector<std::uint32_t>& words) {
  while (true) {
    const Word word = co_await cell.read(0);
    if (word.tag == WordTag::message_end) break;
    words.push_back(word.value);
  }
}

Program spool_message(CellProcess& cell, unsigned channel, std::uint32_t most,
                      std::vector<std::uint32_t>& words) {
  SpoolSettings spool;
  spool.channel = channel;
  spool.limit = most * word_bytes;
  spool.until_end = true;
  co_await cell.start_spool(0, spool);
  co_await cell.await_event(events(AgentEvent::spool_end));
  const std::uint32_t end = cell.cell().core->memory().address(0);
  for (std::uint32_t at = 0; at < end; at += word_bytes) words.push_back(co_await cell.load(at));
}

// Draws a message and puts its words into memory, from address 0 on. The way is none where faults
// have left none.
Program prepare(CellProcess& cell, std::uint64_t number, RandomStream& random, Shared& shared,
                std::optional<OutgoingMessage>& message) {
  const unsigned address = cell.cell().address;
  const auto words = static_cast<std::uint32_t>(draw(shared.parameters.words, random));
  const auto to = static_cast<unsigned>(shared.pattern->destination(address, number, random));
  std::optional<Pathway> way = shared.planner_at(cell.now()).plan(address, to);
  if (!way) co_return;
  const std::uint32_t name = address << number_bits | shared.sent[address].add({cell.now(), words});
  for (std::uint32_t i = 0; i < words; ++i) co_await cell.store(i * word_bytes, value_of(name, i));
  shared.pathways.add(cell.now());
  message = OutgoingMessage{to, std::move(*way), 0, words};
}

// A program that has nothing to do looks again after so many clocks.
constexpr std::uint64_t polling = 8;

// Messages one after the other, and those that come meanwhile. What is sent lies in memory below
// what comes in.
Program send_and_receive(CellProcess& cell, RandomStream random, Shared& shared) {
  const PathwayTrafficParameters& parameters = shared.parameters;
  const auto bytes = static_cast<std::uint32_t>(parameters.words.last * word_bytes);
  const bool sends = shared.pattern->sends(cell.cell().address);
  CellMessages messages(cell, bytes, bytes);
  const auto pause = [&] { return (1 + draw(parameters.pause, random)) * cell.cell().clock; };
  std::uint64_t number = 0;
  Time due = pause();
  while (true) {
    const bool more = sends && (parameters.pathways == 0 || number < parameters.pathways);
    if (more && messages.can_send() && cell.now() >= due) {
      std::optional<OutgoingMessage> message;
      co_await prepare(cell, number++, random, shared, message);
      if (message) co_await messages.send(std::move(*message));
      due = cell.now() + pause();
    }
    co_await messages.progress(polling);
    if (!messages.arrived()) continue;
    std::vector<std::uint32_t> words;
    for (std::uint32_t i = 0; i < messages.arrived()->words; ++i) {
      words.push_back(co_await cell.load(bytes + i * word_bytes));
    }
    messages.take();
    shared.check(words, cell.now());
  }
}

// One pathway after the other, each to its end.
Program receive(CellProcess& cell, Shared& shared) {
  while (true) {
    Arrival arrival;
    co_await accept_pathway(cell, 0, arrival);
    while ((co_await cell.read(0)).tag != WordTag::pathway_end) {  // else a message's begin
      std::vector<std::uint32_t> words;
      if (shared.parameters.receive == Transfer::gates) {
        co_await read_message(cell, words);
      } else {
        const auto most = static_cast<std::uint32_t>(shared.parameters.words.last);
        co_await spool_message(cell, arrival.channel, most, words);
      }
      shared.check(words, cell.now());
    }
  }
}

}  // namespace

Shared::Shared(const Platform& platform, const PathwayTrafficParameters& given)
    : parameters(given),
      warm_up(platform.run.warm_up),
      sent(cells_of(platform).size()),
      pathways(warm_up),
      messages(warm_up),
      words(warm_up) {
  for (const Time at : bus_fault_times(platform)) {
    planners.try_emplace(at, platform, common_pools(platform), at);
  }
}

PathwayPlanner& Shared::planner_at(Time now) {
  return std::prev(planners.upper_bound(now))->second;
}

void Shared::check(const std::vector<std::uint32_t>& received, Time now) {
  if (received.empty()) throw std::runtime_error("an empty message came in");
  const std::uint32_t name = received.front();
  const unsigned source = name >> number_bits;
  const std::uint32_t number = name & number_mask;
  const auto message = source < sent.size() ? sent[source].take(number) : std::nullopt;
  if (!message || message->words != received.size()) {
    throw std::runtime_error(
        fmt::format("a message of {} words came in that nobody has sent", received.size()));
  }
  for (std::uint32_t i = 1; i < received.size(); ++i) {
    if (received[i] == value_of(name, i)) continue;
    throw std::runtime_error(
        fmt::format("word {} of message {} of cell {} came in as {:#x}, not {:#x}", i, number,
                    source, received[i], value_of(name, i)));
  }
  messages.add(now);
  words.add(now, received.size());
  if (message->begin >= warm_up) latency.add(now - message->begin);
}

PathwayTraffic::PathwayTraffic(System& system, const PathwayTrafficParameters& parameters)
    : Workload(system), shared_(std::make_unique<Shared>(platform(), parameters)) {
  const std::size_t senders =
      parameters.roles == TrafficRoles::apart ? start_apart(system) : start_both(system);
  const bool faults = bus_fault_times(platform()).size() > 1;  // what is left is asked for
  if (senders != 0 || faults) return;
  throw InputError(platform().workload.place,
                   "traffic of pathways in which no cell that sends reaches one that receives",
                   "expected busses that lead there, or another seed, which draws others");
}

bool PathwayTraffic::is_free(const CellView& cell) const {
  return cells_of(platform())[cell.address].program == nullptr;
}

std::size_t PathwayTraffic::start_apart(const System& system) {
  const std::uint64_t seed = platform().seed;
  RandomStream roles(seed, "pathway_traffic/roles");
  std::vector<unsigned> order;
  for (const CellView& cell : cells_of(system)) {
    if (is_free(cell)) order.push_back(cell.address);
  }
  for (std::size_t i = 0; i < order.size(); ++i) std::swap(order[i], order[roles.below(i + 1)]);
  const std::size_t receivers = std::clamp<std::size_t>(
      order.size() * shared_->parameters.receivers / 100, 1, order.size() - 1);
  shared_->receivers.assign(order.begin(), order.begin() + static_cast<long>(receivers));
  std::sort(shared_->receivers.begin(), shared_->receivers.end());
  std::size_t senders = 0;
  for (const CellView& cell : cells_of(system)) {
    if (!is_free(cell)) continue;
    if (std::binary_search(shared_->receivers.begin(), shared_->receivers.end(), cell.address)) {
      start_on_cells().start(cell, receive, std::ref(*shared_));
      continue;
    }
    const std::vector<bool> reached = shared_->planner_at(0).reachable(cell.address);
    std::vector<unsigned> targets;
    for (const unsigned to : shared_->receivers) {
      if (reached[to]) targets.push_back(to);
    }
    if (targets.empty()) continue;
    ++senders;
    start_on_cells().start(cell, send, std::move(targets),
                           RandomStream(seed, cell.name + "/sender"), std::ref(*shared_));
  }
  return senders;
}

std::size_t PathwayTraffic::start_both(const System& system) {
  shared_->pattern =
      make_pattern(*platform().workload.parameters, shared_->parameters, traffic_cells(platform()));
  std::size_t sending = 0;
  for (const CellView& cell : cells_of(system)) {
    if (!is_free(cell)) continue;
    sending += shared_->pattern->sends(cell.address) ? 1 : 0;
    start_on_cells().start(cell, send_and_receive,
                           RandomStream(platform().seed, cell.name + "/sender"),
                           std::ref(*shared_));
  }
  return sending;
}

std::size_t PathwayTraffic::messages_under_way() const {
  std::size_t messages = 0;
  for (const SentMessages& sent : shared_->sent) messages += sent.under_way();
  return messages;
}

ReportedValues PathwayTraffic::report(Time now) const {
  ReportedValues values{
      reported::count("pathways opened", static_cast<double>(shared_->pathways.measured())),
      reported::count("messages received", static_cast<double>(shared_->messages.measured())),
      reported::count("words received", static_cast<double>(shared_->words.measured())),
      reported::rate("throughput", shared_->words.rate(now) * word_bytes / 1e6,
                     Unit::megabytes_per_second)};
  if (is_apart()) report_latency(values, "pathway opening", shared_->opening);
  report_latency(values, "latency", shared_->latency);
  return values;
}

ReportedValues PathwayTraffic::may_report() const {
  ReportedValues values;
  if (is_apart()) may_report_distribution(values, "pathway opening");
  may_report_distribution(values, "latency");
  return values;
}

}  // namespace weft
