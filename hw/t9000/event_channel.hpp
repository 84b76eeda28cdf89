// An event channel of a T9000.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "hw/common/time.hpp"
#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/t9000_core.hpp"

namespace weft {

/// What a process does at an event channel. Of each it is one or the other (facts.md, T9000 [D]).
enum class EventDirection : std::uint8_t {
  input,   ///< EventIn requests, EventOut acknowledges: an interrupt is an input like any other.
  output,  ///< EventOut requests, EventIn acknowledges.
};

/// A channel without data, over two pins: EventIn and EventOut. Between them there is a handshake
/// of four edges, as that of EventReq and EventAck of older transputers (facts.md, T9000): who
/// outputs raises the request; once a process at the far end inputs, the acknowledgement rises; the
/// request falls, and then the acknowledgement. An output ends when the acknowledgement is seen.
///
/// The level of EventIn counts from the edge of the T9000's clock on that is
/// T9000Parameters::event_clocks behind its change. While the processor is stopped none is seen.
class EventChannel final : private Resumable, private ResetClient {
 public:
  /// `name` is for messages. `core` must outlive it.
  EventChannel(std::string name, T9000Core& core, EventDirection direction = EventDirection::input);
  ~EventChannel() { core_->remove(*this); }
  EventChannel(const EventChannel&) = delete;
  EventChannel& operator=(const EventChannel&) = delete;

  const std::string& name() const { return name_; }
  EventDirection direction() const { return direction_; }
  bool belongs_to(const T9000Core& core) const { return core_ == &core; }

  // --- the pins
  /// EventOut of each is EventIn of the other, `delay` (ps) later; of one pair only, before the
  /// run. Throws std::logic_error unless one of them is an output and the other an input.
  static void join(EventChannel& one, EventChannel& other, Time delay);
  bool joined() const { return far_ != nullptr; }
  /// EventOut.
  bool out() const { return out_; }
  /// `action` is called as EventOut changes.
  void on_out(std::function<void(bool high, Time now)> action) { on_out_ = std::move(action); }
  /// Of an input: a device requests at `time`, which is not over, and takes that back by itself.
  void request_at(Time time);

  // --- for processes; each throws std::logic_error in the other direction
  /// Of an input: somebody requests. A request stands until it is taken, or until who raised it at
  /// the pin is reset; one of `request_at` that comes meanwhile is the same.
  bool is_ready() const;
  void enable(ReadyRequest& request) { bell_.enable(request); }
  void disable(const ReadyRequest& request) { bell_.disable(request); }
  /// Inputs: acknowledges the request.
  void take(Time now);
  /// Outputs: `process` is woken once that is acknowledged. Throws std::logic_error too if another
  /// process outputs already.
  void output(Resumable& process, Priority priority, Time now);

 private:
  /// Of EventIn, or a request of a device.
  struct Change {
    Time at;
    bool high;
    bool by_device;
  };
  struct Sender {
    Resumable* process;
    Priority priority;
  };

  /// Its pin falls; a request that stands is seen again, and those of devices still come.
  void reset(Time now) override;
  bool begins_again() const override { return true; }
  void require(EventDirection direction) const;
  void resume(Time now) override;
  void see(const Change& change, Time now);
  void in_changes(bool high, Time at);
  void await(const Change& change);
  void set_out(bool high, Time now);

  std::string name_;
  T9000Core* core_;
  EventDirection direction_;
  EventChannel* far_ = nullptr;
  Time delay_ = 0;
  std::function<void(bool high, Time now)> on_out_;
  std::deque<Change> coming_;  // by their times
  bool in_ = false;            // as it was seen
  bool out_ = false;
  bool requested_ = false;
  bool by_device_ = false;  // that request
  ReadyBell bell_;
  std::optional<Sender> sender_;
};

}  // namespace weft
