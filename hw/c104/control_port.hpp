// One end of a control link, as what is behind it sees it.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// The tokens that came in by a control link, and those that are to go out. Like all clocked parts
/// its owner works at an edge with what came before it.
class ControlPort {
 public:
  /// To be called once, with the link.
  void attach(LinkService& link) { link_ = &link; }

  // --- from the link
  void receive(Token token, Time now) { in_.push({now, token, ends_packet(token) && down_}); }
  bool transmit(Token& token, PacketTag& tag, Time now) {
    if (out_.empty() || out_.front().stamp >= now) return false;
    token = out_.front().token;
    tag = {};
    out_.pop();
    return true;
  }
  Time next_token() const { return out_.empty() ? never : out_.front().stamp; }
  void link_changed() { down_ = !down_; }

  // --- for its owner
  /// A token that came in before `now`, the first or one behind it.
  bool has(Time now, std::uint32_t behind = 0) const {
    return behind < in_.size() && in_[behind].stamp < now;
  }
  /// A token has come in, whenever that was.
  bool has_any() const { return !in_.empty(); }
  Token token(std::uint32_t behind = 0) const { return in_[behind].token; }
  /// It is the end of a packet that a link error has cut.
  bool cut(std::uint32_t behind = 0) const { return in_[behind].cut; }
  Token take(Time now) {
    const Token token = in_.front().token;
    in_.pop();
    link_->consumed(now);
    return token;
  }
  std::uint32_t waiting() const { return out_.size(); }
  void put(Token token, Time now) {
    out_.push({now, token, false});
    link_->offer(now);
  }
  void put_packet(std::uint8_t header, const std::vector<std::uint8_t>& bytes, Time now) {
    put(data_token(header), now);
    for (const std::uint8_t byte : bytes) put(data_token(byte), now);
    put(bytes.empty() ? eop_token : eom_token, now);
  }
  /// It leads nowhere, or an error has stopped it.
  bool dead(Time now) const { return !link_->started() || link_->down(now); }

 private:
  struct ControlToken {
    Time stamp;
    Token token;
    bool cut;
  };

  LinkService* link_ = nullptr;
  Ring<ControlToken> in_;
  Ring<ControlToken> out_;
  bool down_ = false;
};

}  // namespace weft
