// A unidirectional link between two switches that carry messages whole.
#pragma once

#include <optional>

#include "hw/common/time.hpp"
#include "hw/hypercube/parameters.hpp"
#include "hw/hypercube/told.hpp"
#include "hw/hypercube/whole_message.hpp"

namespace weft {

/// What one of its ends knows. Each tells the other which message it would send first; the end
/// whose node number has a 0 in that bit decides, a tick after that at the earliest and a tick
/// after the link is free, who sends; that one takes its first message at the tick after the
/// decision. So a message begins 4 ticks (`arbitration_ticks`) after it asked for a link that is
/// free, as on a bidirectional one. By age the earlier message wins; else the ends take turns.
class HypercubeSharedLink {
 public:
  enum class Winner { none, own, far };

  HypercubeSharedLink(const HypercubeChipParameters& parameters, bool decides);

  bool decides() const { return decides_; }
  /// The first message that waits at this end. True if it is another than before: the far end is to
  /// be told.
  bool asks(HypercubeAge first, Time now);
  void far_asks(HypercubeAge first, Time now);
  HypercubeAge far(Time now) const { return far_.at(now); }

  /// At the end that decides: what is on the link has left it at `free`.
  void released(Time free, Time now);
  /// Who has got the link now; none at the end that does not decide.
  Winner decide(Time now);
  /// What begins now, when it is given to one of the ends.
  Time begin(Time now) const { return now + lag_; }

  /// This end may send.
  void granted(Time begin, Time now);
  /// When what it may send now begins. The grant is used up.
  std::optional<Time> take(Time now);

  /// After `now`, when something may happen; `never` if that depends on others.
  Time next_event(Time now) const;

 private:
  Time decides_at() const;

  bool decides_;
  bool by_age_;
  Time tick_;
  Time lead_;  // of asking before the link is free
  Time lag_;   // from the decision to the first byte
  Told<HypercubeAge> own_{HypercubeAge{}};
  Told<HypercubeAge> far_{HypercubeAge{}};
  Told<Time> free_{0};
  bool own_sent_last_ = false;
  Time granted_ = never;  // from when on
  Time begin_ = 0;
};

}  // namespace weft
