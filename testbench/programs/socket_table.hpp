// Connects processes: hands out the virtual channels of all processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "platforms/netlist/place.hpp"
#include "testbench/programs/local_channel.hpp"
#include "testbench/programs/socket.hpp"

namespace weft {

/// The sockets of a run. Must live as long as the simulation runs.
class SocketTable {
 public:
  /// A processor by its index in the table.
  struct Endpoint {
    T9000Core* core = nullptr;
    std::string name;
  };

  /// `place` is where an InputError points at when virtual channels run out; `local_copying` the
  /// time in ps that a message between processes of one processor takes.
  explicit SocketTable(std::vector<Endpoint> processors, Place place = {}, Time local_copying = 0);
  SocketTable(const SocketTable&) = delete;
  SocketTable& operator=(const SocketTable&) = delete;

  std::size_t size() const { return processors_.size(); }
  T9000Core& core(std::size_t processor) { return *processors_[processor].core; }
  const std::string& name(std::size_t processor) const { return processors_[processor].name; }

  /// A new connection between processors `a` and `b`: the ends at `a` and at `b`. It takes the next
  /// free virtual channel of both; none when they are the same. Throws InputError when there is no
  /// free channel (Addressing::channel: as many as the processor has headers).
  std::pair<Socket, Socket> connect(std::size_t a, std::size_t b);

  /// As many side by side as there are numbers for.
  static constexpr unsigned no_end = 0;
  /// Sets `side_by_side` channels from every processor to every other aside for `to` and `idle_to`.
  /// Throws InputError if there are not as many, std::logic_error after the first `connect`.
  void reserve_any_to_any(unsigned side_by_side = 1);
  /// The end at `from` of the first connection between two different processors: its virtual
  /// channel is the index of the other one. Several processes may share it. Throws std::logic_error
  /// unless those are reserved.
  Socket to(std::size_t from, std::size_t other);
  /// The first of those side by side that sends nothing; the last if all do.
  Socket idle_to(std::size_t from, std::size_t other);
  /// The processor to which an any-to-any channel leads.
  std::size_t processor_at(unsigned channel) const { return channel % size(); }

 private:
  /// The any-to-any channels of one processor: channel i leads to processor i modulo size().
  class AnyChannels final : public ChannelDirectory {
   public:
    AnyChannels(const SocketTable& sockets, std::size_t processor)
        : sockets_(&sockets), processor_(processor) {}
    ChannelEnd far_end(unsigned channel) const override {
      const std::size_t far = sockets_->processor_at(channel);
      return sockets_->end_at(far, static_cast<unsigned>(channel - far + processor_));
    }

   private:
    const SocketTable* sockets_;
    std::size_t processor_;
  };

  /// How packets are addressed to a processor: T9000Parameters, those that each new channel needs.
  struct Headers {
    std::uint32_t first = 0;
    bool name_channels = true;
  };

  void require_channels(std::size_t processor, std::size_t needed) const;
  Socket open(std::size_t processor, unsigned channel, std::size_t far, unsigned far_channel);
  ChannelEnd end_at(std::size_t processor, unsigned channel) const {
    const Headers& headers = headers_[processor];
    return {headers.first + (headers.name_channels ? channel : 0), channel};
  }

  std::vector<Endpoint> processors_;
  std::vector<Headers> headers_;  // of each
  Place place_;
  Time local_copying_;
  std::vector<unsigned> next_channel_;  // by processor
  std::deque<LocalChannel> local_channels_;
  std::deque<AnyChannels> any_channels_;  // by processor
  unsigned any_to_any_ = 0;               // side by side
  bool connected_ = false;
};

}  // namespace weft
