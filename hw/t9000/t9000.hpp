// The T9000 at `signal` level.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/dslink/ds_link.hpp"
#include "hw/t9000/t9000_module.hpp"

namespace weft {

/// A T9000 whose links drive their D and S wires.
class T9000 : public T9000Module<DsLink> {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, std::uint64_t seed);
};

}  // namespace weft
