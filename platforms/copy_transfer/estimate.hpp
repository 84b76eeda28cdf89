// The throughput of a communication operation on a machine (section 3.3 of the copy-transfer
// paper).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/copy_transfer/expression.hpp"
#include "platforms/copy_transfer/machine.hpp"

namespace weft::copy_transfer {

/// A basic transfer in an estimate.
struct TermEstimate {
  std::string transfer;
  std::string name;  ///< That its figure was found under.
  Figure figure;
  double busy = 0;  ///< Share of the time in which it moves data at that rate.
};

/// What became of a limit of the machine.
struct LimitEstimate {
  enum class State : std::uint8_t {
    kept,
    binding,    ///< Something was reduced to keep it.
    idle,       ///< Nothing in the expression takes part.
    no_figure,  ///< Not evaluated: the machine has none of what the sum is held against.
  };
  const ResourceLimit* limit = nullptr;
  State state = State::idle;
  std::string bound;  ///< "400 MB/s"; the transfer whose figure is missing, or whose it is.
  double sum = 0;     ///< MB/s; the largest sum there was, before anything was reduced.
};

struct Estimate {
  Operation operation;  ///< What the whole reads and writes; ends may be at the network.
  double rate = 0;      ///< MB/s
  std::vector<TermEstimate> terms;    ///< From left to right.
  std::vector<LimitEstimate> limits;  ///< In the order of the machine.
  std::size_t binding_term = 0;
  std::optional<std::size_t> binding_limit;  ///< If it is this, and no term, that binds.

  /// "Nd@2", or the text of a limit.
  std::string bound_by() const;
  /// Names of the figures that were not published.
  std::vector<std::string> derived() const;
};

/// Throws InputError, with the place in the expression, for transfers that run in parallel and need
/// the same resource of the same node: more processors than a node has, one engine or the network
/// twice.
void check_resources(const Expression& expression, const Machine& machine);

/// The first transfer that the machine has no figure of, or null.
const Expression* missing_figure(const Expression& expression, const Machine& machine);

/// In sequence the time of a word is the sum of those of the parts; in parallel it is the longest.
/// Then limits: each group of transfers that run in parallel is slowed down, all alike, until its
/// sum is kept, with all of them at the rate of the group; and at last the whole. `machine` must
/// outlive the result. Throws InputError, with the place in the expression: a transfer without
/// figure, and see check_resources.
Estimate estimate(const Expression& expression, const Machine& machine);

}  // namespace weft::copy_transfer
