#include "platforms/copy_transfer/network_measurement.hpp"

#include <algorithm>
#include <vector>

#include "hw/node/node_network.hpp"

namespace weft::copy_transfer {
namespace {

constexpr unsigned most_flows = 1024;

class TakesAll : public PacketSink {
 public:
  bool accepts(unsigned /*node*/, PacketLane /*lane*/, MemoryClocks /*now*/) const override {
    return true;
  }
  void accept(unsigned /*node*/, const NetworkPacket& packet, MemoryClocks /*now*/) override {
    words += packet.words;
  }
  std::uint64_t words = 0;
};

}  // namespace

std::uint64_t measure_flows(const NetworkParameters& parameters, const Flows& flows) {
  const unsigned in_each = parameters.nodes_per_router;
  const unsigned senders = (flows.count + in_each - 1) / in_each;  // routers
  NetworkParameters row = parameters;
  row.x = 2 * senders;
  row.y = row.z = 1;
  row.torus = false;
  NodeNetwork network(row);
  const unsigned first_receiver = senders * in_each;
  std::vector<std::uint64_t> left(flows.count, flows.words);
  TakesAll sink;
  MemoryClocks now = 0;
  for (; sink.words < flows.words * flows.count; ++now) {
    for (unsigned node = 0; node < flows.count; ++node) {
      if (left[node] == 0 || !network.room(node)) continue;
      NetworkPacket packet;
      packet.node = first_receiver + node;
      packet.words = static_cast<unsigned>(std::min<std::uint64_t>(flows.packet_words, left[node]));
      network.send(node, packet, now);
      left[node] -= packet.words;
    }
    network.evaluate(now, sink);
  }
  return now;
}

double rate_of_flow(const NodeFile& file, const Flows& flows) {
  return rate_in(measure_flows(*file.network, flows), flows.words, file.parameters.clock);
}

bool can_measure(const NodeFile& file, const BasicTransfer& transfer) {
  if (!transfer.crosses_network()) return can_measure(file.parameters, transfer);
  return file.network && transfer.congestion <= most_flows;
}

MeasuredTransfer measure_transfer(const NodeFile& file, const BasicTransfer& transfer,
                                  const MeasurementOptions& options) {
  if (!transfer.crosses_network()) {
    MeasurementOptions on_network = options;
    on_network.network = file.network;
    return measure_transfer(file.parameters, transfer, on_network);
  }
  const EngineParameters& engine = file.parameters.engine;
  const bool pairs = transfer.kind == TransferKind::address_data;
  const std::uint64_t words_of_each = pairs && !engine.scatters ? 2 : 1;
  const Flows flows{std::max(1U, transfer.congestion),
                    pairs && engine.scatters ? 1 : engine.packet_words,
                    options.words * words_of_each};
  const std::uint64_t clocks = measure_flows(*file.network, flows);
  return {transfer, clocks, rate_in(clocks, options.words, file.parameters.clock)};
}

std::vector<BasicTransfer> measurable_transfers(const NodeFile& file) {
  constexpr Pattern fixed{Pattern::Kind::fixed, 0, 1};
  std::vector<BasicTransfer> all = measurable_transfers(file.parameters);
  for (const TransferKind kind : {TransferKind::data, TransferKind::address_data}) {
    for (const std::uint32_t congestion : {1U, 2U, 4U}) {
      const BasicTransfer transfer{kind, fixed, fixed, congestion};
      if (can_measure(file, transfer)) all.push_back(transfer);
    }
  }
  return all;
}

}  // namespace weft::copy_transfer
