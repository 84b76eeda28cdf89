#include "platforms/copy_transfer/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/copy_transfer/measurement.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"

namespace weft::copy_transfer {
namespace {

constexpr Pattern fixed{Pattern::Kind::fixed, 0, 1};
constexpr Pattern contiguous{Pattern::Kind::contiguous, 0, 1};

bool is_block(const Pattern& pattern) { return pattern.kind == Pattern::Kind::contiguous; }

// The composition, and a machine that has a figure of each of its transfers.
class Algebra {
 public:
  Algebra(const NodeFile& file, const CommunicationStep& step, double congestion)
      : file_(file), operation_(step.operation), congestion_(congestion) {
    if (!step.indices.empty()) measured_ = {step.most_words(), 1, step.indices};
    machine_.name = file.name;
    machine_.processors = file.parameters.processors;
  }

  std::string compose(Way way) {
    const bool block_send = file_.parameters.engine.fetches;
    const TransferKind sends = block_send ? TransferKind::fetch_send : TransferKind::load_send;
    const bool chained = way == Way::chained;
    if (!chained || (is_block(operation_.read) && is_block(operation_.write))) {
      const std::string block = in_parallel({sends, contiguous, fixed, 0}, data(),
                                            {TransferKind::receive_deposit, fixed, contiguous, 0});
      if (chained) return block;
      const std::string gather = term({TransferKind::copy, operation_.read, contiguous, 0});
      const std::string scatter = term({TransferKind::copy, contiguous, operation_.write, 0});
      if (way == Way::packed) return fmt::format("{} o ({}) o {}", gather, block, scatter);
      const std::string system = term({TransferKind::copy, contiguous, contiguous, 0});
      return fmt::format("{} o {} o ({}) o {} o {}", gather, system, block, system, scatter);
    }
    pairs_ = sends_pairs(file_, operation_, way);
    return in_parallel({TransferKind::load_send, operation_.read, fixed, 0},
                       is_block(operation_.write) ? data() : address_data(),
                       {pairs_ ? TransferKind::receive_store : TransferKind::receive_deposit, fixed,
                        operation_.write, 0});
  }

  const Machine& machine() const { return machine_; }

 private:
  std::string term(const BasicTransfer& transfer) {
    MeasurementOptions options;
    options.words = measured_.words;
    options.indices = measured_.indices;
    options.pairs = pairs_;
    const double rate = measure_transfer(file_.parameters, transfer, options).rate;
    machine_.figures[text_of(transfer)] = {transfer.kind, rate, "simulated", ""};
    return text_of(transfer);
  }

  // Each node sends and receives at once: both together are no faster than on a node that does
  // both, to itself.
  std::string in_parallel(const BasicTransfer& sends, const std::string& network,
                          const BasicTransfer& receives) {
    NodeFile alone = file_;
    alone.network->x = alone.network->y = alone.network->z = alone.network->nodes_per_router = 1;
    const CommunicationStep both = make_shift({sends.read, receives.write}, alone, measured_);
    const double rate = run_exchanges(alone, both, Way::chained).rate;
    ResourceLimit limit = parse_limit(
        fmt::format("{} + {} <= {:.3f} MB/s", text_of(sends), text_of(receives), 2 * rate),
        place_of("simulated"));
    limit.source = "measured on a node that does both at once";
    machine_.limits.push_back(limit);
    return fmt::format("{} || {} || {}", term(sends), network, term(receives));
  }

  std::string data() { return network(TransferKind::data, file_.parameters.engine.packet_words); }
  std::string address_data() {
    if (pairs_) return network(TransferKind::address_data, 2, 0.5);
    return network(TransferKind::address_data,
                   std::min(file_.parameters.engine.packet_words, operation_.write.block));
  }

  // Of the words of a packet the elements are a share.
  std::string network(TransferKind kind, unsigned packet_words, double share = 1) {
    const double flows = std::ceil(congestion_);
    const double rate =
        rate_of_flow(file_, {static_cast<unsigned>(flows), packet_words, measured_.words}) * flows *
        share;
    machine_.figures[text_of(BasicTransfer{kind, fixed, fixed, 1})] = {kind, rate / congestion_,
                                                                       "simulated", ""};
    return std::string(info_of(kind).letters);
  }

  const NodeFile& file_;
  Operation operation_;
  double congestion_;
  ShiftOptions measured_;  // what transfers are measured with by themselves
  bool pairs_ = false;
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
  Algebra algebra(file, step, simulation.congestion);
  simulation.expression = algebra.compose(way);
  const Expression expression =
      parse_expression(simulation.expression, place_of(simulation.expression));
  const Estimate estimated = estimate(expression, algebra.machine());
  simulation.estimate = estimated.rate;
  simulation.bound_by = estimated.bound_by();
  return simulation;
}

}  // namespace weft::copy_transfer
