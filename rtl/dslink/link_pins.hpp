// The pins of a link end that is RTL, with what observers see of it.
#pragma once

#include <cstdint>

#include <systemc>

#include "hw/common/observer_port.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/bit_errors.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_account.hpp"
#include "hw/dslink/link_events.hpp"
#include "rtl/dslink/beside_wires.hpp"
#include "rtl/dslink/passing_tags.hpp"
#include "rtl/dslink/wire_watch.hpp"

namespace weft::rtl {

/// The ports of weft::DsLink around one link of a Verilated block. The block's module calls it at
/// each edge of its clock. Ports that are not bound are those of a link that leads nowhere.
///
/// Observers hear of what happened one clock after it did at `signal` where it came in by the
/// wires. With BesideWires::nothing they hear of a token when the wires have verified it, and not
/// of the first NUL of a stream; the pins that tell of tokens are not looked at.
class LinkPins : public sc_core::sc_module {
 public:
  template <class Interface>
  using Port = sc_core::sc_port<Interface, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  Port<sc_core::sc_signal_in_if<bool>> d_in{"d_in"};
  Port<sc_core::sc_signal_in_if<bool>> s_in{"s_in"};
  Port<sc_core::sc_signal_inout_if<bool>> d_out{"d_out"};
  Port<sc_core::sc_signal_inout_if<bool>> s_out{"s_out"};
  DsLink::TagIn tag_in{"tag_in"};
  DsLink::TagOut tag_out{"tag_out"};

  ObserverPort<TokenEvent> tokens;
  ObserverPort<LinkStateEvent> states;

  /// `seed` is the component's, for injected errors.
  LinkPins(sc_core::sc_module_name name, const DsLinkParameters& parameters, std::uint64_t seed,
           unsigned port, BesideWires beside);

  /// It leads somewhere, and its cable was whole at the start.
  bool starts() const { return d_in.size() != 0 && parameters_.cut_at != 0; }
  const DsLinkParameters& parameters() const { return parameters_; }
  const LinkCounters& counters() const { return counters_; }
  Time bit_time() const { return parameters_.bit_time; }
  LinkState state() const { return state_; }
  /// It has been in Run since the start of the run.
  bool has_run() const { return has_run_; }
  LinkError error() const { return error_; }
  /// A packet that it transmits has begun and not ended, or was cut by what has stopped the link.
  bool in_packet() const { return !packet_begins_ || cut_packet_; }
  /// For lost_between, up to `now`; of packets alone.
  LinkAccount account(Time now) const;
  /// An error has stopped it, and nothing will start it again.
  bool down_for_good() const {
    return state_ == LinkState::halted && parameters_.form == LinkForm::ieee1355 &&
           parameters_.auto_restart == 0;
  }
  /// A time-out of its start-up or restart is to come.
  bool awaits_timeout() const;

  // --- before an edge
  struct Wires {
    bool d = false;
    bool s = false;
  };
  /// The wires as they are just before the edge at `now`; `clock` is the period.
  Wires sample(Time now, Time clock);
  /// The bit that begins now is to be inverted.
  bool inverts(Time now, bool transmitting);
  bool has_errors() const { return errors_.next() != never; }

  // --- after it
  void drive(bool d, bool s, Time now);
  void bit_inverted(Time now) { errors_.struck(now); }
  /// The pins say that a token has begun, in bits of the Run state if `fast`, else of start-up. The
  /// first of a packet takes the tag that was given last. The value of `token` counts for data
  /// and time-codes only.
  void token_begins(Token token, bool fast, Time now);
  /// The RTL takes the first token of a packet; its value, if it is known.
  void next_packet(const PacketTag& tag, PassingTags::First first);
  const PacketTag& tag() const { return tag_; }
  /// The RTL hands over the first token of a packet.
  PacketTag arriving_tag(PassingTags::First first);
  /// The RTL has received one; `tick`: its time was the next one.
  void time_code_in(bool tick);
  void state_changes(LinkState state, LinkError error, Time now);

 private:
  bool told() const { return beside_ == BesideWires::out_of_band; }
  PacketTag tag_on_wires() const { return tag_in.size() != 0 ? tag_in->read() : PacketTag{}; }
  void count(Token token);
  void tell(const TokenEvent& event);
  void write_tag();
  void arrives(const WireWatch::Passed& passed);
  void leaves(const WireWatch::Passed& passed);

  DsLinkParameters parameters_;
  BesideWires beside_;
  BitErrors errors_;
  LinkCounters counters_;
  LinkState state_ = LinkState::error_reset;
  LinkError error_ = LinkError::none;
  bool has_run_ = false;
  Wires in_;
  Wires out_;
  PacketTag tag_;          // of the packet that is being transmitted
  PacketTag written_tag_;  // on the wires
  bool idle_ = false;
  bool cut_packet_ = false;  // since the last stop, until the next start
  // for `account`:
  bool packet_begins_ = true;  // with the next token that goes out
  bool stopped_ = false;       // by an error or a command, once or more
  std::uint64_t packets_out_ = 0;
  std::uint64_t packets_in_ = 0;
  std::uint64_t packets_out_before_ = 0;  // the last start
  std::uint64_t packets_in_before_ = 0;
  // with BesideWires::nothing:
  WireWatch watch_in_;
  WireWatch watch_out_;
  PassingTags coming_in_;
  PassingTags going_out_;
};

}  // namespace weft::rtl
