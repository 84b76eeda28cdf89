#include "testbench/app/commands.hpp"

#include <functional>
#include <string>

#include "testbench/app/command_line.hpp"
#include "testbench/app/studies.hpp"

namespace weft::app {

namespace {

std::function<void(Command&)> in_studies(const std::string& name) {
  return [name](Command& command) { studies().define(name, command); };
}

}  // namespace

void add_commands(CommandLine& line) {
  const auto study = [&line](const std::string& name, const std::string& help) {
    line.add(name, help, in_studies(name));
  };
  line.add("run", "Run a platform and print what it measured", define_run);
  line.add("check", "Read and check a platform without running it", define_check);
  study("draw", "Draw a platform: its parts, links and levels");
  line.add("list", "List component and workload types, the ready platforms, machines and nodes",
           define_list);
  line.add("describe",
           "Describe a type (parameters with defaults, ranges and sources; ports) or a platform",
           define_describe);
  line.add("schema",
           "Print the JSON Schema of platform files, by which an editor helps to write them",
           define_schema);
  study("saturate",
        "Find the load that a platform carries: zero-load latency, saturation, the curve");
  study("reproduce", "Run a published table or figure and print it beside the model's values");
  study("sweep", "Run an experiment: a platform with all combinations of parameters");
  study("extract", "Print the results of a sweep, seeds merged, as CSV or JSON");
  study("report", "Draw the results of a sweep: a page, and pictures");
  study(
      "bench",
      "Time a platform at each level that it has, side by side, or at those of --level, as "
      "signal,word: its start-up, memory and rate. Without one run the ready benchmarks, and tell "
      "which are as asked. `bench rtl` times a switch in Verilog, in "
      "SystemC and in a bare loop");
  study("assemble", "Assemble a program for an iWarp cell");
  study("disassemble", "Print an assembled program as assembly");
  study("conset",
        "Compile connections of iWarp cells: phases, routes and times; or check a schedule");
  study("copy-transfer",
        "Estimate the throughput of a communication operation from basic transfers");
  study("registers", "Print the registers of a block, from the one description of them");
  line.add("pins", "Print Verilog that puts a codec behind the pins of a DS-Link of Weft's",
           define_pins);
  line.add("completion", "Print what a shell needs to complete commands of weft",
           [&line](Command& command) { define_completion(command, line); });
  line.add("manual", "Print the manual page, for man -l",
           [&line](Command& command) { define_manual(command, line); });
}

}  // namespace weft::app
