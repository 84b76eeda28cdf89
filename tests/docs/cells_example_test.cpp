// The program of docs/components/iwarp.md, on cells of a platform.
#include <gtest/gtest.h>
#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft {
namespace {

Program sender(CellProcess& cell, Pathway pathway) {
  const unsigned own = cell.own_channel();
  co_await open_pathway(cell, own, pathway);
  co_await cell.bind_output(0, own);
  for (std::uint32_t i = 0; i < 4; ++i) co_await cell.write(0, i);
  co_await cell.send_marker(own, WordTag::pathway_end);
}

Program adder(CellProcess& cell, std::uint32_t* sum) {
  const AgentStatus arrival = co_await cell.await_event(events(AgentEvent::pathway_begin));
  co_await cell.bind_input(0, arrival.channel);
  while (true) {
    const Word word = co_await cell.read(0);
    if (word.tag == WordTag::pathway_end) break;
    if (word.tag == WordTag::data) *sum += word.value;
  }
}

TEST(CellsExample, adds_what_comes_in) {
  Netlist netlist = load_netlist(WEFT_SOURCE_DIR "/platforms/iwarp_pair.yaml");
  apply_override(netlist, "workload={type: none}");
  const Platform platform = resolve(netlist);
  System system("platform", platform);
  CellProcessSet processes;
  std::uint32_t sum = 0;
  PathwayPlanner planner(platform, common_pools(platform));
  processes.start(cells_of(system)[0], sender, planner.plan(0, 1).value());
  processes.start(cells_of(system)[1], adder, &sum);
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));
  EXPECT_EQ(sum, 0U + 1 + 2 + 3);
}

}  // namespace
}  // namespace weft
