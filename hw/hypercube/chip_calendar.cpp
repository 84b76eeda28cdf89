#include "hw/hypercube/chip_calendar.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

namespace {

// Places before its turn at which a chip is fetched from memory; then its ports, then the chips at
// their far ends, then the ports of these, then the packets that these hold.
constexpr std::size_t chip_ahead = 9;
constexpr std::size_t ports_ahead = 6;
constexpr std::size_t far_chips_ahead = 4;
constexpr std::size_t far_ports_ahead = 2;
constexpr std::size_t packets_ahead = 1;

// Of so many chips all is in the second cache of a processor: nothing is to be fetched.
constexpr std::size_t near_chips = 64;

// The same of lines that are told; and what of these that is for, from their address on.
constexpr std::size_t lines_ahead = 6;
constexpr std::size_t line_bytes = 160;
constexpr std::size_t cache_line_bytes = 64;

// Of memory, about; a cube of 2^n chips has n ports at each.
constexpr std::size_t port_bytes = 192;

// From the first byte of a packet until it can ask for its next hop.
Time asking_time(const HypercubeChipParameters& p) {
  if (p.forwarding == HypercubeForwarding::stored) {
    return Time{hypercube_packet_bytes} * p.byte_ticks * p.tick - p.lead();
  }
  return Time{hypercube_packet_header_bytes} * p.byte_ticks * p.tick;
}

}  // namespace

// Last come the tail of a packet that begins after all ticks of arbitration, and what follows it.
HypercubeChipTimes::HypercubeChipTimes(const HypercubeChipParameters& parameters)
    : tick(parameters.tick),
      lead(parameters.lead()),
      packet(Time{hypercube_packet_bytes} * parameters.byte_ticks * tick),
      asks_after(asking_time(parameters)),
      after_grant((parameters.arbitration_ticks -
                   (parameters.links == HypercubeLinks::unidirectional ? 2 : 1)) *
                  tick),
      ahead(parameters.arbitration_ticks + hypercube_packet_bytes * parameters.byte_ticks + 4) {}

HypercubeChipCalendar::HypercubeChipCalendar(const HypercubeChipTimes& times, std::size_t chips,
                                             CycleDriver& driver)
    : times_(times),
      driver_(&driver),
      mask_(std::max(std::bit_ceil(times.ahead + 1), word_bits) - 1),
      most_chips_(chips),
      fetches_(chips > near_chips),
      busy_words_((chips + word_bits - 1) / word_bits),
      sets_((std::size_t{mask_} + 1) * chips),
      busy_((std::size_t{mask_} + 1) * busy_words_),
      occupied_((mask_ + 1) / word_bits),
      memory_(chips * std::bit_width(chips) * port_bytes, &pages_) {}

std::uint32_t HypercubeChipCalendar::enter(HypercubeChipCore& chip) {
  if (chips_.size() == most_chips_) throw std::logic_error("a calendar has no room for a chip");
  chips_.push_back(&chip);
  return static_cast<std::uint32_t>(chips_.size() - 1);
}

void HypercubeChipCalendar::call(Time time) {
  called_for_ = time;
  driver_->evaluate_at(time);
}

void HypercubeChipCalendar::tell(HypercubeLine* const& line, std::uint32_t packet, Time begin) {
  if (called_for_ == 0) {
    sent_.push_back({&line, packet, begin});
  } else {
    line->send(packets_[packet], begin);
  }
}

Time HypercubeChipCalendar::turn(Time now) {
  called_for_ = 0;
  collect(slot_of(now));
  for (std::size_t i = 0; i < due_.size(); ++i) {
    if (fetches_) fetch_behind(i);
    due_[i].chip->evaluate(now, due_[i].what);
  }
  called_for_ = next(now);
  tell_lines();
  return called_for_;
}

// These lie behind sockets, in no cache as a rule.
void HypercubeChipCalendar::tell_lines() {
  const auto fetch = [](const void* from, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; i += cache_line_bytes) {
      __builtin_prefetch(static_cast<const std::byte*>(from) + i);
    }
  };
  for (std::size_t i = 0; i < sent_.size(); ++i) {
    if (i + lines_ahead < sent_.size()) fetch(*sent_[i + lines_ahead].line, line_bytes);
    if (i + 2 * lines_ahead < sent_.size()) fetch(sent_[i + 2 * lines_ahead].line, 1);
    (*sent_[i].line)->send(packets_[sent_[i].packet], sent_[i].begin);
  }
  sent_.clear();
}

// What is noted for this tick is done with, as chips note only what comes later.
void HypercubeChipCalendar::collect(unsigned slot) {
  due_.clear();
  if ((occupied_[slot / word_bits] & bit_of(slot)) == 0) return;
  occupied_[slot / word_bits] &= ~bit_of(slot);
  std::uint16_t* const sets = &sets_[slot * most_chips_];
  for (std::size_t word = 0; word < busy_words_; ++word) {
    std::uint64_t& busy = busy_[slot * busy_words_ + word];
    for (; busy != 0; busy &= busy - 1) {
      const std::size_t chip = word * word_bits + static_cast<unsigned>(std::countr_zero(busy));
      due_.push_back({chips_[chip], sets[chip]});
      sets[chip] = 0;
    }
  }
}

// Chips lie all over memory, and of a large cube most are in no cache.
inline void HypercubeChipCalendar::fetch_behind(std::size_t place) const {
  const auto due = [this, place](std::size_t ahead) {
    return place + ahead < due_.size() ? &due_[place + ahead] : nullptr;
  };
  if (const Due* one = due(chip_ahead)) one->chip->fetch();
  if (const Due* one = due(ports_ahead)) one->chip->fetch_ports(one->what);
  if (const Due* one = due(far_chips_ahead)) one->chip->fetch_far_chips(one->what);
  if (const Due* one = due(far_ports_ahead)) one->chip->fetch_far_ports(one->what);
  if (const Due* one = due(packets_ahead)) one->chip->fetch_packets(one->what);
}

Time HypercubeChipCalendar::next(Time now) const {
  const unsigned first = (slot_of(now) + 1) & mask_;
  unsigned passed = 0;
  while (passed <= mask_) {
    const unsigned slot = (first + passed) & mask_;
    const std::uint64_t bits = occupied_[slot / word_bits] >> (slot % word_bits);
    if (bits != 0) {
      return now + (1 + passed + static_cast<unsigned>(std::countr_zero(bits))) * times_.tick;
    }
    passed += word_bits - slot % word_bits;
  }
  return never;
}

}  // namespace weft
