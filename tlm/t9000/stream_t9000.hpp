// The T9000 at `stream` level.
#pragma once

#include <vector>

#include "hw/dslink/parameters.hpp"
#include "tlm/stream/stream_line.hpp"
#include "tlm/t9000/wheel_t9000.hpp"

namespace weft::stream {

/// A T9000 with links on which packets flow.
class T9000 : public WheelT9000<StreamLine> {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, Wheel& wheel);

  StreamPort& link(unsigned port) { return WheelT9000::link(port).port(); }
};

}  // namespace weft::stream
