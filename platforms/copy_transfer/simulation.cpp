#include "platforms/copy_transfer/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/copy_transfer/measurement.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"
#include "platforms/copy_transfer/rounds.hpp"

namespace weft::copy_transfer {
namespace {

constexpr Pattern fixed{Pattern::Kind::fixed, 0, 1};
constexpr Pattern contiguous{Pattern::Kind::contiguous, 0, 1};

bool is_block(const Pattern& pattern) { return pattern.kind == Pattern::Kind::contiguous; }
bool is_indexed(const Pattern& pattern) { return pattern.kind == Pattern::Kind::indexed; }

// The composition, and a machine that has a figure of each of its transfers.
class Algebra {
 public:
  Algebra(const NodeFile& file, const CommunicationStep& step)
      : file_(file), step_(step), operation_(step.operation) {
    if (!step.indices.empty()) measured_ = {step.most_words(), 1, step.indices};
    machine_.name = file.name;
    machine_.processors = file.parameters.processors;
  }

  std::string compose(Way way) {
    const bool block_send = file_.parameters.engine.fetches;
    const TransferKind sends = block_send ? TransferKind::fetch_send : TransferKind::load_send;
    const bool chained = way == Way::chained;
    if (!chained || (is_block(operation_.read) && is_block(operation_.write))) {
      sent_ = in_parallel({sends, contiguous, fixed, 0}, data(),
                          {TransferKind::receive_deposit, fixed, contiguous, 0});
      if (chained) return sent_;
      // as the step has them: how near indices are to each other decides, and where buffers lie
      const std::string gather = copy(operation_.read, contiguous, rate_of_gather(file_, step_));
      const std::string scatter = copy(contiguous, operation_.write, rate_of_scatter(file_, step_));
      if (way == Way::packed) return fmt::format("{} o ({}) o {}", gather, sent_, scatter);
      const BasicTransfer system{TransferKind::copy, contiguous, contiguous, 0};
      const double rate = measured(system);
      const std::string to_system = copy(contiguous, contiguous, rate);
      const std::string from_system = copy(contiguous, contiguous, rate);
      return fmt::format("{} o {} o ({}) o {} o {}", gather, to_system, sent_, from_system,
                         scatter);
    }
    pairs_ = sends_pairs(file_, operation_, way);
    sent_ = in_parallel({TransferKind::load_send, operation_.read, fixed, 0},
                        is_block(operation_.write) ? data() : address_data(),
                        {pairs_ ? TransferKind::receive_store : TransferKind::receive_deposit,
                         fixed, operation_.write, 0});
    return sent_;
  }

  // Of a composition, with the network at that congestion.
  Estimate at(const std::string& composition, double congestion) {
    machine_.figures[text_of(network_)] = {network_.kind, rate_of_network(congestion), "simulated",
                                           ""};
    return estimate(parse_expression(composition, place_of(composition)), machine_);
  }

  // What is sent goes round by round, each at its own congestion and as long as it takes the node
  // that sends most; copies are one behind the other and know no rounds.
  double rate_of(const std::string& composition, const std::vector<Round>& rounds) {
    const double copied = 1 / at(composition, 1).rate - 1 / at(sent_, 1).rate;
    const auto words = static_cast<double>(step_.most_words());
    double time = copied * words;
    for (const Round& round : rounds)
      time += static_cast<double>(round.most_words) / at(sent_, round.congestion).rate;
    return words / time;
  }

 private:
  // Copies of one name have one figure, which is of all of them in sequence.
  std::string copy(const Pattern& read, const Pattern& write, double rate) {
    const BasicTransfer transfer{TransferKind::copy, read, write, 0};
    std::vector<double>& rates = copies_[text_of(transfer)];
    rates.push_back(rate);
    double time = 0;
    for (const double one : rates) time += 1 / one;
    return add(transfer, static_cast<double>(rates.size()) / time);
  }

