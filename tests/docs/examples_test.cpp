// The code that README.md and docs show, compiled and run. check_docs.sh looks for each `cpp` block
// of a page in this file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <systemc>

#include "hw/c104/c104.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"
#include "platforms/components/processors.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/programs/socket_table.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/run_for.hpp"
#include "tlm/c104/c104.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/t9000/t9000.hpp"

namespace weft {
namespace {

using test::run_for;

Time now() { return sc_core::sc_time_stamp().value(); }
const char* const pair = R"(
components: {left: {type: t9000}, right: {type: t9000}}
links: [{from: left.link0, to: right.link0}]
)";

TEST(DocsExamples, link_on_wires) {
  LinkEndpoint left_end;
  LinkEndpoint right_end;
  DsLink left("left", DsLinkParameters{}, 32, left_end, 0, 1);  // input buffer, client, port, seed
  DsLink right("right", DsLinkParameters{}, 32, right_end, 0, 2);
  left_end.attach(left.core());
  right_end.attach(right.core());
  sc_core::sc_signal<bool> d_there, s_there, d_back, s_back;
  left.d_out(d_there);
  left.s_out(s_there);
  right.d_in(d_there);
  right.s_in(s_there);
  right.d_out(d_back);
  right.s_out(s_back);
  left.d_in(d_back);
  left.s_in(s_back);

  run_for(2 * microsecond);  // both ends are in Run
  left_end.write(data_token(0x5a), now());
  left_end.write(eop_token, now());
  run_for(1 * microsecond);
  const LinkEndpoint::Arrival first = right_end.read(now());
  EXPECT_EQ(first.token, data_token(0x5a));
  EXPECT_EQ(first.time, 2'150 * nanosecond);
}

TEST(DocsExamples, link_at_tokens) {
  LinkEndpoint left_end;
  LinkEndpoint right_end;
  WheelProcess engine("engine");
  token::DsLink left("left", DsLinkParameters{}, 32, left_end, 0, 1, engine.wheel());
  token::DsLink right("right", DsLinkParameters{}, 32, right_end, 0, 2, engine.wheel());
  left_end.attach(left.core());
  right_end.attach(right.core());
  left.out.bind(right.in);
  right.out.bind(left.in);

  run_for(2 * microsecond);
  left_end.write(data_token(0x5a), now());
  left_end.write(eop_token, now());
  run_for(1 * microsecond);
  EXPECT_EQ(right_end.read(now()).time, 2'150 * nanosecond);
}

C104Parameters two_links() {
  C104Parameters parameters;
  parameters.links = 2;
  parameters.per_link.resize(2);
  for (C104LinkParameters& link : parameters.per_link) {
    link.intervals = {{128, IntervalAction::route, 0, 1},   // headers 0..127 to link 0
                      {256, IntervalAction::route, 1, 1}};  // 128..255 to link 1
  }
  return parameters;
}

TEST(DocsExamples, switch_at_tokens) {
  LinkEndpoint left_end;
  LinkEndpoint right_end;
  WheelProcess engine("engine");
  token::DsLink left("left", DsLinkParameters{}, 32, left_end, 0, 1, engine.wheel());
  token::DsLink right("right", DsLinkParameters{}, 32, right_end, 0, 2, engine.wheel());
  left_end.attach(left.core());
  right_end.attach(right.core());
  token::C104 router("switch", two_links(), {DsLinkParameters{}}, 3, engine.wheel());
  left.out.bind(router.link(0).in);
  router.link(0).out.bind(left.in);
  right.out.bind(router.link(1).in);
  router.link(1).out.bind(right.in);

  run_for(2 * microsecond);
  for (const Token token : {data_token(200), data_token(1), eop_token}) {
    left_end.write(token, now());
  }
  run_for(1 * microsecond);
  EXPECT_EQ(router.core().counters().packets_routed, 1U);
  EXPECT_EQ(right_end.size(), 3U);
}

TEST(DocsExamples, switch_on_wires) {
  C104 router("switch", two_links(), {DsLinkParameters{}}, 3);
  EXPECT_EQ(router.core().parameters().links, 2U);
}

/// Counts the data tokens of a link end.
class DataCounter : public tlm::tlm_analysis_if<TokenEvent> {
 public:
  void write(const TokenEvent& event) override {
    if (event.token.kind == TokenKind::data) ++count;
  }
  std::uint64_t count = 0;
};

/// The longest packet on any link.
class LongestPacket : public EventSink {
 public:
  void write(const Event& event) override {
    longest = std::max(longest, std::get<const PacketEndEvent*>(event.report)->bytes);
  }
  std::uint64_t longest = 0;
};

Program ping(Process& self, Socket socket, std::vector<Time>& round_trips) {
  for (unsigned i = 0; i < 3; ++i) {
    const Time begin = self.now();
    co_await self.send(socket, 64);  // until it is acknowledged
    co_await self.receive(socket);
    round_trips.push_back(self.now() - begin);
    co_await self.compute(5 * microsecond);
  }
}

Program pong(Process& self, Socket socket) {
  for (;;) {
    const ReceivedMessage message = co_await self.receive(socket);
    co_await self.send(socket, message.bytes);
  }
}

TEST(DocsExamples, programs_of_your_own) {
  const Platform platform = resolve(parse_netlist(pair, "pair.yaml"));
  System system("platform", platform);
  SocketTable sockets({{&processor_of(system, 0), "left"}, {&processor_of(system, 1), "right"}});
  const auto [here, there] = sockets.connect(0, 1);
  std::vector<Time> round_trips;
  ProcessSet processes;
  processes.start("ping", processor_of(system, 0), ping, here, std::ref(round_trips));
  processes.start("pong", processor_of(system, 1), pong, there);
  run_for(200 * microsecond);
  ASSERT_EQ(round_trips.size(), 3U);
}

Program add(Process& self, Socket socket, std::vector<double> terms, double& sum) {
  self.post(socket, terms);
  for (const double term : (co_await self.receive(socket)).as<double>()) sum += term;
}

TEST(DocsExamples, messages_with_content) {
  const Platform platform = resolve(parse_netlist(pair, "pair.yaml"));
  System system("platform", platform);
  SocketTable sockets({{&processor_of(system, 0), "left"}, {&processor_of(system, 1), "right"}});
  const auto [here, there] = sockets.connect(0, 1);
  double left = 0;
  double right = 0;
  ProcessSet processes;
  processes.start("left", processor_of(system, 0), add, here, std::vector{1.0, 2.0},
                  std::ref(left));
  processes.start("right", processor_of(system, 1), add, there, std::vector{0.5}, std::ref(right));
  run_for(200 * microsecond);
  EXPECT_EQ(left, 0.5);
  EXPECT_EQ(right, 3);
}

TEST(DocsExamples, observer_on_every_link) {
  const Platform platform = resolve(parse_netlist(pair, "pair.yaml"));
  System system("platform", platform);
  DataCounter counter;
  for (const System::LinkProbe& probe : system.link_probes()) probe.tokens->bind(counter);
  SocketTable sockets({{&processor_of(system, 0), "left"}, {&processor_of(system, 1), "right"}});
  const auto [here, there] = sockets.connect(0, 1);
  std::vector<Time> round_trips;
  ProcessSet processes;
  processes.start("ping", processor_of(system, 0), ping, here, std::ref(round_trips));
  processes.start("pong", processor_of(system, 1), pong, there);
  run_for(200 * microsecond);
  // two packets each way of 32 bytes and a header, and two acknowledgements, three times
  EXPECT_EQ(counter.count, 3U * 2U * (2U * 33U + 2U));
}

TEST(DocsExamples, sink_of_events) {
  const Platform platform = resolve(parse_netlist(pair, "pair.yaml"));
  System system("platform", platform);
  LongestPacket sink;
  EventStream events;
  events.attach(sink, event_sources(system), {EventKind::packet_ends}, EventOrder::as_reported);
  SocketTable sockets({{&processor_of(system, 0), "left"}, {&processor_of(system, 1), "right"}});
  const auto [here, there] = sockets.connect(0, 1);
  std::vector<Time> round_trips;
  ProcessSet processes;
  processes.start("ping", processor_of(system, 0), ping, here, std::ref(round_trips));
  processes.start("pong", processor_of(system, 1), pong, there);
  run_for(200 * microsecond);
  EXPECT_EQ(sink.longest, 33U);  // 32 bytes and a header
}

TEST(DocsExamples, run_of_a_platform_file) {
  const std::string file = std::string(WEFT_SOURCE_DIR) + "/platforms/two_t9000.yaml";
  const Platform platform = resolve(load_netlist(file));
  Simulation simulation(platform);
  const RunResult result = simulation.run();
  EXPECT_GT(result.find("throughput").value_or(0), 0);  // in MB/s
}

}  // namespace
}  // namespace weft
