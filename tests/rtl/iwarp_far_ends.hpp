// What is at the other ends of a cell's busses: random words with their pathways and messages,
// random stalls, dequeue signals.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include <systemc>

#include "hw/common/random.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft::test {

/// The words of a logical channel: pathways with their headers, messages and ends, in which now and
/// then something is wrong.
class RandomPathways {
 public:
  RandomPathways(RandomStream& random, unsigned own_address)
      : random_(&random), own_address_(own_address) {}

  Word next() {
    if (random_->below(400) == 0) return {value(), static_cast<WordTag>(random_->below(6))};
    switch (stage_) {
      case Stage::header: return header_word();
      case Stage::open: return open();
      case Stage::message: return in_message();
    }
    return {};
  }

 private:
  enum class Stage { header, open, message };

  std::uint32_t value() { return static_cast<std::uint32_t>((*random_)()); }
  // Often this cell, or one of few others that the match CAM may know.
  unsigned address() {
    return random_->below(3) == 0 ? own_address_ : static_cast<unsigned>(random_->below(8));
  }
  Word header_word() {
    const bool turn = random_->below(2) == 0 && corners_ < 3;
    const HeaderWord header{.address = address(),
                            .origin = random_->below(12) == 0
                                          ? own_address_
                                          : 500 + static_cast<unsigned>(random_->below(8)),
                            .pool = pool(),
                            .next_pool = pool(),
                            .direction = static_cast<Bus>(random_->below(bus_count)),
                            .turn = turn};
    const WordTag tag = corners_ == 0 ? WordTag::pathway_begin : WordTag::data;
    corners_ = turn ? corners_ + 1 : 0;
    if (!turn) {
      stage_ = Stage::open;
      left_ = static_cast<unsigned>(random_->below(6));
    }
    return {encode(header), tag};
  }
  unsigned pool() { return static_cast<unsigned>(random_->below(random_->below(8) == 0 ? 16 : 2)); }
  Word open() {
    if (left_ == 0) {
      stage_ = Stage::header;
      return {value(), WordTag::pathway_end};
    }
    --left_;
    if (random_->below(2) == 0) {
      stage_ = Stage::message;
      return {address(), WordTag::message_begin};
    }
    return {value(), random_->below(4) == 0 ? WordTag::application : WordTag::data};
  }
  Word in_message() {
    if (random_->below(5) == 0) {
      stage_ = Stage::open;
      return {value(), WordTag::message_end};
    }
    return {value(), random_->below(16) == 0 ? WordTag::application : WordTag::data};
  }

  RandomStream* random_;
  unsigned own_address_;
  Stage stage_ = Stage::header;
  unsigned corners_ = 0;
  unsigned left_ = 0;
};

/// Goes and stands by turns, for random times.
class RandomStalls {
 public:
  bool go(RandomStream& random) {
    if (left_ == 0) {
      left_ = 1 + static_cast<unsigned>(random.below(1U << random.below(9)));
      rate_ = static_cast<unsigned>(random.below(5));
    }
    --left_;
    return random.below(4) < rate_;
  }

 private:
  unsigned left_ = 0;
  unsigned rate_ = 0;  // of four
};

/// The neighbours of a cell. They follow its allocation, as far as words on the lines allow, and
/// keep to the credit of its queues, but for a `rogue` one, which sometimes sends a word to a full
/// queue or a channel that does not exist, and dequeue signals for nothing.
class FarEnds : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(FarEnds);

  sc_core::sc_in<bool> clock{"clock"};

  FarEnds(sc_core::sc_module_name name, const IwarpParameters& cell, const ChannelMap& allocation,
          std::uint64_t seed, bool rogue)
      : sc_module(name),
        cell_(cell),
        allocation_(&allocation),
        random_(seed, "far ends"),
        rogue_(rogue) {
    for (unsigned bus = 0; bus < bus_count; ++bus) {
      Side& side = sides_[bus];
      side.bus = bus;
      side.credit.assign(numbers_of_bus, cell.queue_words);
      for (unsigned i = 0; i < 32; ++i) side.pathways.emplace_back(random_, cell.address);
      side.held.assign(32, 0);
    }
    SC_METHOD(phase);
    sensitive << clock.pos();
    dont_initialize();
  }

  /// The lines of the cell's input and output bus of one side.
  void bind(Bus bus, BusWires& in, BusWires& out) {
    sides_[index_of(bus)].in = &in;
    sides_[index_of(bus)].out = &out;
  }

  std::uint64_t words_in = 0;
  std::uint64_t words_out = 0;

 private:
  struct Side {
    unsigned bus = 0;
    BusWires* in = nullptr;
    BusWires* out = nullptr;
    PhaseDriver<BusLevels> words;
    PhaseDriver<DequeueLevels> signals;
    WordReceiver received;
    DequeueReceiver dequeued;
    std::vector<unsigned> credit;  // by number on the input bus
    std::deque<RandomPathways> pathways;
    std::vector<unsigned> held;  // words from the output bus, by channel
    unsigned all_held = 0;
    RandomStalls sending;
    RandomStalls dequeuing;
  };

  void phase() {
    for (Side& side : sides_) {
      if (const auto channel = side.dequeued.sample(side.in->back.read())) {
        if (side.credit[*channel] < cell_.queue_words) ++side.credit[*channel];
      }
      if (const auto word = side.received.sample(side.out->forth.read())) {
        ++side.held[word->channel];
        ++side.all_held;
        ++words_out;
      }
      if (even_) {
        begin_word(side);
        begin_signal(side);
      }
      side.in->forth.write(side.words.drive());
      side.out->back.write(side.signals.drive());
    }
    even_ = !even_;
  }

  void begin_word(Side& side) {
    if (side.words.active() || !side.sending.go(random_)) return;
    const std::vector<unsigned> numbers = listened(side);
    const std::size_t chosen = random_.below(numbers.size() + 1);
    unsigned channel = 0;
    if (chosen == numbers.size()) {
      if (!rogue_ || random_.below(50) != 0) return;
      channel = static_cast<unsigned>(random_.below(numbers_of_bus));
    } else {
      channel = numbers[chosen];
    }
    if (side.credit[channel] != 0) {
      --side.credit[channel];
    } else if (!rogue_ || random_.below(50) != 0) {
      return;
    }
    side.words.load(phases_of({channel, side.pathways[channel].next()}));
    ++words_in;
  }

  // Numbers of the bus that the cell listens to; the others have all their credit again.
  std::vector<unsigned> listened(Side& side) {
    std::vector<unsigned> numbers;
    for (unsigned number = 0; number < numbers_of_bus; ++number) {
      if (allocation_->input_at(side.bus, number) != ChannelMap::none) {
        numbers.push_back(number);
      } else {
        side.credit[number] = cell_.queue_words;
      }
    }
    return numbers;
  }

  void begin_signal(Side& side) {
    if (side.signals.active() || !side.dequeuing.go(random_)) return;
    if (rogue_ && random_.below(500) == 0) {
      side.signals.load(phases_of_dequeue(static_cast<unsigned>(random_.below(32))));
      return;
    }
    if (side.all_held == 0) return;
    auto channel = static_cast<unsigned>(random_.below(side.held.size()));
    while (side.held[channel] == 0) channel = (channel + 1) % 32;
    --side.held[channel];
    --side.all_held;
    side.signals.load(phases_of_dequeue(channel));
  }

  IwarpParameters cell_;
  const ChannelMap* allocation_;
  RandomStream random_;
  bool rogue_;
  bool even_ = true;
  std::array<Side, bus_count> sides_;
};

}  // namespace weft::test
