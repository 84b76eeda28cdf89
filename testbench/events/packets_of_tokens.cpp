#include "testbench/events/packets_of_tokens.hpp"

namespace weft {

PacketsOfTokens::PacketsOfTokens(ObserverPort<TokenEvent>& tokens,
                                 ObserverPort<LinkStateEvent>& states)
    : tokens_(&tokens), states_(&states) {
  tokens.bind(*this);
  states.bind(*this);
}

PacketsOfTokens::~PacketsOfTokens() {
  tokens_->unbind(*this);
  states_->unbind(*this);
}

void PacketsOfTokens::write(const TokenEvent& event) {
  if (!needs_credit(event.token)) return;
  if (!in_packet_) {
    in_packet_ = true;
    tag_ = event.tag;
    begin_ = event.begin;
    bytes_ = 0;
    if (packets.begins.bound()) packets.begins.write({begin_, tag_});
  }
  if (!ends_packet(event.token)) {
    ++bytes_;
  } else {
    end(event.end, event.token);
  }
}

void PacketsOfTokens::write(const LinkStateEvent& event) {
  if (in_packet_ && is_silent(event.state)) end(event.time, null_token);
}

void PacketsOfTokens::end(Time time, Token token) {
  in_packet_ = false;
  if (packets.ends.bound()) packets.ends.write({time, tag_, begin_, bytes_, token});
}

}  // namespace weft
