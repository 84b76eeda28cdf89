// The T9000 at `rtl` level.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/t9000/t9000_module.hpp"
#include "rtl/dslink/ds_link.hpp"

namespace weft::rtl {

/// Why the links of a T9000 cannot be RTL, in words; empty if they can.
/// - All times are multiples of one clock period that the counters of the RTL can count in.
/// - The period of the T9000's clock is at most eight bit times: the RTL takes two tokens at a time
///   out of its input buffer.
/// - With BesideWires::nothing a header tells the virtual channel: nothing else does.
/// - The RTL has the credit of the links.
std::string find_rtl_fault(const T9000Parameters& parameters,
                           const std::vector<DsLinkParameters>& links,
                           BesideWires beside = BesideWires::out_of_band,
                           const RtlTraits& traits = {});

/// A T9000 whose DS-Links are Verilated; the rest of it is what weft::T9000 has. The clock of a
/// link is the longest of which all its times, the period of the T9000's clock and the clock step
/// of the RTL are multiples.
class T9000 : public T9000Module<DsLink> {
 public:
  /// As weft::T9000, with the RTL of each link. Throws std::invalid_argument where find_rtl_fault
  /// finds one, or if one is null.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, std::uint64_t seed,
        std::vector<std::unique_ptr<DsLinkModel>> models,
        BesideWires beside = BesideWires::out_of_band);
};

}  // namespace weft::rtl
