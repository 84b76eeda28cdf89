#include "testbench/workloads/element_phases.hpp"

#include "testbench/workloads/word_cursor.hpp"

namespace weft {

Program use_elements(PhasedConnections& connections, const ConnectionPlan& plan, std::uint32_t lead,
                     ElementWork& work) {
  const std::uint64_t word = plan.schedule.clocks_per_word;
  WordCursor sends(plan, connections.sends(), 0);
  WordCursor receives(plan, connections.receives(), lead);
  std::uint32_t value = 0;
  while (!sends.done() || !receives.done()) {
    if (!sends.done() && (receives.done() || sends.due() < receives.due() + word)) {
      co_await work.gather(sends.end().connection, sends.number(), value);
      co_await connections.send_element(sends.end(), value);
      sends.advance();
    } else {
      co_await connections.receive_element(receives.end(), value);
      co_await work.scatter(receives.end().connection, receives.number(), value);
      receives.advance();
    }
  }
}

}  // namespace weft
