// Any bytes are an experiment: what it varies, its formulas, the platforms of its runs.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "testbench/sweeps/experiment.hpp"
#include "testbench/sweeps/plan.hpp"
#include "tests/fuzz/check_input.hpp"
#include "tests/fuzz/memory_files.hpp"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace weft::fuzz {
namespace {

constexpr const char* mesh = "mesh_4x4";

std::filesystem::path find_mesh(const std::string& name) {
  if (name == mesh) return mesh;
  throw InputError(place_of(name), "no such platform", "expected mesh_4x4");
}

// The first runs, which are checked before a sweep begins, the last one and its platform.
void plan_all(const Experiment& experiment) {
  const SweepPlan plan(experiment);
  plan.samples();
  check_netlist(plan.platform(plan.at(0)));
  check_netlist(plan.platform(plan.at(plan.size() - 1)));
  experiment.identity();
}

}  // namespace
}  // namespace weft::fuzz

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  weft::fuzz::put_file(weft::fuzz::mesh,
                       "level: token\nnetwork: {topology: mesh, shape: 2x2}\n"
                       "workload: {type: random_traffic, message_bytes: 32}\n"
                       "run: {for: 200 us}\n");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  weft::fuzz::put_file(weft::fuzz::input_name, std::string(data, data + size));
  weft::fuzz::require_input_error_at_most([] {
    weft::fuzz::plan_all(weft::load_experiment(weft::fuzz::input_name, weft::fuzz::find_mesh));
  });
  return 0;
}
