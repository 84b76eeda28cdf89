// Pathways that headers open, at random times, on channels that no context has.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/random.hpp"
#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {

/// What all cells of a ring have sent and received, word by word.
struct PathwayRecord {
  std::map<std::uint32_t, std::uint32_t> sent;  ///< By pathway: words.
  std::map<std::uint32_t, std::uint32_t> received;
  std::uint64_t wrong = 0;  ///< Words that are not the next one of their pathway.
  std::uint64_t words = 0;
};

/// Works on the agent of a cell of a ring as a run-time system would: one pathway after the other
/// from an own channel to each side, in `pool`, and takes what comes in on `inputs`.
class PathwayClient final : public CellClient {
 public:
  PathwayClient(BenchCell& cell, unsigned cells, const std::array<unsigned, 2>& own,
                ChannelSet inputs, unsigned pool, PathwayRecord& record)
      : agent_(&cell.agent()),
        random_(7, "pathways " + std::to_string(cell.parameters.address)),
        cells_(cells),
        inputs_(inputs),
        pool_(pool),
        clock_(cell.parameters.clock),
        record_(&record) {
    for (unsigned side = 0; side < 2; ++side) senders_[side].own = own[side];
    agent_->attach(*this);
  }

  /// No further pathways are opened.
  void stop() { stopped_ = true; }

  void clock(Time now) override {
    due_ = now + clock_;
    // one gate, which sends or receives; the other one is that of the cell's program
    const unsigned first = static_cast<unsigned>(random_.below(agent_->channels().inputs));
    if (random_.below(3) != 0) {
      const unsigned side = first % 2;
      return send(senders_[side], side == 0 ? Bus::x_right : Bus::x_left);
    }
    for (unsigned i = 0; i < agent_->channels().inputs; ++i) {
      const unsigned input = (first + i) % agent_->channels().inputs;
      if ((inputs_ >> input & 1U) == 0 || !agent_->readable(input)) continue;
      return receive(receivers_[input], agent_->receive(1, input));
    }
  }
  Time next() const override { return due_; }

 private:
  struct Sender {
    unsigned own = 0;
    bool open = false;
    std::uint32_t pathway = 0;
    std::uint32_t count = 0;
    std::uint32_t length = 0;
  };
  struct Receiver {
    std::uint32_t pathway = 0;
    std::uint32_t count = 0;
  };

  void send(Sender& sender, Bus bus) {
    const ChannelMode mode = agent_->mode(sender.own);
    if (!sender.open) {
      const bool free = mode == ChannelMode::own && agent_->queue_level(sender.own) == 0;
      if (free && !stopped_ && agent_->may_write()) open(sender, bus);
      return;
    }
    if (mode == ChannelMode::routing || !agent_->can_send(sender.own, 1)) return;
    // a number, then words that count, then the end
    const WordTag tag = sender.count == sender.length ? WordTag::pathway_end : WordTag::data;
    agent_->send(1, sender.own, {sender.count == 0 ? sender.pathway : sender.count, tag});
    ++sender.count;
    if (tag == WordTag::data) return;
    record_->sent[sender.pathway] = sender.length;
    sender.open = false;
  }

  void open(Sender& sender, Bus bus) {
    agent_->request(sender.own, bus, pool_);
    const unsigned to =
        (agent_->parameters().address + 1 + static_cast<unsigned>(random_.below(cells_ - 1))) %
        cells_;
    agent_->send(1, sender.own, begin_marker({.address = to, .pool = pool_}));
    sender.open = true;
    sender.pathway = agent_->parameters().address << 24 | opened_++;
    sender.count = 0;
    sender.length = 1 + static_cast<std::uint32_t>(random_.below(30));
  }

  void receive(Receiver& receiver, Word word) {
    ++record_->words;
    if (word.tag == WordTag::pathway_begin) {
      receiver.count = 0;
      return;
    }
    if (word.tag == WordTag::pathway_end) {
      record_->wrong += record_->received.count(receiver.pathway);
      record_->received[receiver.pathway] = receiver.count;
    } else if (receiver.count == 0) {
      receiver.pathway = word.value;
    } else if (word.value != receiver.count) {
      ++record_->wrong;
    }
    ++receiver.count;
  }

  CommunicationInterface* agent_;
  RandomStream random_;
  unsigned cells_;
  ChannelSet inputs_;
  unsigned pool_;
  Time clock_;
  PathwayRecord* record_;
  std::array<Sender, 2> senders_;
  std::array<Receiver, most_channels> receivers_{};
  std::uint32_t opened_ = 0;
  bool stopped_ = false;
  Time due_ = 0;
};

}  // namespace weft::test
