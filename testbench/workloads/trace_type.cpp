#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/trace.hpp"

namespace weft {
namespace {

struct TraceParameters {
  std::string file;
};

void check_trace(const ParameterValues& values, const Platform& platform) {
  if (values.text("file").empty()) {
    throw InputError(platform.workload.place, "a trace without a file",
                     "expected `file:`, such as messages.txt");
  }
  read_trace(platform);
}

}  // namespace

ComponentType trace_type() {
  ComponentType type = make_type(TypeRole::workload, "trace", "Messages at the times of a file.");
  type.check_on = check_trace;
  type.make_workload = make_workload_of<Trace>;

  ParameterTable<TraceParameters> table;
  table.text("file", &TraceParameters::file)
      .default_note("required")
      .help("Lines of time, source, destination and bytes, beside the file that names it.");
  return table.into(std::move(type));
}

}  // namespace weft
