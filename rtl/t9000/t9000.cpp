#include "rtl/t9000/t9000.hpp"

#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace weft::rtl {

namespace {

// An end of packet, the shortest token of a packet, has four bits.
constexpr unsigned most_bit_times = 8;

Time clock_of(const T9000Parameters& parameters, const DsLinkParameters& link,
              const RtlTraits& traits) {
  return common_clock({link}, std::gcd(parameters.clock, traits.clock_step));
}

}  // namespace

std::string find_rtl_fault(const T9000Parameters& parameters,
                           const std::vector<DsLinkParameters>& links, BesideWires beside,
                           const RtlTraits& traits) {
  if (parameters.addressing == Addressing::processor && beside == BesideWires::nothing) {
    return "a header that names the processor only (`addressing: processor`) needs the channel "
           "told "
           "beside the wires; expected RTL made with OUT_OF_BAND, or `addressing: channel`";
  }
  for (unsigned port = 0; port < parameters.links; ++port) {
    const DsLinkParameters& link = of_port(links, port);
    if (parameters.clock > most_bit_times * link.bit_time) {
      return fmt::format("clock ({} ps) must be at most {} bit times of {} ps", parameters.clock,
                         most_bit_times, link.bit_time);
    }
    const Time clock = clock_of(parameters, link, traits);
    if (const std::string fault = find_rtl_fault(link, clock, traits); !fault.empty()) return fault;
  }
  return {};
}

T9000::T9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, const std::vector<DsLinkParameters>& links,
             std::uint64_t seed, std::vector<std::unique_ptr<DsLinkModel>> models,
             BesideWires beside)
    : T9000Module(name, parameters, processor_number, "channels") {
  // without a model DsLink tells so
  const RtlTraits traits = models.at(0) != nullptr ? models[0]->traits() : RtlTraits{};
  if (const std::string fault = find_rtl_fault(parameters, links, beside, traits); !fault.empty()) {
    throw std::invalid_argument(fault);
  }
  for (unsigned port = 0; port < parameters.links; ++port) {
    const DsLinkParameters& own = of_port(links, port);
    auto link = std::make_unique<DsLink>(
        fmt::format("link{}", port).c_str(), std::move(models.at(port)), own,
        clock_of(parameters, own, traits), core(), port, seed, beside);
    LinkService& service = *link;
    add_link(std::move(link), service);
  }
}

}  // namespace weft::rtl
