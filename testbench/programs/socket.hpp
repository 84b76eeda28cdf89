// One end of a connection between processes.
#pragma once

#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/local_channel.hpp"

namespace weft {

/// An end of a two-way connection (thesis 3.5.3), as a process uses it: a virtual channel of its
/// processor, or a pair of local channels to a process on the same one. Copies are the same end.
/// Made by a SocketTable; one process at a time receives from an end, any number send.
class Socket {
 public:
  /// Not connected.
  Socket() = default;
  /// A virtual channel that has been opened, or is when it is used.
  Socket(T9000Core& core, unsigned channel) : core_(&core), channel_(channel) {}
  /// Local.
  Socket(T9000Core& core, LocalChannel& out, LocalChannel& in)
      : core_(&core), out_(&out), in_(&in) {}

  bool connected() const { return core_ != nullptr; }
  bool local() const { return out_ != nullptr; }
  /// Number of the virtual channel; `local_channel_number` if it is local.
  unsigned channel() const { return channel_; }
  bool belongs_to(const T9000Core& core) const { return core_ == &core; }
  LocalChannel* out() const { return out_; }
  LocalChannel* in() const { return in_; }
  /// Copies of one end.
  bool operator==(const Socket& other) const {
    return core_ == other.core_ && channel_ == other.channel_ && in_ == other.in_;
  }

  /// Something has come in that nobody has asked for.
  bool is_ready() const { return local() ? in_->is_ready() : core_->is_ready(channel_); }
  /// Tells `request` when that will be so; see ReadyBell.
  void enable(ReadyRequest& request) const {
    local() ? in_->enable(request) : core_->enable(channel_, request);
  }
  void disable(const ReadyRequest& request) const {
    local() ? in_->disable(request) : core_->disable(channel_, request);
  }

 private:
  T9000Core* core_ = nullptr;
  LocalChannel* out_ = nullptr;
  LocalChannel* in_ = nullptr;
  unsigned channel_ = local_channel_number;
};

}  // namespace weft
