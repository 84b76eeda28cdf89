#include "testbench/app/studies/copy_transfer_measure.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "platforms/copy_transfer/index_array.hpp"
#include "platforms/copy_transfer/machine.hpp"
#include "platforms/copy_transfer/network_measurement.hpp"
#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/copy_transfer_platform.hpp"
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

struct MeasuredMachine {
  std::string name;
  std::string source;
  std::string how;
  unsigned processors = 1;
  std::uint64_t words = 0;  ///< Of each transfer.
  std::vector<MeasuredTransfer> measured;
};

MeasuredMachine figures_of(const MeasureArguments& arguments) {
  if (!arguments.platform.empty()) {
    const MeasuredPlatform platform = measure_platform(arguments.platform);
    return {
        platform.name,    "", "measured by programs on the simulated platform", 1, platform.words,
        platform.measured};
  }
  const NodeFile node = copy_transfer::load_node(find_node(arguments.node));
  MeasurementOptions options;
  options.words = arguments.words;
  options.seed = arguments.seed;
  if (!arguments.indices.empty()) {
    options.indices = copy_transfer::load_index_array(arguments.indices);
    options.words = options.indices.size();
  }
  MeasuredMachine machine{node.name,
                          node.source,
                          "measured on the simulated node by weft copy-transfer measure",
                          node.parameters.processors,
                          options.words,
                          {}};
  for (const copy_transfer::BasicTransfer& transfer : copy_transfer::measurable_transfers(node))
    machine.measured.push_back(copy_transfer::measure_transfer(node, transfer, options));
  return machine;
}

// What `weft copy-transfer --machine` reads.
std::string machine_text(const MeasuredMachine& machine) {
  std::string text = fmt::format("name: {}\n", quoted(machine.name));
  if (!machine.source.empty()) text += fmt::format("source: {}\n", quoted(machine.source));
  text +=
      fmt::format("processors: {}\nlarge_stride: 64\nfigures:\n  - source: {}\n    transfers:\n",
                  machine.processors, quoted(machine.how));
  for (const MeasuredTransfer& one : machine.measured)
    text += fmt::format("      {}: {:.2f} MB/s\n", text_of(one.transfer), one.rate);
  return text;
}

void print_measured(const MeasuredMachine& taken, const std::optional<Machine>& machine) {
  std::vector<std::string> head{"transfer", "MB/s", "clocks a word"};
  if (machine) {
    head.push_back(machine->name);
    head.emplace_back("%");
  }
  fmt::print("{}, {} words\n", taken.name, taken.words);
  Table table(head);
  for (const MeasuredTransfer& one : taken.measured) {
    std::vector<std::string> row{
        text_of(one.transfer), fmt::format("{:.1f}", one.rate),
        fmt::format("{:.2f}", static_cast<double>(one.clocks) / static_cast<double>(taken.words))};
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

int measure_machine(const MeasureArguments& arguments) {
  ResultFile file(arguments.output, "--output");
  std::optional<Machine> machine;
  if (!arguments.machine.empty())
    machine = copy_transfer::load_machine(find_machine(arguments.machine));
  const MeasuredMachine taken = figures_of(arguments);
  file.write(machine_text(taken));
  if (!file.is_standard_output()) print_measured(taken, machine);
  return ok;
}

}  // namespace weft::app
