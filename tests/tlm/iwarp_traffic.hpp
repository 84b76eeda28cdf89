// Random programs for arrays of iWarp cells: pathways, messages and joints.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {

/// Pools of the random traffic. Routes in a pool go X first, then Y; those that cross the edge of
/// the torus change from `wrapping` to `wrapped` there, and joints go on in a pool of their own: so
/// no pathways wait for each other in a ring.
enum TrafficPool : unsigned { straight, joints, wrapping, wrapped };

inline IwarpParameters traffic_cell() {
  IwarpParameters parameters;
  const std::vector<unsigned> pools{straight, straight, joints, wrapping, wrapped};
  parameters.output_pools = {{pools, pools, pools, pools}};
  parameters.input_channels = {5, 5, 5, 5};
  parameters.logical_inputs = 22;
  return parameters;
}

/// A header with the bus and the pool of its first channel.
struct Route {
  Bus bus = Bus::x_right;
  unsigned pool = 0;
  std::vector<HeaderWord> header;
};

/// The way from cell to cell of a torus, by random sides where `may_wrap`, else without crossing
/// its edge. The cells must differ.
class RouteFinder {
 public:
  RouteFinder(unsigned width, unsigned height) : width_(width), height_(height) {}

  Route find(unsigned from, unsigned to, unsigned pool, bool may_wrap, RandomStream& stream) {
    route_ = {};
    at_ = origin_ = from;
    pool_ = pool;
    walk(true, to % width_, may_wrap && stream.below(2) == 0);
    walk(false, to / width_, may_wrap && stream.below(2) == 0);
    route_.header.push_back({.address = to, .origin = origin_, .pool = leg_pool_});
    return route_;
  }

 private:
  unsigned place(bool along_x) const { return along_x ? at_ % width_ : at_ / width_; }
  void move_to(bool along_x, unsigned place) {
    at_ = along_x ? at_ / width_ * width_ + place : place * width_ + at_ % width_;
  }

  void walk(bool along_x, unsigned end, bool wraps) {
    const unsigned begin = place(along_x);
    if (begin == end) return;
    const bool up = (end > begin) != wraps;
    const Bus bus = along_x ? (up ? Bus::x_right : Bus::x_left) : (up ? Bus::y_down : Bus::y_up);
    turn(bus, wraps ? unsigned{wrapping} : pool_);
    if (wraps) {
      const unsigned size = along_x ? width_ : height_;
      const unsigned beyond = up ? 0 : size - 1;  // the first cell after the edge
      move_to(along_x, beyond);
      if (beyond != end) turn(bus, wrapped);
    }
    move_to(along_x, end);
  }

  // At the present cell, which is the source or gets a header word.
  void turn(Bus bus, unsigned pool) {
    if (at_ == origin_ && route_.header.empty() && !begun()) {
      route_.bus = bus;
      route_.pool = pool;
      first_ = true;
    } else {
      route_.header.push_back({.address = at_,
                               .origin = origin_,
                               .pool = leg_pool_,
                               .next_pool = pool,
                               .direction = bus,
                               .turn = true});
      origin_ = at_;
    }
    leg_pool_ = pool;
  }
  bool begun() const { return first_; }

  unsigned width_;
  unsigned height_;
  Route route_;
  unsigned at_ = 0;
  unsigned origin_ = 0;
  unsigned pool_ = 0;
  unsigned leg_pool_ = 0;
  bool first_ = false;
};

/// The part that a cell plays.
enum class Role { sender, receiver, joint };

struct Traffic {
  ArrayShape shape;
  std::uint64_t seed = 0;
  std::vector<Role> roles;
  std::vector<unsigned> receivers;
  std::vector<unsigned> targets;  ///< Of senders: receivers and joints.

  Traffic(const ArrayShape& array, std::uint64_t run_seed) : shape(array), seed(run_seed) {
    RandomStream stream(seed, "roles");
    for (unsigned n = 0; n < shape.width * shape.height; ++n) {
      constexpr std::array parts{Role::sender, Role::sender, Role::receiver, Role::joint};
      // The first two are a receiver and a joint, so that there is one of each.
      roles.push_back(n == 0 ? Role::receiver : n == 1 ? Role::joint : parts[stream.below(4)]);
      if (roles.back() == Role::receiver) receivers.push_back(n);
      if (roles.back() != Role::sender) targets.push_back(n);
    }
  }

  CoroutineProgram::Body program(BenchCell& self, unsigned number) const {
    switch (roles[number]) {
      case Role::sender: return sender(self, number);
      case Role::receiver: return receiver(number);
      case Role::joint: return joint(self, number);
    }
    return {};
  }

 private:
  RandomStream stream(unsigned number) const {
    return RandomStream(seed, fmt::format("cell{}", number));
  }

  Route route(unsigned from, unsigned to, unsigned pool, RandomStream& random) const {
    RouteFinder finder(shape.width, shape.height);
    return finder.find(from, to, pool, shape.torus && pool == straight, random);
  }

