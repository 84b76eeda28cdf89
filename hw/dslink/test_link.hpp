// A ready module for testbenches: a DS-Link end with queues behind it.
#pragma once

#include <cstdint>

#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"

namespace weft {

/// A link end at `signal` level that a testbench writes tokens into and reads them from. The D and
/// S ports are those of the child `link`.
class TestLink : public sc_core::sc_module {
 public:
  explicit TestLink(sc_core::sc_module_name name, const DsLinkParameters& parameters = {},
                    std::uint64_t seed = 1)
      : sc_module(name), link("link", parameters, parameters.input_buffer, queues_, 0, seed) {
    queues_.attach(link.core());
    queues_.on_arrival([this](Time) { arrived.notify(sc_core::SC_ZERO_TIME); });
  }

  DsLink link;
  /// Notified when a token has been received.
  sc_core::sc_event arrived{"arrived"};

  /// Queues a token for transmission, at the present time.
  void write(Token token) { queues_.write(token, now()); }
  /// No token has been received that was not read yet.
  bool empty() const { return queues_.empty(); }
  /// Takes the oldest received token, which gives its credit back; there must be one.
  Token read() { return queues_.read(now()).token; }

 private:
  static Time now() { return kernel_time(); }

  LinkEndpoint queues_;
};

}  // namespace weft