  double measured(const BasicTransfer& transfer) const {
    MeasurementOptions options;
    options.words = measured_.words;
    options.indices = measured_.indices;
    options.pairs = pairs_;
    return measure_transfer(file_.parameters, transfer, options).rate;
  }

  std::string term(const BasicTransfer& transfer) { return add(transfer, measured(transfer)); }

  std::string add(const BasicTransfer& transfer, double rate) {
    machine_.figures[text_of(transfer)] = {transfer.kind, rate, "simulated", ""};
    return text_of(transfer);
  }

  // Each node sends and receives at once: both together are no faster than on a node that does
  // both, to itself.
  std::string in_parallel(const BasicTransfer& sends, const std::string& network,
                          const BasicTransfer& receives) {
    const double rate = rate_of_both_at_once(sends, receives);
    ResourceLimit limit = parse_limit(
        fmt::format("{} + {} <= {:.3f} MB/s", text_of(sends), text_of(receives), 2 * rate),
        place_of("simulated"));
    limit.source = "measured on a node that does both at once";
    machine_.limits.push_back(limit);
    return fmt::format("{} || {} || {}", term(sends), network, term(receives));
  }

  double rate_of_both_at_once(const BasicTransfer& sends, const BasicTransfer& receives) const {
    if (is_indexed(sends.read) || is_indexed(receives.write)) return rate_of_both(file_, step_);
    const NodeFile one = alone(file_);
    const CommunicationStep both = make_shift({sends.read, receives.write}, one, measured_);
    return run_exchanges(one, both, Way::chained).rate;
  }

  std::string data() { return network(TransferKind::data, file_.parameters.engine.packet_words); }
  std::string address_data() {
    if (!pairs_) {
      const unsigned block = operation_.write.block;
      return network(TransferKind::address_data,
                     std::min(file_.parameters.engine.packet_words, block));
    }
    share_of_packet_ = 0.5;
    return network(TransferKind::address_data, 2);
  }

  std::string network(TransferKind kind, unsigned packet_words) {
    network_ = {kind, fixed, fixed, 1};
    packet_words_ = packet_words;
    return std::string(info_of(kind).letters);
  }

  // Of one of so many flows over a link.
  double rate_of_network(double congestion) {
    const auto flows = static_cast<unsigned>(std::ceil(congestion));
    auto found = link_rates_.find(flows);
    if (found == link_rates_.end()) {
      const double rate = rate_of_flow(file_, {flows, packet_words_, measured_.words});
      found = link_rates_.emplace(flows, rate * flows).first;
    }
    return found->second * share_of_packet_ / congestion;
  }

  const NodeFile& file_;
  const CommunicationStep& step_;
  Operation operation_;
  ShiftOptions measured_;  // what transfers are measured with by themselves
  bool pairs_ = false;
  std::string sent_;  // the part of the composition that crosses the network
  BasicTransfer network_;
  unsigned packet_words_ = 1;
  double share_of_packet_ = 1;                         // of its words, those that are elements
  std::map<std::string, std::vector<double>> copies_;  // rates by their names
  std::map<unsigned, double> link_rates_;  // of all flows that share a link, by their number
  Machine machine_;
};

}  // namespace

Simulation simulate(const NodeFile& file, const CommunicationStep& step, Way way) {
  const std::string lack = lacks_for(file, step.operation, way);
  if (!lack.empty())
    throw std::logic_error(fmt::format("{} lacks {} for {}", file.name, lack, step.name));
  Simulation simulation;
  simulation.way = way;
  simulation.congestion = congestion_of(file, step);
  simulation.result = run_exchanges(file, step, way);
  if (way == Way::fetched) return simulation;
  Algebra algebra(file, step);
  simulation.expression = algebra.compose(way);
  simulation.estimate = algebra.rate_of(simulation.expression, rounds_of(file, step, way));
  simulation.bound_by = algebra.at(simulation.expression, simulation.congestion).bound_by();
  return simulation;
}

}  // namespace weft::copy_transfer
