// What works in an iWarp cell beside its communication agent.
#pragma once

#include "hw/common/time.hpp"
#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// For what a client waits, beside an edge that it names.
struct ClientWatch {
  ChannelSet inputs = 0;    ///< What is in the queue of one of these changes, or where it goes.
  ChannelSet words = 0;     ///< One of these becomes readable.
  ChannelSet room = 0;      ///< The queue of one of these has room again.
  bool everything = false;  ///< Whatever the communication agent does.

  /// All of that.
  ClientWatch& operator|=(const ClientWatch& other) {
    inputs |= other.inputs;
    words |= other.words;
    room |= other.room;
    everything = everything || other.everything;
    return *this;
  }
};

/// Works at the edges of the component's clock: computation agent, memory agent, observers.
class CellClient {
 public:
  /// At an edge, once the communication agent has moved its words. The clients of a cell are called
  /// together: when one of them has named this edge or something happened for which one waits, and
  /// when an event can be seen that could not before. A client may be called at other edges too.
  virtual void clock(Time now) = 0;
  /// When `clock` must be called next, whatever the communication agent does; it may come earlier.
  /// As this and `watched` are after one call they stay until the next one.
  virtual Time next() const = 0;
  /// For what else it must be called.
  virtual ClientWatch watched() const { return {.inputs = 0, .everything = true}; }
  /// It names no edge and waits for nothing, ever: it looks on when the others are called.
  virtual bool only_observes() const { return false; }

 protected:
  ~CellClient() = default;
};

}  // namespace weft
