// T9000s of a platform that send messages of their own to each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/random.hpp"
#include "platforms/components/processors.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/system.hpp"

namespace weft::test {

/// Every T9000 sends `count` messages of up to `longest` bytes to every other one, each pair on a
/// virtual channel of its own, and records what comes in. Pair n begins at n * `spacing`; the next
/// message of a pair follows when the one before is acknowledged.
class MessageMesh {
 public:
  MessageMesh(const Platform& platform, const char* name, unsigned count, unsigned longest,
              Time spacing)
      : system(name, platform) {
    const std::size_t processors = processors_of(platform).size();
    packets_.resize(processors);
    for (std::size_t i = 0; i < processors; ++i) {
      packets_[i].mesh = this;
      packets_[i].at = static_cast<unsigned>(i);
      reports_of(system, i).packets.bind(packets_[i]);
      for (std::size_t j = 0; j < processors; ++j) {
        if (i == j) continue;
        processor_of(system, i).open(
            static_cast<unsigned>(j),
            processors_of(platform)[j].min_header + static_cast<unsigned>(i),
            static_cast<unsigned>(i));
        pairs.emplace_back(*this, i, j, count, longest, platform.seed);
      }
    }
    Time start = 0;
    for (Pair& pair : pairs) pair.begin(start += spacing);
    for (std::size_t i = 0; i < processors; ++i) processor_of(system, i).evaluate_at(0);
  }

  /// Messages of one processor to another.
  class Pair : public SendRequest, public ReceiveRequest {
   public:
    Pair(MessageMesh& mesh, std::size_t source, std::size_t destination, unsigned count,
         unsigned longest, std::uint64_t seed)
        : from(source), to(destination), mesh_(&mesh) {
      RandomStream random(seed, std::to_string(source) + "to" + std::to_string(destination));
      for (unsigned n = 0; n < count; ++n) {
        lengths.push_back(static_cast<unsigned>(random.below(longest + 1)));
      }
      start_.pair = this;
    }
    void begin(Time time) {
      ReceivedMessage none;
      processor_of(mesh_->system, to).receive(static_cast<unsigned>(from), *this, none, 0);
      processor_of(mesh_->system, from).processor().sleep(start_, time);
    }
    bool complete() const { return sent_ == lengths.size() && arrived == lengths; }

    std::size_t from;
    std::size_t to;
    std::vector<unsigned> lengths;
    std::vector<unsigned> arrived;

   private:
    struct Start : Resumable {
      Pair* pair = nullptr;
      void resume(Time now) override { pair->send(now); }
    };

    void send(Time now) {
      bytes = lengths[sent_];
      processor_of(mesh_->system, from).send(static_cast<unsigned>(to), *this, now);
    }
    void sent(Time now) override {
      if (++sent_ < lengths.size()) send(now);
    }
    void received(const ReceivedMessage& message, Time now) override {
      arrived.push_back(message.bytes);
      ReceivedMessage another;
      T9000Core& core = processor_of(mesh_->system, to);
      while (core.receive(static_cast<unsigned>(from), *this, another, now)) {
        arrived.push_back(another.bytes);
      }
    }

    MessageMesh* mesh_;
    Start start_;
    std::size_t sent_ = 0;
  };

  /// A packet that came in, and at which processor.
  struct Arrival : PacketArrival {
    unsigned at = 0;
  };

  System system;
  std::deque<Pair> pairs;
  std::map<std::uint64_t, unsigned> seen;  ///< How often each packet came in, by its id.
  std::vector<Arrival> arrivals;

 private:
  struct Packets : tlm::tlm_analysis_if<PacketArrival> {
    MessageMesh* mesh = nullptr;
    unsigned at = 0;
    void write(const PacketArrival& packet) override {
      ++mesh->seen[packet.tag.trace.id];
      mesh->arrivals.push_back({packet, at});
    }
  };
  std::deque<Packets> packets_;
};

/// Fails unless every message has come in whole and in order, and every packet once.
inline void expect_complete(const MessageMesh& mesh) {
  for (const MessageMesh::Pair& pair : mesh.pairs) {
    EXPECT_TRUE(pair.complete()) << pair.from << " to " << pair.to << ": " << pair.arrived.size()
                                 << " of " << pair.lengths.size();
  }
  for (const auto& [id, times] : mesh.seen) EXPECT_EQ(times, 1U) << id;
}

}  // namespace weft::test
