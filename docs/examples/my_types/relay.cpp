// A workload: a message goes round all processors, each of which passes it on.
#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/workload.hpp"

namespace {

using namespace weft;

struct RelayParameters {
  std::uint32_t message_bytes = 32;
  Time think = 1 * microsecond;  // before a processor passes it on
};

Program pass_on(Process& self, Socket from, Socket to, RelayParameters parameters, bool first,
                MeasuredCount& hops) {
  if (first) co_await self.send(to, parameters.message_bytes);
  for (;;) {
    const ReceivedMessage message = co_await self.receive(from);
    hops.add(self.now());
    co_await self.compute(parameters.think);
    co_await self.send(to, message.bytes);
  }
}

class Relay final : public Workload {
 public:
  Relay(System& system, const RelayParameters& parameters)
      : Workload(system), hops_(platform().run.warm_up) {
    const std::size_t count = sockets().size();
    std::vector<Socket> from(count);
    std::vector<Socket> to(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto [here, there] = sockets().connect(i, (i + 1) % count);
      to[i] = here;
      from[(i + 1) % count] = there;
    }
    for (std::size_t i = 0; i < count; ++i) {
      start().start(sockets().name(i) + "/relay", sockets().core(i), pass_on, from[i], to[i],
                    parameters, i == 0, std::ref(hops_));
    }
  }

  ReportedValues report(Time now) const override {
    return {reported::count("hops of the relay", static_cast<double>(hops_.measured())),
            reported::rate("hop rate of the relay", hops_.rate(now) / 1000, Unit::per_millisecond)};
  }

 private:
  MeasuredCount hops_;
};

void check_relay(const ParameterValues&, const Platform& platform) {
  if (processors_of(platform).size() >= 2) return;
  throw InputError(platform.workload.place,
                   fmt::format("a relay on {} t9000s", processors_of(platform).size()),
                   "expected two or more");
}

}  // namespace

ComponentType relay_type() {
  ComponentType type =
      make_type(TypeRole::workload, "relay", "A message goes round all T9000s, one after another.");
  type.check_on = check_relay;
  type.make_workload = make_workload_of<Relay, RelayParameters>;

  ParameterTable<RelayParameters> table;
  table.bytes("message_bytes", &RelayParameters::message_bytes)
      .between(1, 1U << 20U)
      .help("Length of the message.");
  table.time("think", &RelayParameters::think)
      .between(0, second)
      .help("Computing of a processor before it passes the message on.");
  return table.into(std::move(type));
}
