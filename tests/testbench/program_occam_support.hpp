// Programs of tests of what occam has, and both ways to share a processor.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/testbench/program_support.hpp"

namespace weft::test {

using Times = std::vector<Time>;

inline T9000Parameters turns() {
  T9000Parameters parameters;
  parameters.scheduling = Scheduling::processes;
  return parameters;
}

/// Both ways to share a processor.
class ProgramOccam : public testing::TestWithParam<Scheduling> {
 protected:
  static T9000Parameters parameters() {
    T9000Parameters chosen;
    chosen.scheduling = GetParam();
    return chosen;
  }
};

inline Program send_from(Process& self, Socket socket, Time time, unsigned bytes,
                         Times& acknowledged) {
  co_await self.sleep_until(time);
  co_await self.send(socket, bytes);
  acknowledged.push_back(self.now());
}

inline Program compute_and_note(Process& self, Time duration, Times& times) {
  co_await self.compute(duration);
  times.push_back(self.now());
}

/// What an alternative has chosen, and when.
struct Choice {
  std::size_t guard = 0;
  Time time = 0;
  bool operator==(const Choice&) const = default;
};

// Waits for a message until a time.
inline Program choose_until(Process& self, Socket socket, Ticks limit,
                            std::vector<Choice>& chosen) {
  const std::size_t guard = co_await self.alt(socket, Guard::after(limit));
  chosen.push_back({guard, self.now()});
}

// A handler of an event.
inline Program handle(Process& self, EventChannel& event, unsigned count, Times& times) {
  for (unsigned i = 0; i < count; ++i) {
    co_await self.wait(event);
    co_await self.compute(2 * microsecond);
    times.push_back(self.now());
  }
}

// Does it twice, in turn with others.
inline Program work_alone(Process& self, Semaphore& semaphore, Times& times) {
  for (unsigned i = 0; i < 2; ++i) {
    co_await self.wait(semaphore);
    co_await self.sleep(10 * microsecond);
    times.push_back(self.now());
    self.signal(semaphore);
    co_await self.compute(1 * microsecond);
  }
}

// A client of a server, and the server of its resource.
inline Program claim(Process& self, Socket server, Time at, std::vector<unsigned> lengths) {
  co_await self.sleep_until(at);
  for (const unsigned bytes : lengths) co_await self.send(server, bytes);
}

inline Program serve(Process& self, Resource& resource, unsigned requests,
                     std::vector<unsigned>& lengths) {
  co_await self.sleep(50 * microsecond);
  for (unsigned i = 0; i < requests; ++i) {
    const Socket client = co_await self.grant(resource);
    const ReceivedMessage request = co_await self.receive(client);
    lengths.push_back(request.bytes);
    self.mark(resource, client);
  }
}

/// Counts how many of it there are.
struct Guarded {
  explicit Guarded(int& counter) : count(&counter) { ++*count; }
  Guarded(const Guarded& other) : count(other.count) { ++*count; }
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { --*count; }
  int* count;
};

inline Program branch(Process& self, Time duration, Guarded guarded,
                      std::vector<std::string>& ended) {
  const Guarded inner(guarded);
  co_await self.compute(duration);
  ended.push_back(self.name());
}

// Two branches, and then one.
inline Program run_branches(Process& self, int& alive, bool first_high,
                            std::vector<std::string>& ended, Times& times) {
  const Branch longer(branch, 20 * microsecond, Guarded(alive), std::ref(ended));
  const Branch shorter(branch, 5 * microsecond, Guarded(alive), std::ref(ended));
  if (first_high) {
    co_await self.pri_par(longer, shorter);
  } else {
    co_await self.par(longer, shorter);
  }
  times.push_back(self.now());
  co_await self.par(Branch(branch, 1 * microsecond, Guarded(alive), std::ref(ended)));
  times.push_back(self.now());
}

}  // namespace weft::test
