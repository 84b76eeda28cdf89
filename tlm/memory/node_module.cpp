#include "tlm/memory/node_module.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

NodeModule::NodeModule(sc_core::sc_module_name name, const NodeParameters& parameters)
    : sc_module(name),
      memory("memory", parameters.clock,
             [this](unsigned slot, MemoryClocks at) { core_.path().answer(slot, at); }),
      clock_(parameters.clock),
      core_(parameters, memory) {
  SC_METHOD(tick);
}

void NodeModule::wake() {
  if (running_) return;
  running_ = true;
  const Time next = (kernel_time() / clock_ + 1) * clock_;
  wake_.notify(sc_core::sc_time::from_value(next - kernel_time()));
}

void NodeModule::tick() {
  const MemoryClocks now = kernel_time() / clock_;
  core_.evaluate(now);
  if (const auto packet = core_.port().take_sent(); packet && network) network(*packet);
  running_ = !core_.done();
  if (running_) return next_trigger(sc_core::sc_time::from_value(clock_));
  ended_ = now;
  next_trigger(wake_);
}

}  // namespace weft
