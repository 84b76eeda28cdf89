// A platform with programs of the test's own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "platforms/components/processors.hpp"
#include "platforms/processors.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/programs/socket_table.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/run_for.hpp"

namespace weft::test {

/// A system with any-to-any sockets; its level is `level`. Several fit into one kernel, of one
/// level if their names begin otherwise.
struct ProgramMachine {
  ProgramMachine(const std::string& yaml, const std::string& level, const std::string& name = "at_")
      : platform(resolve(parse_netlist("level: " + level + "\n" + yaml, "t.yaml"))),
        system((name + level).c_str(), platform) {
    std::vector<SocketTable::Endpoint> ends;
    for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
      ends.push_back({&processor_of(system, i),
                      platform.components[processors_of(platform)[i].component].name});
    }
    sockets = std::make_unique<SocketTable>(std::move(ends));
    sockets->reserve_any_to_any();
  }
  std::size_t count() const { return processors_of(platform).size(); }
  template <class Function, class... Arguments>
  void start(std::size_t processor, const std::string& name, Function program,
             Arguments&&... arguments) {
    processes.start(fmt::format("{}/{}", sockets->name(processor), name), sockets->core(processor),
                    program, std::forward<Arguments>(arguments)...);
  }

  Platform platform;
  System system;
  std::unique_ptr<SocketTable> sockets;
  ProcessSet processes;
};

}  // namespace weft::test
