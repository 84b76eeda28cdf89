#include "testbench/workloads/basic_transfer_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/memory/memory_transaction.hpp"
#include "platforms/components/memory_nodes.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

using copy_transfer::BasicTransfer;
using copy_transfer::Pattern;
using copy_transfer::TransferKind;

BasicTransfer own_transfer(const ParameterValues& values, const char* key,
                           std::initializer_list<TransferKind> kinds, const char* expected) {
  const std::string& text = values.text(key);
  const Place place = values.place(key);
  const BasicTransfer transfer = copy_transfer::read_basic_transfer(text, place);
  if (std::find(kinds.begin(), kinds.end(), transfer.kind) != kinds.end()) return transfer;
  throw InputError(place, fmt::format("'{}' as `{}` of a basic_transfer", text, key), expected);
}

std::vector<PlannedTransfer> planned_nodes(const Platform& platform, bool sends) {
  std::vector<PlannedTransfer> planned;
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    if (!is_memory_node(platform.components[i])) continue;
    PlannedTransfer one{i, {}};
    bool receives = false;
    for (const LinkSpec& link : platform.links) {
      if (!sends || link.parameters->type().name != "node_link") continue;
      if (link.from.component == i) one.receiver = link.to.component;
      receives = receives || link.to.component == i;
    }
    if (!receives || one.receiver) planned.push_back(one);
  }
  return planned;
}

void refuse_at(const ParameterValues& values, const char* key, const Component& node,
               const std::string& why, const std::string& expected) {
  throw InputError(values.place(key),
                   fmt::format("'{}' at '{}', {}", values.text(key), node.name, why), expected);
}

bool in_one_block(const Pattern& pattern) { return pattern.kind == Pattern::Kind::contiguous; }

void check_sender(const BasicTransferPlan& plan, const ParameterValues& values,
                  const Component& node) {
  if (plan.transfer.kind != TransferKind::fetch_send) return;
  if (!node_file_of(node).parameters.engine.fetches)
    refuse_at(values, "transfer", node, "which has no engine that fetches",
              "expected S in place of F");
  if (!in_one_block(plan.transfer.read))
    refuse_at(values, "transfer", node, "whose engine fetches blocks", "expected 1F0");
  if (!in_one_block(plan.receive.write))
    refuse_at(values, "receive", node, "whose engine sends blocks", "expected 0D1 or 0R1");
}

void check_receiver(const BasicTransferPlan& plan, const ParameterValues& values,
                    const Component& node) {
  const NodeParameters parameters = node_file_of(node).parameters;
  if (plan.receive.kind == TransferKind::receive_store) {
    if (parameters.port.read_clocks == 0)
      refuse_at(values, "receive", node, "whose processor cannot load from its port",
                "expected D in place of R");
    return;
  }
  if (!parameters.engine.deposits)
    refuse_at(values, "receive", node, "which has no engine that deposits",
              "expected R in place of D");
  if (!parameters.engine.scatters && !in_one_block(plan.receive.write))
    refuse_at(values, "receive", node, "whose engine deposits blocks", "expected 0D1");
}

// Words from the first one of a pattern to behind the last one.
std::uint64_t extent(const Pattern& pattern, std::uint64_t words) {
  if (pattern.kind != Pattern::Kind::strided) return words + pattern.block;
  return (words / pattern.block + 1) * pattern.stride;
}

void check_room(const BasicTransferParameters& parameters, const BasicTransferPlan& plan,
                const ParameterValues& values) {
  const std::uint64_t most =
      std::max({extent(plan.transfer.read, parameters.words),
                extent(plan.written(), parameters.words), parameters.words}) *
          memory_word_bytes +
      0x2000;
  if (most <= MemoryQuarters(parameters.memory).quarter) return;
  throw InputError(values.place("words"),
                   fmt::format("{} words, which take {} bytes of a quarter of the memory",
                               parameters.words, most),
                   fmt::format("expected {} at most; or `memory: {} bytes` or more",
                               MemoryQuarters(parameters.memory).quarter, 4 * most));
}

}  // namespace

BasicTransferPlan plan_basic_transfer(const BasicTransferParameters& parameters,
                                      const ParameterValues& values, const Platform& platform) {
  BasicTransferPlan plan;
  plan.transfer = own_transfer(
      values, "transfer", {TransferKind::copy, TransferKind::load_send, TransferKind::fetch_send},
      "expected what a node does by itself: C, S or F, such as 1C64; what is sent is received as "
      "`receive` says");
  plan.receive =
      own_transfer(values, "receive", {TransferKind::receive_store, TransferKind::receive_deposit},
                   "expected R or D, such as 0D64");
  check_room(parameters, plan, values);
  plan.nodes = planned_nodes(platform, plan.sends());
  if (plan.nodes.empty()) {
    throw InputError(platform.workload.place, "a basic_transfer on no memory_node that sends",
                     "expected one or more; of a node_link, the one at `from` sends");
  }
  for (const PlannedTransfer& one : plan.nodes) {
    check_sender(plan, values, platform.components[one.node]);
    if (one.receiver) check_receiver(plan, values, platform.components[*one.receiver]);
  }
  return plan;
}

}  // namespace weft
