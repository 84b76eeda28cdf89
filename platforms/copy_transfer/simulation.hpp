// A communication step on simulated nodes beside the algebra of its basic transfers.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/copy_transfer/exchange.hpp"

namespace weft::copy_transfer {

struct Simulation {
  Way way = Way::packed;
  ExchangeResult result;
  double congestion = 1;
  /// The composition that the nodes carried out, such as "1C1 o (1S0 || Nd || 0D1) o 1C64"; empty
  /// for words that were fetched, which the algebra does not know.
  std::string expression;
  /// MB/s that the algebra makes of it, from basic transfers that were measured on one such node by
  /// itself, and on its network, at the congestion of the step; with the limit of what a node sends
  /// and receives at once.
  double estimate = 0;
  std::string bound_by;
};

/// See run_exchanges. Throws also std::logic_error if the nodes cannot do it (see lacks_for).
Simulation simulate(const NodeFile& file, const CommunicationStep& step, Way way);

}  // namespace weft::copy_transfer
