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

void NodeModule::start_of_simulation() {
  if (prepare) prepare();
}

void NodeModule::carry() {
  for (;;) {
    if (!leaving_) {
      leaving_ = core_.port().take_sent();
      if (!leaving_) return;
      ++sent_;
    }
    if (!takes(*leaving_)) return;
    leaving_.reset();
  }
}

bool NodeModule::takes(const NetworkPacket& packet) {
  if (far_ != nullptr) {
    const MemoryClocks there = kernel_time() / far_->clock_;
    if (!far_->core_.port().accepts(there)) return false;
    far_->core_.port().accept(packet, there);
    far_->wake();
  } else if (network) {
    network(packet);
  } else {
    ++lost_;
  }
  return true;
}

void NodeModule::tick() {
  const MemoryClocks now = kernel_time() / clock_;
  core_.evaluate(now);
  carry();
  running_ = !done();
  if (running_) return next_trigger(sc_core::sc_time::from_value(clock_));
  ended_ = now;
  next_trigger(wake_);
}

}  // namespace weft
