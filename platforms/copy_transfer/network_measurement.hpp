// What a network carries by itself (section 4.3 of the copy-transfer paper), beside what its nodes
// do.
#pragma once

#include <cstdint>
#include <vector>

#include "platforms/copy_transfer/measurement.hpp"
#include "platforms/copy_transfer/node_file.hpp"

namespace weft::copy_transfer {

/// Flows that all go over one link in the middle of a row of routers, from nodes that always have a
/// packet to nodes that take all: what is between memory and network counts at neither end
/// (section 3.2). The row is as long as they need.
struct Flows {
  unsigned count = 1;          ///< The congestion of the link.
  unsigned packet_words = 1;   ///< Of each packet.
  std::uint64_t words = 8192;  ///< Of each flow.
};

/// The clocks until all words have begun to leave the network.
std::uint64_t measure_flows(const NetworkParameters& network, const Flows& flows);
/// MB/s of one flow. The file has a network.
double rate_of_flow(const NodeFile& file, const Flows& flows);

/// As those of a node alone; and Nd and Nadp, at the congestion that they name (1 if none), where
/// the file has a network. Data go in the packets of the engines; of address-data pairs too where
/// the addresses are words of them, as no engine scatters, and else in packets of one word.
bool can_measure(const NodeFile& file, const BasicTransfer& transfer);
MeasuredTransfer measure_transfer(const NodeFile& file, const BasicTransfer& transfer,
                                  const MeasurementOptions& options = {});
/// Those of tables 1 to 4.
std::vector<BasicTransfer> measurable_transfers(const NodeFile& file);

}  // namespace weft::copy_transfer
