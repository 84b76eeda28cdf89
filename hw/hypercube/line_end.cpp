#include "hw/hypercube/line_end.hpp"

namespace weft {

HypercubeLineEnd::HypercubeLineEnd(HypercubeChipCore& core, unsigned port)
    : core_(&core),
      port_(port),
      tick_(core.parameters().tick),
      byte_time_(core.parameters().byte_ticks * tick_),
      cuts_through_(core.parameters().forwarding == HypercubeForwarding::cut_through),
      sending_(byte_time_) {}

void HypercubeLineEnd::sample(const HypercubeForthLevels& forth, Time now) {
  receiving_ = forth.valid;
  if (receiving_) take(forth.data, now);
  if (blind_) return;
  if (forth.wanted != seen_ && forth.wanted != 0) {
    core_->requested(port_, {forth.wanted, forth.first}, now - tick_);
  }
  seen_ = forth.wanted;
}

void HypercubeLineEnd::take(std::uint8_t byte, Time now) {
  const unsigned byte_ticks = core_->parameters().byte_ticks;
  if (++taken_ticks_ % byte_ticks != 0) return;
  const unsigned taken = taken_ticks_ / byte_ticks;
  bytes_[taken - 1] = byte;
  const Time begin = now - taken * byte_time_;
  const bool all = taken == hypercube_packet_bytes;
  if (taken == hypercube_packet_header_bytes) {
    core_->packet_begins(port_, packet_of(bytes_), begin);
  } else if (all || (cuts_through_ && taken > hypercube_packet_header_bytes)) {
    core_->packet_goes_on(port_, packet_of(bytes_), begin);
  }
  if (all) taken_ticks_ = 0;
}

void HypercubeLineEnd::sample(const HypercubeBackLevels& back, Time now) {
  if (back.grant) {
    const bool bidirectional = core_->parameters().links == HypercubeLinks::bidirectional;
    const unsigned ticks = core_->parameters().arbitration_ticks - (bidirectional ? 1 : 2);
    const Time at = now - tick_;
    asked_ = {};
    if (!bidirectional && decides()) {
      core_->granted(port_, back.next, at, now);
    } else {
      grant_ = {back.next, at, at + ticks * tick_};
    }
  }
  if (grant_ && grant_->begin == now) {
    const Grant grant = *grant_;
    grant_.reset();
    core_->granted(port_, grant.next, grant.at, now);
  }
}

HypercubeForthLevels HypercubeLineEnd::drive_forth(Time now) {
  HypercubeForthLevels levels;
  levels.wanted = static_cast<std::uint16_t>(asked_.wanted);
  levels.first = static_cast<std::uint8_t>(asked_.first);
  sending_.drive(levels, now);
  return levels;
}

HypercubeBackLevels HypercubeLineEnd::drive_back() {
  HypercubeBackLevels levels;
  blind_ = granting_.has_value();
  if (blind_) levels = {true, static_cast<std::uint8_t>(*granting_)};
  granting_.reset();
  return levels;
}

// What it has been granted is told to the core when the packet begins: it may ask until then.
void HypercubeLineEnd::request(HypercubeRequest request, Time) {
  if (!grant_) asked_ = request;
}

void HypercubeLineEnd::grant(unsigned next, Time) { granting_ = next; }

void HypercubeLineEnd::send(const HypercubePacket& packet, Time begin) {
  sending_.send(packet, begin);
  if (observer_ != nullptr) {
    observer_->carries(packet, begin, begin + hypercube_packet_bytes * byte_time_);
  }
}

void HypercubeLineEnd::send_more(const HypercubePacket& packet) { sending_.send_more(packet); }

}  // namespace weft
