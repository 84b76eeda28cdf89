// What all T9000s with TLM links have.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/t9000/parameters.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/protocol/link_place.hpp"

namespace weft {

/// The same processor as weft::T9000 on a wheel, whatever its link ends `link0` ... `link3` are.
/// Programs run on `core()`.
template <class Link>
class WheelT9000 : public sc_core::sc_module, public StartsItsLinks {
 public:
  Link& link(unsigned port) { return *links_.at(port); }
  T9000Core& core() { return core_; }
  T9000Reports& reports() { return reports_; }

 protected:
  WheelT9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, Wheel& wheel)
      : sc_module(name), channels_(wheel, core_), core_(parameters, processor_number, channels_) {}

  /// The next link; `service` is its side towards the virtual channel processor, a LinkService or a
  /// PacketLine.
  template <class Service>
  void add_link(std::unique_ptr<Link> link, Service& service) {
    core_.attach(static_cast<unsigned>(links_.size()), service);
    links_.push_back(std::move(link));
  }

 private:
  void start_of_simulation() override {
    for (const auto& link : links_) link->start();
  }

  WheelCycles<T9000Core> channels_;
  T9000Core core_;
  T9000Reports reports_{core_};
  std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace weft
