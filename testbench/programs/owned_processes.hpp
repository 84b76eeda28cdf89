// The processes of a run, whatever they run on.
#pragma once

#include <cstddef>
#include <deque>
#include <type_traits>
#include <utility>

namespace weft {

/// Owns processes, and with them the frames of their programs. Must live as long as the simulation
/// runs.
template <class Process>
class OwnedProcesses {
 public:
  std::size_t size() const { return processes_.size(); }
  auto begin() const { return processes_.begin(); }
  auto end() const { return processes_.end(); }

 protected:
  /// What the process is made from.
  template <class... Parts>
  Process& make(Parts&&... parts) {
    return processes_.emplace_back(std::forward<Parts>(parts)...);
  }
  /// Starts `program(process, arguments...)` on it. Arguments that the program takes by value are
  /// kept in its frame.
  template <class Function, class... Arguments>
  static Process& run(Process& process, Function program, Arguments&&... arguments) {
    static_assert(std::is_pointer_v<Function> || std::is_empty_v<Function>,
                  "what a lambda captures is gone when its coroutine runs: pass it as an argument");
    process.start(program(process, std::forward<Arguments>(arguments)...));
    return process;
  }

 private:
  std::deque<Process> processes_;
};

}  // namespace weft
