// What programs of occam must not do.
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/expected_report.hpp"
#include "tests/testbench/program_occam_support.hpp"

namespace weft::test {
namespace {

std::string error_of_programs() {
  const ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
  try {
    TwoProcessors::run(100 * microsecond);
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return {};
}

TEST(ProgramOccamErrors, a_message_that_is_too_long) {
  TwoProcessors two;
  const auto [out, in] = two.sockets().connect(0, 1);
  two.processes().start("a", two.left(), claim, out, Time{0}, std::vector{100U});
  two.processes().start(
      "b", two.right(),
      [](Process& self, Socket socket) -> Program { co_await self.receive(socket, 99); }, in);
  EXPECT_EQ(error_of_programs(), "program 'b': a message of 100 bytes; expected at most 99");
}

TEST(ProgramOccamErrors, what_belongs_to_another_processor) {
  TwoProcessors two;
  Semaphore semaphore("printer", two.right().processor(), 1);
  Times times;
  two.processes().start("a", two.left(), work_alone, std::ref(semaphore), std::ref(times));
  EXPECT_EQ(error_of_programs(), "program 'a': semaphore 'printer' of another processor");
}

TEST(ProgramOccamErrors, an_event_of_another_processor) {
  TwoProcessors two;
  EventChannel event("pin", two.right());
  Times times;
  two.processes().start("a", two.left(), handle, std::ref(event), 1U, std::ref(times));
  EXPECT_EQ(error_of_programs(), "program 'a': event 'pin' of another processor");
}

Program output_to(Process& self, EventChannel& event) { co_await self.send(event); }

TEST(ProgramOccamErrors, two_that_output_to_one_event) {
  TwoProcessors two;
  EventChannel event("pin", two.left(), EventDirection::output);
  for (const char* name : {"a", "b"}) {
    two.processes().start(name, two.left(), output_to, std::ref(event));
  }
  EXPECT_EQ(error_of_programs(), "program 'b': two processes output to event 'pin'");
}

TEST(ProgramOccamErrors, an_output_to_an_event_that_is_an_input) {
  TwoProcessors two;
  EventChannel event("pin", two.left());
  two.processes().start("a", two.left(), output_to, std::ref(event));
  EXPECT_EQ(error_of_programs(), "program 'a': event 'pin' is an input");
}

TEST(ProgramOccamErrors, a_resource_of_another_processor) {
  TwoProcessors two;
  Resource resource("server", two.right());
  EXPECT_THROW(resource.mark(two.sockets().connect(0, 1).first, 0), std::logic_error);
  const Socket own = two.sockets().connect(0, 1).second;
  resource.mark(own, 0);
  EXPECT_THROW(resource.mark(own, 0), std::logic_error);
  std::vector<unsigned> lengths;
  two.processes().start("a", two.left(), serve, std::ref(resource), 1U, std::ref(lengths));
  EXPECT_EQ(error_of_programs(), "program 'a': resource 'server' of another processor");
}

TEST(ProgramOccamErrors, a_pri_par_within_one) {
  TwoProcessors two;
  int alive = 0;
  std::vector<std::string> ended;
  Times times;
  two.processes().start(Priority::high, "x", two.left(), run_branches, std::ref(alive), true,
                        std::ref(ended), std::ref(times));
  EXPECT_EQ(error_of_programs(), "program 'x': pri_par in a process of high priority");
}

TEST(ProgramOccamErrors, two_alternatives_at_one_channel) {
  TwoProcessors two;
  const Socket in = two.sockets().connect(0, 1).second;
  std::vector<Choice> chosen;
  two.processes().start("a", two.right(), choose_until, in, Ticks{9}, std::ref(chosen));
  two.processes().start("b", two.right(), choose_until, in, Ticks{9}, std::ref(chosen));
  EXPECT_EQ(error_of_programs(), "program 'b': two processes wait at one channel");
}

TEST(ProgramOccamErrors, waiting_for_what_is_over_for_ever) {
  TwoProcessors two;
  two.processes().start("busy", two.left(), [](Process& self) -> Program {
    for (;;) co_await self.after(self.timer() - 1);
  });
  EXPECT_EQ(error_of_programs(), "program 'busy': 1000000 steps at 0 ps without any time passing");
}

}  // namespace
}  // namespace weft::test
