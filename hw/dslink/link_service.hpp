// What a link end does for who has tokens for it.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

/// What a link end does for its client.
class LinkService {
 public:
  /// A token leaves the input buffer at `stamp` (now or later).
  virtual void consumed(Time stamp) = 0;
  /// A token can be transmitted after `stamp`.
  virtual void offer(Time stamp) = 0;
  virtual bool started() const = 0;  ///< A link that leads nowhere never is.
  /// An error has stopped it before `now`, and it has not been in Run since.
  virtual bool down(Time now) const = 0;
  /// Bit time of the token that it takes from its client now.
  virtual Time bit_time() const = 0;

 protected:
  ~LinkService() = default;
};

}  // namespace weft
