// What a C104 decides, whatever carries its packets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/c104/interval_table.hpp"
#include "hw/c104/parameters.hpp"
#include "hw/common/packet_losses.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/packet_transfer.hpp"
#include "hw/common/random.hpp"
#include "hw/common/switch_events.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Counters of a C104.
struct C104Counters {
  std::uint64_t packets_routed = 0;
  std::uint64_t packets_discarded = 0;  ///< By a discard interval.
  std::uint64_t header_errors = 0;      ///< By an invalid interval, or none.
  std::uint64_t waits = 0;              ///< Packets that found their hunt group busy.
  std::uint64_t packets_lost = 0;       ///< At an output whose link is in error.
};

/// A packet that asks for an output, as the arbiter sees it.
struct ArbiterView {
  Time request = 0;  ///< When it asked.
  unsigned input = 0;
  const OutOfBand* packet = nullptr;
};

/// Why a packet waits, by one of the outputs that it can take.
struct WaitReason {
  WaitCause cause = WaitCause::output_busy;
  unsigned output = 0;
  const PacketTrace* holder = nullptr;  ///< Of the packet that has it; null if none has.
};

/// The policy of a C104 (facts.md, C104; thesis 4.2.4): where a header leads, which packets get a
/// random header, which output of a hunt group a packet takes and which of several packets goes
/// first. The models of all levels have one, so that they decide alike, and with one seed draw the
/// same numbers where the same packets come in by an input or compete for outputs.
class SwitchPolicy : public ObservedSwitch, public LosesPackets {
 public:
  static constexpr unsigned no_output = ~0U;

  /// `seed` is the component's own (see component_seed). Throws ParameterError, see
  /// check_parameters.
  SwitchPolicy(const C104Parameters& parameters, std::uint64_t seed);

  /// Without the intervals: those are in the tables.
  const C104Parameters& parameters() const { return parameters_; }
  /// For the configuration registers; takes effect with the next header.
  C104Parameters& configuration() {
    may_draw_ = true;
    only_tables_ = false;
    return parameters_;
  }
  const C104LinkParameters& link(unsigned port) const { return parameters_.per_link[port]; }
  /// To be written to; takes effect with the next header.
  IntervalTable& table(unsigned input) {
    only_tables_ = false;
    return inputs_[input].table;
  }
  const IntervalTable& table(unsigned input) const { return inputs_[input].table; }
  /// Gives all ports new tables, one each, at a time: they hold for headers that are known later.
  /// To be called before the start, in the order of the times.
  void rewrite_tables(Time at, std::vector<IntervalTable> tables) {
    only_tables_ = false;
    rewrites_.push_back({at, std::move(tables)});
  }

  // --- headers

  /// Of all that comes in nothing decides but the tables, and these are as they were at the start:
  /// there are no random headers, no other tables to come, and no registers were written to.
  bool decides_by_tables() const { return only_tables_; }
  /// What becomes of a header that is known at a time.
  const Interval& look_up(unsigned input, std::uint32_t header, Time known);
  /// Draws the header that is put in front of a packet that comes in by this input; none where the
  /// input has no random headers, or where it would be stripped here at once.
  std::optional<std::uint32_t> draw_header(unsigned input, Time known);
  /// Both for a packet of which all headers are known: puts a random header in front, strips those
  /// that are to be stripped as long as there is another behind, and says what becomes of it.
  const Interval& route(unsigned input, PacketTransfer& packet, Time known);
  /// Counts a packet that an interval which does not route has swallowed.
  void count_dropped(const Interval& interval) {
    ++(interval.action == IntervalAction::discard ? counters_.packets_discarded
                                                  : counters_.header_errors);
  }

  // --- outputs

  /// The first output of a hunt group that can be had, or `no_output`.
  template <class Eligible>
  static unsigned first_output(const Interval& interval, const Eligible& eligible) {
    for (unsigned i = 0; i < interval.group_size; ++i) {
      if (eligible(interval.first_link + i)) return interval.first_link + i;
    }
    return no_output;
  }

  /// Packets that compete go first in the order in which they asked, and no other.
  bool is_first_come() const {
    return parameters_.arbitration == Arbitration::fifo && !parameters_.acknowledgement_priority;
  }
  /// Orders packets of which each could have an output; among equals the order stays. `view` makes
  /// an ArbiterView of one of them. Allocates nothing.
  template <class Request, class View>
  void order(std::vector<Request>& requests, const View& view) {
    if (requests.size() < 2) return;
    if (parameters_.arbitration == Arbitration::random) {
      // what is drawn must not depend on the order in which a model has seen them
      sort_by(requests, [&view](const Request& one) { return view(one).input; });
      for (std::size_t i = requests.size() - 1; i > 0; --i) {
        std::swap(requests[i], requests[arbiter_.below(i + 1)]);
      }
    }
    sort_by(requests, [this, &view](const Request& one) {
      const ArbiterView seen = view(one);
      const bool yields = parameters_.acknowledgement_priority && !seen.packet->acknowledgement();
      return std::tuple(yields, rank(seen));
    });
  }

  // --- counters and observers

  /// A packet that asked at `asked` has got an output.
  void count_routed(const PacketTag& tag, unsigned input, unsigned output, Time asked, Time now) {
    ++counters_.packets_routed;
    if (hears_of_hop(asked, now)) observer()->hops({now, tag, input, output, asked});
  }
  /// A packet that asks now has to wait; `reason` makes a WaitReason, if someone wants to know.
  template <class Reason>
  void count_wait(const PacketTag& tag, unsigned input, Time now, const Reason& reason) {
    ++counters_.waits;
    if (!hears_of_waits()) return;
    const WaitReason why = reason();
    observer()->waits({now, tag, input, why.output, why.cause,
                       why.holder != nullptr ? *why.holder : PacketTrace{}});
  }

  C104Counters& counters() { return counters_; }
  const C104Counters& counters() const { return counters_; }
  PacketLosses losses() const override {
    return {counters_.header_errors, 0, counters_.packets_lost, 0};
  }

 private:
  struct Input {
    RandomStream random_headers;
    IntervalTable table;
    std::size_t rewrites = 0;  // of its table so far
  };

  struct TableRewrite {
    Time at;
    std::vector<IntervalTable> tables;  // by port
  };

  void share_tables();
  std::uint64_t rank(const ArbiterView& view) const;

  // Stable, and in place: few packets compete.
  template <class Request, class Key>
  static void sort_by(std::vector<Request>& requests, const Key& key) {
    const auto less = [&key](const Request& a, const Request& b) { return key(a) < key(b); };
    for (auto next = requests.begin(); next != requests.end(); ++next) {
      std::rotate(std::upper_bound(requests.begin(), next, *next, less), next, next + 1);
    }
  }

  // What each packet needs comes first: with what the bases have, a line of the host's cache.
  bool may_draw_;     // a random header, at any input
  bool only_tables_;  // see decides_by_tables
  C104Counters counters_;
  std::vector<Input> inputs_;
  std::vector<TableRewrite> rewrites_;
  C104Parameters parameters_;
  RandomStream arbiter_;
};

}  // namespace weft
