// A cable that takes time: the wires of one direction of a link.
#pragma once

#include <algorithm>

#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/parameters.hpp"

namespace weft {

/// What is put in comes out so much later.
template <class Value>
class DelayedWire {
 public:
  explicit DelayedWire(Time delay) : delay_(delay) {}

  void enter(const Value& value, Time now) {
    if (value == newest_) return;
    newest_ = value;
    on_the_way_.push({now + delay_, value});
  }
  /// When the next change comes out; `never` if there is none.
  Time next() const { return on_the_way_.empty() ? never : on_the_way_.front().due; }
  Value take() { return on_the_way_.take().value; }

 private:
  struct Change {
    Time due;
    Value value;
  };

  Time delay_;
  Value newest_{};
  Ring<Change> on_the_way_;
};

/// Stands between two WirePairs, with the ports of weft::DsLink. D comes out `delay` after it went
/// in, S `skew` later, and what is beside the wires with D. From `cut_at` on nothing goes in.
class WireCable : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(WireCable);

  sc_core::sc_in<bool> d_in{"d_in"};
  sc_core::sc_in<bool> s_in{"s_in"};
  sc_core::sc_out<bool> d_out{"d_out"};
  sc_core::sc_out<bool> s_out{"s_out"};
  DsLink::TagIn tag_in{"tag_in"};
  DsLink::TagOut tag_out{"tag_out"};

  /// `receiver` is the end that it leads to.
  WireCable(sc_core::sc_module_name name, const DsLinkParameters& receiver)
      : sc_module(name),
        cut_at_(receiver.cut_at),
        d_(receiver.delay),
        s_(receiver.delay + receiver.skew),
        tag_(receiver.delay) {
    SC_METHOD(enter);
    sensitive << d_in << s_in;
    dont_initialize();
    SC_METHOD(leave);
    sensitive << due_;
    dont_initialize();
  }

 private:
  // A tag is written together with an edge.
  void enter() {
    const Time now = kernel_time();
    if (now >= cut_at_) return;
    d_.enter(d_in.read(), now);
    s_.enter(s_in.read(), now);
    if (tag_in.size() != 0) tag_.enter(tag_in->read(), now);
    arm(now);
  }
  void leave() {
    const Time now = kernel_time();
    if (d_.next() == now) d_out.write(d_.take());
    if (s_.next() == now) s_out.write(s_.take());
    if (tag_.next() == now) {
      const PacketTag tag = tag_.take();
      if (tag_out.size() != 0) tag_out->write(tag);
    }
    arm(now);
  }
  void arm(Time now) {
    const Time next = std::min({d_.next(), s_.next(), tag_.next()});
    if (next != never) due_.notify(sc_core::sc_time::from_value(next - now));
  }

  Time cut_at_;
  DelayedWire<bool> d_;
  DelayedWire<bool> s_;
  DelayedWire<PacketTag> tag_;
  sc_core::sc_event due_{"due"};
};

}  // namespace weft
