#include "hw/iwarp/parameters.hpp"

#include "hw/iwarp/parameter_check.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/components/iwarp_channels.hpp"
#include "platforms/components/iwarp_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

void check_cell(const ParameterValues& values) {
  check_at_place(values, [&values] { check_parameters(read_cell(values)); });
}

std::vector<PortInfo> bus_ports() {
  std::vector<PortInfo> ports;
  for (const Bus bus : all_busses) {
    ports.push_back(
        {name_of(bus), "", "iwarp_bus",
         "Output bus (`from`) and input bus (`to`) of this side, apart from each other.", true});
  }
  return ports;
}

}  // namespace

ComponentType iwarp_type() {
  ComponentType type =
      make_type(TypeRole::component, "iwarp",
                "iWarp cell: computation, communication and memory agent on eight busses.");
  type.part = Part::cell;
  type.levels = {Level::rtl, Level::signal, Level::word};
  type.ports = bus_ports();
  type.observables = iwarp_observables();
  type.check = check_cell;
  type.enter = enter_cell;
  type.check_bus = check_cell_bus;

  using P = IwarpParameters;
  ParameterTable<P> table;
  table.time("clock", &P::clock)
      .between(2, microsecond)
      .help("Period of the component's clock; a bus phase is half of it.")
      .source("iWarp 1990, 1 and 4");
  table.text("program").default_note("none").help(
      "Assembly program of the computation agent, beside the file that names it.");
  table.table("set")
      .form(TableForm::Kind::any)
      .default_note("none")
      .help("Values for parameters of the program, which names them with `.param`.");
  table.table("results")
      .form(TableForm::Kind::any)
      .default_note("none")
      .help(
          "Labels of the program, each `integer` or `float`, or so many words, as `float[16]`: "
          "what "
          "a report shows at the end.");
  table.table("input_channels")
      .form(TableForm::Kind::map, "input_channels")
      .default_note("4 for each bus")
      .help("Logical input channels of each input bus; the rest is the cell's own.")
      .source("iWarp 1990, 5.1");
  table.table("output_pools")
      .form(TableForm::Kind::map, "output_pools")
      .default_note("[0, 0, 1, 1] for each bus")
      .help("Logical output channels of each output bus, each by its pool.")
      .source("iWarp 1990, 5.1 and 6");
  table.count("logical_inputs", &P::logical_inputs)
      .between(1, 32)
      .help("Logical input channels.")
      .source("iWarp 1990, 5");
  table.count("logical_outputs", &P::logical_outputs)
      .between(1, 32)
      .help("Logical output channels.")
      .source("iWarp 1990, 5");
  table.count("queue_words", &P::queue_words)
      .between(1, 128)
      .help("Words in the queue of a logical input channel.")
      .source("iWarp 1990, 5.2");
  table.count("match_entries", &P::match_entries)
      .between(2, 64)
      .help("Entries of the match CAM.")
      .source("iWarp 1990, 6.1.4 [NF]");
  table.count("match_ports", &P::match_ports)
      .between(1, 32)
      .help("Begin markers that the match CAM compares in a clock.")
      .source("iWarp 1990, 6.1.4 [NF]");
  table.count("gate_clocks", &P::gate_clocks)
      .between(1, 64)
      .help("Clocks for a word on the bus of a systolic gate.")
      .source("iWarp 1990, 4 and 7.1");
  table.bytes("memory_bytes", &P::memory_bytes)
      .between(8, 1U << 30U)
      .help("Local memory, a multiple of 8.")
      .source("facts.md iWarp [M]");
  return table.into(std::move(type));
}

}  // namespace weft
