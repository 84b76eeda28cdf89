// The T9000 at `token` level.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/dslink/parameters.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/t9000/wheel_t9000.hpp"

namespace weft::token {

/// A T9000 whose links call each other once a token.
class T9000 : public WheelT9000<DsLink> {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel);
};

}  // namespace weft::token
