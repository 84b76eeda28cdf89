// The processes of a run.
#pragma once

#include <string>
#include <utility>

#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/alternative.hpp"
#include "testbench/programs/begin_again.hpp"
#include "testbench/programs/owned_processes.hpp"
#include "testbench/programs/parallel.hpp"
#include "testbench/programs/process.hpp"
#include "testbench/programs/process_messages.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// Processes on processors. Those of a processor that its control links start begin again after a
/// reset (begin_again).
class ProcessSet : public OwnedProcesses<Process> {
 public:
  /// Makes a process on a processor and starts `program(process, arguments...)` on it. Arguments
  /// that the program takes by value are kept in its frame.
  template <class Function, class... Arguments>
  Process& start(std::string name, T9000Core& core, Function program, Arguments&&... arguments) {
    return start(Priority::low, std::move(name), core, program,
                 std::forward<Arguments>(arguments)...);
  }
  /// The same with a priority.
  template <class Function, class... Arguments>
  Process& start(Priority priority, std::string name, T9000Core& core, Function program,
                 Arguments&&... arguments) {
    Process& process = make(std::move(name), core, priority);
    if (!core.processor().stopped()) {
      return run(process, program, std::forward<Arguments>(arguments)...);
    }
    Process::Maker again = begin_again(program, arguments...);
    process.start(program(process, std::forward<Arguments>(arguments)...), std::move(again));
    return process;
  }
};

}  // namespace weft
