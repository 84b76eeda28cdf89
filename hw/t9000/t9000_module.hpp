// What all T9000s have.
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

/// The process that evaluates a T9000 on wires.
class T9000Process final : public CycleProcess {
 public:
  /// `core` need not be constructed yet.
  T9000Process(sc_core::sc_module_name name, T9000Core& core)
      : CycleProcess(name, [&core](Time now) { core.evaluate(now); }) {}
};

/// A T9000, whatever its link ends `link0` ... `link3` are and whatever evaluates it: a CycleDriver
/// that is constructed with the core, which is not constructed yet, behind arguments of its own.
/// Programs run on `core()`.
template <class Link, class Driver = T9000Process>
class T9000Module : public sc_core::sc_module {
 public:
  Link& link(unsigned port) { return *links_.at(port); }
  T9000Core& core() { return core_; }
  T9000Reports& reports() { return reports_; }

 protected:
  template <class... Arguments>
  T9000Module(sc_core::sc_module_name name, const T9000Parameters& parameters,
              unsigned processor_number, Arguments&... of_driver)
      : sc_module(name),
        channels_(of_driver..., core_),
        core_(parameters, processor_number, channels_) {}

  /// The next link; `service` is its side towards the virtual channel processor, a LinkService or a
  /// PacketLine.
  template <class Service>
  void add_link(std::unique_ptr<Link> link, Service& service) {
    core_.attach(static_cast<unsigned>(links_.size()), service);
    links_.push_back(std::move(link));
  }
  const std::vector<std::unique_ptr<Link>>& links() const { return links_; }

 private:
  Driver channels_;
  T9000Core core_;
  T9000Reports reports_{core_};
  std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace weft
