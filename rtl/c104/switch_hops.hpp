// What a switch at `rtl` tells of the packets on their way through it.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/switch_events.hpp"
#include "rtl/c104/c104_model.hpp"
#include "rtl/c104/packet_tags.hpp"

namespace weft::rtl {

/// Follows the packet at the head of each input by the register of that input
/// (C104Registers::input), from when its header is looked at until it has got an output, but for
/// the time of the look-up, which is known; without an observer it reads none. Times are those of
/// weft::C104, to the edge; so is what it tells of a hop.
class SwitchHops final : public ObservedSwitch {
 public:
  /// All must outlive it; without a model nothing can be opened.
  SwitchHops(const SwitchPolicy& policy, C104Model* model, const PacketTags& tags);

  /// `opened` of the RTL: links at whose inputs a header was looked at.
  void open(std::uint64_t inputs);
  /// After an edge of the crossbar's clock, and of what was opened at it.
  void look(Time now);

 private:
  void look_at(unsigned input, Time now);
  void tell_hop(unsigned input, unsigned output, Time now);
  void tell_wait(unsigned input, std::uint32_t header, Time now);
  int holder_of(unsigned output) const;

  const SwitchPolicy* policy_;
  C104Model* model_;
  const PacketTags* tags_;
  std::vector<Time> asked_;     // by input, or when it will; `never` while it has no header
  std::vector<unsigned> last_;  // by output, the input whose packet crossed to it last
  std::uint64_t open_ = 0;      // inputs whose packet has no output yet
};

}  // namespace weft::rtl