  // One pathway after the other, on two own channels in turn, so that one drains while the next is
  // opened.
  CoroutineProgram::Body sender(BenchCell& self, unsigned number) const {
    return [this, &self, number](CoroutineProgram& cell) -> ProgramTask {
      using namespace port;
      RandomStream random = stream(number);
      for (unsigned channel = 0;; channel = 1 - channel) {
        const unsigned own = own_channel(self, channel);
        const unsigned to = targets[random.below(targets.size())];
        const Route way = route(number, to, straight, random);
        while (self.agent().mode(own) != ChannelMode::own) co_await cell(Compute{1});
        co_await cell(Acquire{own, way.bus, way.pool});
        co_await cell(SendMarker{own, begin_marker(way.header[0])});
        for (std::size_t i = 1; i < way.header.size(); ++i) {
          co_await cell(SendWord{own, encode(way.header[i])});
        }
        co_await cell(BindOutput{0, own});
        co_await cell(BindOutput{1, own});
        for (std::uint64_t messages = random.below(4); messages > 0; --messages) {
          // A message for the end of the pathway, or one that passes a joint.
          const bool passes = roles[to] == Role::joint && random.below(2) == 0;
          const unsigned address = passes ? address_mask : to;
          co_await cell(SendMarker{own, {address, WordTag::message_begin}});
          for (std::uint64_t left = random.below(60); left > 0; --left) {
            const auto value = static_cast<std::uint32_t>(random());
            switch (random.below(8)) {
              case 0: co_await cell(SendMarker{own, {value, WordTag::application}}); break;
              case 1: co_await cell(Compute{random.below(20)}); break;
              case 2: co_await cell(SendWord{own, value}); break;
              case 3: co_await cell(LongWord{{}, {value, ~value}}); break;
              default: co_await cell(Write{static_cast<unsigned>(random.below(2)), value}); break;
            }
          }
          co_await cell(SendMarker{own, {0, WordTag::message_end}});
        }
        co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
      }
    };
  }

  // Reads each message word by word, or lets a spooling gate take it into memory.
  CoroutineProgram::Body receiver(unsigned number) const {
    return [this, number](CoroutineProgram& cell) -> ProgramTask {
      using namespace port;
      RandomStream random = stream(number);
      constexpr EventSet kinds =
          events(AgentEvent::message_begin, AgentEvent::unclaimed_message, AgentEvent::pathway_end);
      constexpr EventSet spool_ends = events(AgentEvent::spool_end, AgentEvent::spool_error);
      while (true) {
        const port::Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
        co_await cell(BindInput{0, arrival.status.channel});
        co_await cell(Read{0});
        while (true) {
          const port::Result event = co_await cell(AwaitEvent{kinds});
          co_await cell(Read{0});  // the marker
          if (event.status.event == AgentEvent::pathway_end) break;
          bool whole = false;
          if (random.below(2) == 0) {
            SpoolSettings spool;
            spool.channel = arrival.status.channel;
            spool.address = 4 * static_cast<std::uint32_t>(random.below(1000));
            spool.limit = spool.address + 4 * static_cast<std::uint32_t>(random.below(200));
            spool.until_end = true;
            const auto gate = static_cast<unsigned>(random.below(spool_count));
            co_await cell(StartSpool{gate, spool});
            const port::Result end = co_await cell(AwaitEvent{spool_ends});
            whole = end.status.event == AgentEvent::spool_end;
          }
          for (Word word; !whole && word.tag != WordTag::message_end;) {
            if (random.below(16) == 0) co_await cell(Compute{random.below(40)});
            word = (co_await cell(Read{0})).words[0];
          }
        }
      }
    };
  }

  // Each pathway that ends here is linked to one of the joint's own, to a receiver.
  CoroutineProgram::Body joint(BenchCell& self, unsigned number) const {
    return [this, &self, number](CoroutineProgram& cell) -> ProgramTask {
      using namespace port;
      RandomStream random = stream(number);
      const unsigned own = own_channel(self);
      while (true) {
        const port::Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
        const unsigned input = arrival.status.channel;
        co_await cell(BindInput{0, input});
        co_await cell(Read{0});
        const unsigned to = receivers[random.below(receivers.size())];
        const Route way = route(number, to, joints, random);
        while (self.agent().mode(own) != ChannelMode::own) co_await cell(Compute{1});
        const port::Result channel = co_await cell(Acquire{own, way.bus, way.pool});
        const auto output = static_cast<unsigned>(channel.output);
        co_await cell(SendMarker{own, begin_marker(way.header[0])});
        for (std::size_t i = 1; i < way.header.size(); ++i) {
          co_await cell(SendWord{own, encode(way.header[i])});
        }
        co_await cell(Join{input, output});
        constexpr EventSet kinds = events(AgentEvent::message_begin, AgentEvent::pathway_end);
        while (true) {
          const port::Result event = co_await cell(AwaitEvent{kinds});
          if (event.status.event == AgentEvent::pathway_end) break;
          Word word;
          while (word.tag != WordTag::message_end) word = (co_await cell(Read{0})).words[0];
          co_await cell(Restore{input});
        }
        co_await cell(Join{own, output});
        co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
      }
    };
  }
};

}  // namespace weft::test
