// What links have lost between their ends.
#pragma once

#include "hw/common/time.hpp"
#include "hw/dslink/link_account.hpp"
#include "platforms/link_view.hpp"

namespace weft {

/// Of what `from` had to send, all up to `now` that never comes in at `to`, the other end of its
/// link. Of an end at `rtl`, packets alone.
LinkTraffic lost_on_the_way(const LinkProbe& from, const LinkProbe& to, Time now);

}  // namespace weft
