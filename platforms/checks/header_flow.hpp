// Which headers can travel over which channel?
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "platforms/checks/channels.hpp"
#include "platforms/checks/range_set.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"

namespace weft {

/// Packets that begin with a random header: any of `headers` behind any of `randoms`. Which of them
/// really occur together is not kept, so this can be more than can travel, never less.
struct RandomPackets {
  RangeSet randoms;
  RangeSet headers;
};

/// All headers that can be on each channel when every processor sends to every other one that links
/// join to it, by all its links: they follow the interval tables over every link of each hunt
/// group, and behind every random header (universal routing, Valiant). Whole ranges of headers go
/// at a time, and only what a channel has not carried before goes on, so the cost is one step of
/// every channel for each range that its table makes of its headers: about 1 us a channel.
///
/// Wrong tables end in `suspects`, not in an error. Refers to the platform.
class HeaderFlow {
 public:
  explicit HeaderFlow(const Platform& platform) : HeaderFlow(platform, tables_of(platform), 0) {}
  /// With other tables than those of the start, and the links that are dead at a time.
  HeaderFlow(const Platform& platform, const std::map<std::size_t, RouterTables>& routers, Time at);

  const Channels& channels() const { return channels_; }
  /// What travels with its own header first.
  const RangeSet& plain(ChannelId channel) const { return plain_[channel]; }
  /// What travels behind random headers.
  const RandomPackets& random(ChannelId channel) const {
    return random_.empty() ? nothing_ : random_[channel];
  }
  /// The headers of all other processors of its part.
  RangeSet headers_for(const Processor& processor) const;
  bool is_used(ChannelId channel) const {
    return !plain(channel).empty() || !random(channel).headers.empty();
  }
  /// Calls `take(next)` for each channel that a packet can ask for while it holds `channel`.
  template <typename Take>
  void for_each_next(ChannelId channel, Take take) const {
    const std::size_t router = channels_.to(channel).component;
    unsigned port = 0;
    for (std::uint64_t rest = exits_[channel]; rest != 0; rest >>= 1U, ++port) {
      if ((rest & 1U) != 0) take(channels_.at({router, port}));
    }
  }

  /// Ranges of headers that have gone a step from a channel: what it has cost.
  std::uint64_t steps() const { return steps_; }

  /// Headers that may get lost, or to a wrong processor. None of them: all is well but for loops.
  const RangeSet& suspects() const { return suspects_; }
  /// Headers of which some packet is discarded because of a fault.
  const RangeSet& failed() const { return failed_; }

 private:
  struct Spread;

  void inject();
  void send(ChannelId channel, HeaderRange headers);
  void send(ChannelId channel, HeaderRange randoms, std::span<const HeaderRange> headers);
  void enlist(ChannelId channel);
  void arrive(ChannelId channel);
  void receive(ChannelId channel, const Processor& processor, const RangeSet& fresh);

  Channels channels_;
  std::vector<std::size_t> parts_;  // by component
  std::unordered_map<std::size_t, RangeSet> headers_of_part_;
  std::vector<RangeSet> plain_;        // by channel
  std::vector<RandomPackets> random_;  // by channel; empty without random headers
  /// By channel, the links by which packets leave that came in by it: bit n for link n of the C104
  /// at its end.
  std::vector<std::uint64_t> exits_;
  RandomPackets nothing_;
  RangeSet suspects_;
  RangeSet failed_;
  std::uint64_t steps_ = 0;

  // Channels with packets that have not gone on yet.
  std::vector<ChannelId> open_;
  std::vector<bool> is_open_;
  std::vector<RangeSet> fresh_;  // plain ones of these
};

}  // namespace weft
