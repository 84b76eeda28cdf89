#include <fmt/format.h>

#include <utility>

#include "platforms/copy_transfer/machine.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/byte_rate.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::copy_transfer {
namespace {

constexpr std::uint32_t most_processors = 1024;

BasicTransfer read_key(const NodeEntry& entry) {
  TransferText reader(entry.key, entry.place, false);
  const BasicTransfer transfer = reader.read_transfer(FixedEnds::of_copies);
  if (!reader.at_end()) {
    throw InputError(entry.place,
                     fmt::format("'{}': {} behind the transfer", entry.key, reader.next_thing()),
                     "expected one transfer, such as 1C64");
  }
  if (transfer.crosses_network() && transfer.congestion == 0) {
    throw InputError(entry.place, fmt::format("'{}' without its congestion", entry.key),
                     fmt::format("expected it behind '@', such as {}@2", entry.key));
  }
  return transfer;
}

// What was published together, or follows from the same.
void read_figures(const Node& node, Machine& machine) {
  const Section section(node, "figures", {"source", "derived", "transfers"});
  Figure figure;
  const Node* source = section.find("source");
  const Node* derived = section.find("derived");
  if ((source == nullptr) == (derived == nullptr)) {
    throw InputError(node.place, "figures with neither or both of 'source' and 'derived'",
                     "expected where they were published, or what they follow from");
  }
  if (source != nullptr) figure.source = require_text(*source, "source");
  if (derived != nullptr) figure.derived = require_text(*derived, "derived");
  const Node& transfers = section.at("transfers", "expected transfers with their throughput");
  for (const NodeEntry& entry : require_map(transfers, "transfers").entries) {
    const BasicTransfer transfer = read_key(entry);
    const std::string name = text_of(transfer);
    figure.kind = transfer.kind;
    figure.rate = static_cast<double>(read_byte_rate(entry.value, entry.key)) / 1e6;
    if (figure.rate == 0) {
      throw InputError(entry.value.place, fmt::format("a throughput of 0 of '{}'", entry.key),
                       "expected more, or no figure");
    }
    if (machine.figures.emplace(name, figure).second) continue;
    throw InputError(entry.place, fmt::format("'{}' once more", name),
                     "expected one figure of each transfer");
  }
}

ResourceLimit read_limit(const Node& node) {
  const Section section(node, "a limit", {"limit", "source"});
  const Node& text = section.at("limit", "expected an inequality, such as 2 xQy <= 0Cx");
  ResourceLimit limit = parse_limit(require_text(text, "limit"), text.place);
  if (const Node* source = section.find("source")) limit.source = require_text(*source, "source");
  return limit;
}

std::uint32_t read_number(const Section& section, std::string_view key, std::uint32_t least,
                          std::uint32_t most, std::uint32_t otherwise) {
  const Node* node = section.find(key);
  return node == nullptr ? otherwise
                         : static_cast<std::uint32_t>(read_whole_in(*node, key, least, most));
}

}  // namespace

Machine read_machine(const Netlist& tree, const std::string& file) {
  const Section section(
      tree.root, "a machine",
      {"name", "source", "congestion", "processors", "large_stride", "figures", "limits"});
  Machine machine;
  machine.file = file;
  machine.name = require_text(section.at("name", "expected what the machine is called"), "name");
  if (const Node* source = section.find("source")) machine.source = require_text(*source, "source");
  machine.congestion = read_number(section, "congestion", 1, most_stride, machine.congestion);
  machine.processors = read_number(section, "processors", 1, most_processors, machine.processors);
  machine.large_stride = read_number(section, "large_stride", 2, most_stride, machine.large_stride);
  const Node& figures = section.at("figures", "expected a list of figures with their source");
  for (const Node& group : require_list(figures, "figures").items) read_figures(group, machine);
  if (const Node* limits = section.find("limits")) {
    for (const Node& limit : require_list(*limits, "limits").items) {
      machine.limits.push_back(read_limit(limit));
    }
  }
  return machine;
}

Machine load_machine(const std::filesystem::path& file) {
  return read_machine(load_tree(file), file.string());
}

}  // namespace weft::copy_transfer
