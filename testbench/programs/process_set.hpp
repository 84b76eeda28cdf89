// The processes of a run.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <type_traits>
#include <utility>

#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/alternative.hpp"
#include "testbench/programs/parallel.hpp"
#include "testbench/programs/process.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// Owns processes, and with them the frames of their programs. Must live as long as the simulation
/// runs.
class ProcessSet {
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
    static_assert(std::is_pointer_v<Function> || std::is_empty_v<Function>,
                  "what a lambda captures is gone when its coroutine runs: pass it as an argument");
    Process& process = processes_.emplace_back(std::move(name), core, priority);
    process.start(program(process, std::forward<Arguments>(arguments)...));
    return process;
  }

  std::size_t size() const { return processes_.size(); }
  auto begin() const { return processes_.begin(); }
  auto end() const { return processes_.end(); }

 private:
  std::deque<Process> processes_;
};

}  // namespace weft
