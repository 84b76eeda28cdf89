// Checks the platform files that it is given, runs the last one and prints its results.
#include <iostream>

#include "platforms/netlist/input_error.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"

int sc_main(int count, char** arguments) {
  using namespace weft;
  if (count < 2) {
    std::cerr << "expected platform files\n";
    return 2;
  }
  try {
    Platform platform;
    for (int i = 1; i < count; ++i) platform = resolve(load_netlist(arguments[i]));
    Simulation simulation(platform);
    for (const ReportedValue& value : simulation.run().values) {
      std::cout << name_of(value) << ": " << value.value << " " << name_of(value.unit) << "\n";
    }
  } catch (const InputError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
  return 0;
}
