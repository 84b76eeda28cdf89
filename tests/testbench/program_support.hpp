// Two T9000s at `token` level on one link, for tests of programs.
#pragma once

#include <memory>

#include <systemc>

#include "testbench/programs/process_set.hpp"
#include "testbench/programs/socket_table.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/t9000/t9000.hpp"

namespace weft::test {

/// `left` and `right`, processors 0 and 1 of `sockets`. Virtual channels 0..15 are headers 0..15 at
/// left, 16..31 at right.
class TwoProcessors {
 public:
  explicit TwoProcessors(T9000Parameters parameters = {}, Time local_copying = 0) {
    parameters.links = 1;
    parameters.min_header = 0;
    parameters.max_header = 15;
    left_ = std::make_unique<token::T9000>("left", parameters, 0, std::vector<DsLinkParameters>{{}},
                                           1, engine_.wheel());
    parameters.min_header = 16;
    parameters.max_header = 31;
    right_ = std::make_unique<token::T9000>("right", parameters, 1,
                                            std::vector<DsLinkParameters>{{}}, 1, engine_.wheel());
    left_->link(0).out.bind(right_->link(0).in);
    right_->link(0).out.bind(left_->link(0).in);
    sockets_ = std::make_unique<SocketTable>(
        std::vector<SocketTable::Endpoint>{{&left_->core(), "left"}, {&right_->core(), "right"}},
        place_of("t.yaml"), local_copying);
  }

  T9000Core& left() { return left_->core(); }
  T9000Core& right() { return right_->core(); }
  SocketTable& sockets() { return *sockets_; }
  ProcessSet& processes() { return processes_; }

  static void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

 private:
  WheelProcess engine_{"engine"};
  std::unique_ptr<token::T9000> left_;
  std::unique_ptr<token::T9000> right_;
  std::unique_ptr<SocketTable> sockets_;
  ProcessSet processes_;
};

}  // namespace weft::test
