// Pauses of the kernel by the clock of the host.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <systemc>

namespace weft {

/// Lets a simulation look up from its work some times a second, however much or little of the
/// platform's time that is: a thread asks for an update of this channel, and the kernel pauses in
/// the delta cycle in which it comes to it. sc_start then returns early, and the next call goes on
/// from there; processes, events and delta counts are as without pauses. To be made during
/// elaboration.
class HostPauses final : public sc_core::sc_prim_channel {
 public:
  HostPauses() : sc_core::sc_prim_channel("host_pauses") {}
  ~HostPauses() override { end(); }

  /// From now on, until `end`.
  void begin(std::chrono::milliseconds period);
  void end();
  /// Whether there was a pause since the last call.
  bool take() { return std::exchange(paused_, false); }

 private:
  void update() override;

  bool paused_ = false;  // of the kernel's thread alone
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
};

}  // namespace weft
