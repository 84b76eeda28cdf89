// What is done one after the other.
#pragma once

#include <algorithm>

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Items that one server deals with in their order, one at a time.
template <class Item>
class ServiceLine {
 public:
  /// Takes up an item that needs `service_time`, once those before it are done; returns when it is.
  Time add(const Item& item, Time service_time, Time now) {
    busy_until_ = std::max(busy_until_, now) + service_time;
    line_.push({busy_until_, item});
    return busy_until_;
  }
  /// When the first item is done; `never` without one.
  Time next() const { return line_.empty() ? never : line_.front().due; }
  /// Takes out the first item; there is one.
  Item take() {
    const Item item = line_.front().item;
    line_.pop();
    return item;
  }

 private:
  struct Served {
    Time due = 0;
    Item item;
  };

  Ring<Served> line_;
  Time busy_until_ = 0;
};

}  // namespace weft
