// What all T9000s on wires have.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/common/cycle_process.hpp"
#include "hw/t9000/parameters.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"

namespace weft {

/// A T9000 on wires, whatever its link ends are: modules `Link`, its children `link0` ... `link3`.
/// Programs run on `core()`.
template <class Link>
class T9000Module : public sc_core::sc_module {
 public:
  Link& link(unsigned port) { return *links_.at(port); }
  T9000Core& core() { return core_; }
  T9000Reports& reports() { return reports_; }

 protected:
  T9000Module(sc_core::sc_module_name name, const T9000Parameters& parameters,
              unsigned processor_number)
      : sc_module(name),
        channels_("channels", [this](Time now) { core_.evaluate(now); }),
        core_(parameters, processor_number, channels_) {}

  /// The next link; `service` is its side towards the virtual channel processor.
  void add_link(std::unique_ptr<Link> link, LinkService& service) {
    core_.attach(static_cast<unsigned>(links_.size()), service);
    links_.push_back(std::move(link));
  }

 private:
  CycleProcess channels_;
  T9000Core core_;
  T9000Reports reports_{core_};
  std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace weft
