#include "testbench/experiments/host_pauses.hpp"

#include <csignal>

namespace weft {

// Signals are for the thread that simulates.
void HostPauses::begin(std::chrono::milliseconds period) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  thread_ = std::thread([this, period] {
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, period, [this] { return end_; })) async_request_update();
  });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void HostPauses::end() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
  end_ = false;
}

void HostPauses::update() {
  paused_ = true;
  sc_core::sc_pause();
}

}  // namespace weft
