#include "hw/hypercube/chip_module.hpp"

#include <algorithm>
#include <string>

#include "hw/common/kernel_time.hpp"

namespace weft {

using sc_core::sc_time;

HypercubeChipModule::Link::Link(HypercubeChipCore& core, unsigned port)
    : pins("link" + std::to_string(port)), end(core, port) {}

HypercubeChipModule::HypercubeChipModule(sc_core::sc_module_name name, Time tick)
    : sc_module(name), tick_(tick) {
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

void HypercubeChipModule::attach(HypercubeChipCore& core) {
  for (unsigned port = 0; port < core.parameters().degree; ++port) {
    links_.push_back(std::make_unique<Link>(core, port));
    core.attach(port, links_.back()->end);
  }
}

void HypercubeChipModule::before_end_of_elaboration() {
  for (const auto& link : links_) {
    if (link->pins.out.bind_count() == 0) {
      link->nowhere_out = std::make_unique<HypercubeWires>();
      link->pins.bind_out(*link->nowhere_out);
    }
    if (link->pins.in.bind_count() == 0) {
      link->nowhere_in = std::make_unique<HypercubeWires>();
      link->pins.bind_in(*link->nowhere_in);
    }
  }
}

void HypercubeChipModule::start_of_simulation() {
  activity_ |= alarm_;
  for (const auto& link : links_) {
    activity_ |= link->pins.in->value_changed_event();
    activity_ |= link->pins.out_back->value_changed_event();
  }
}

// What stood on the lines since the tick before is sampled, then what the core decides is driven.
void HypercubeChipModule::edge() {
  if (!awake_) {
    awake_ = true;
    return;  // the next edge of the clock follows
  }
  const Time now = kernel_time();
  for (const auto& link : links_) link->end.sample(link->pins.in.read(), now);
  for (const auto& link : links_) link->end.sample(link->pins.out_back.read(), now);
  if (due_ <= now) {
    due_ = never;
    evaluate_at(evaluate(now));
  }
  bool active = false;
  for (const auto& link : links_) {
    link->pins.out.write(link->end.drive_forth(now));
    link->pins.in_back.write(link->end.drive_back());
    active = active || link->end.active();
  }
  if (active || due_ <= now + tick_) return;
  awake_ = false;
  set_alarm(now);
  next_trigger(activity_);
}

void HypercubeChipModule::evaluate_at(Time time) {
  if (time >= due_) return;
  due_ = time;
  if (!awake_) set_alarm(kernel_time());
}

// Before the tick at which the core has something to do, but after the one before.
void HypercubeChipModule::set_alarm(Time now) {
  alarm_.cancel();
  if (due_ == never) return;
  const Time at = due_ - tick_ / 2;
  alarm_.notify(sc_time::from_value(at > now ? at - now : 0));
}

}  // namespace weft
