// What a reset does to a T9000.
#include <algorithm>
#include <memory>

#include "hw/t9000/t9000_core.hpp"

namespace weft {

void T9000Core::reset(Time now) {
  processor_.reset(now);
  while (tasks_.next() != never) {
    if (tasks_.take().receiver != nullptr) ++counters_.messages_lost;
  }
  beginning_ = 0;
  any_receivers_.clear();
  first_receiver_ = nullptr;
  passed_over_ = never;
  channels_.for_each([this](Channel& channel) {
    forget_sending(channel);
    forget_receiving(channel);
  });
  for (ResetClient* client : reset_clients_) client->reset(now);
}

bool T9000Core::begins_again() const {
  return std::all_of(reset_clients_.begin(), reset_clients_.end(),
                     [](const ResetClient* client) { return client->begins_again(); });
}

// The first of its messages has been begun.
void T9000Core::forget_sending(Channel& channel) {
  if (channel.extras != nullptr) channel.extras->beginning = 0;
  if (channel.sending == nullptr) return;
  const SendRequest& begun = *channel.sending;
  std::unique_ptr<Orphan>& orphan = channel.with_extras().orphan;
  if (&begun != orphan.get()) {
    orphan = std::make_unique<Orphan>();
    orphan->created = begun.created;
    orphan->bytes = begun.bytes;
    orphan->body = begun.body;
  }
  orphan->next = nullptr;
  channel.sending = orphan.get();
}

// The packets of a message that has begun to come in are acknowledged to its end, and dropped.
void T9000Core::forget_receiving(Channel& channel) {
  channel.receiver = nullptr;
  channel.receiver_is_any = false;
  channel.spoiled |= channel.accepting;
  if (channel.extras == nullptr) return;
  counters_.messages_lost += channel.extras->ready.size();
  channel.extras->ready.clear();
  channel.extras->bell = {};
}

}  // namespace weft
