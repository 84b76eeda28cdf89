#include "testbench/app/studies/copy_transfer_measure.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "platforms/copy_transfer/machine.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"
#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {
namespace {

using copy_transfer::Machine;
using copy_transfer::MeasuredTransfer;
using copy_transfer::MeasurementOptions;
using copy_transfer::NodeFile;

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

// What `weft copy-transfer --machine` reads.
std::string machine_text(const NodeFile& node, const std::vector<MeasuredTransfer>& measured) {
  std::string text = fmt::format("name: {}\n", quoted(node.name));
  if (!node.source.empty()) text += fmt::format("source: {}\n", quoted(node.source));
  text +=
      fmt::format("processors: {}\nlarge_stride: 64\nfigures:\n  - source: {}\n    transfers:\n",
                  node.parameters.processors,
                  quoted("measured on the simulated node by weft copy-transfer measure"));
  for (const MeasuredTransfer& one : measured)
    text += fmt::format("      {}: {:.2f} MB/s\n", text_of(one.transfer), one.rate);
  return text;
}

void print_measured(const std::vector<MeasuredTransfer>& measured, const NodeFile& node,
                    const std::optional<Machine>& machine, std::uint64_t words) {
  std::vector<std::string> head{"transfer", "MB/s", "clocks a word"};
  if (machine) {
    head.push_back(machine->name);
    head.emplace_back("%");
  }
  fmt::print("{}, {} words\n", node.name, words);
  Table table(head);
  for (const MeasuredTransfer& one : measured) {
    std::vector<std::string> row{
        text_of(one.transfer), fmt::format("{:.1f}", one.rate),
        fmt::format("{:.2f}", static_cast<double>(one.clocks) / static_cast<double>(words))};
    if (machine) {
      const auto found = find_figure(*machine, one.transfer);
      row.push_back(found ? number_text(found->figure->rate) : "");
      row.push_back(found ? fmt::format("{:+.1f}", 100 * (one.rate / found->figure->rate - 1))
                          : "");
    }
    table.add(row);
  }
  table.print();
}

}  // namespace

int measure_node(const MeasureArguments& arguments) {
  ResultFile file(arguments.output, "--output");
  const NodeFile node = copy_transfer::load_node(find_node(arguments.node));
  std::optional<Machine> machine;
  if (!arguments.machine.empty())
    machine = copy_transfer::load_machine(find_machine(arguments.machine));
  MeasurementOptions options;
  options.words = arguments.words;
  options.seed = arguments.seed;
  std::vector<MeasuredTransfer> measured;
  for (const copy_transfer::BasicTransfer& transfer : copy_transfer::measurable_transfers(node)) {
    measured.push_back(copy_transfer::measure_transfer(node, transfer, options));
  }
  file.write(machine_text(node, measured));
  if (!file.is_standard_output()) print_measured(measured, node, machine, options.words);
  return ok;
}

}  // namespace weft::app
