// The packet switch without its wires: buffers, interval tables, crossbar and arbiter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/parameters.hpp"
#include "hw/c104/port_array.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/cycle_driver.hpp"
#include "hw/common/near_ring.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/outbox.hpp"
#include "hw/dslink/passage.hpp"

namespace weft {

/// A wormhole switch (thesis 3.1.1.3; facts.md, C104). A packet is routed once its header is in,
/// and its tokens follow as they come. Each clock moves one token from each connected input buffer
/// to its output buffer; an output belongs to one packet until the packet's end has crossed.
///
/// An output whose link is down is never given a packet. With C104Parameters::localize_error the
/// packet that crosses to it is cut (closed by an EOM for the far end, the rest dropped), and
/// packets for which all links of their hunt group are down are dropped.
///
/// Clocked hardware, computed when something happens instead of every clock: what crosses at an
/// edge of the clock is put into the output buffer with the time of that edge, and counts for
/// whatever is decided later than it. Decisions in which inputs compete are taken in `evaluate`.
class alignas(64) C104Core final : public LinkClient, public ControlledSwitch {
 public:
  using InputState = SwitchInputState;

  /// An input as observers see it; all but `state` count only while it is waiting or connected.
  struct InputStatus {
    InputState state = InputState::header;
    std::uint32_t header = 0;
    Interval interval;     ///< That it was routed by.
    Time request = 0;      ///< From when on it can be given an output.
    int output = -1;       ///< That it is connected to.
    bool blocked = false;  ///< Connected, but the output buffer is full.
    PacketTag tag;
  };

  /// `seed` is this component's own (see component_seed); its ports stand in `memory`. Throws
  /// ParameterError, see check_parameters and check_token_switch.
  C104Core(const C104Parameters& parameters, std::uint64_t seed, CycleDriver& driver,
           std::pmr::memory_resource& memory = *std::pmr::get_default_resource());

  /// The link end at a port; to be called before the start for each port that has one.
  void attach(unsigned port, LinkCore& link) {
    ports_[port].input.link = ports_[port].output.link = &link;
    const Time token_time = bit_count(data_token(0)) * link.parameters().bit_time;
    ports_[port].input.passage = {
        .clock = clock(), .stride = edge_from(token_time, clock()), .room = output_buffer_};
  }

  /// The end that all ports without one of their own have; before the start.
  void attach_others(LinkCore& unconnected) { unconnected_ = &unconnected; }

  /// Gives free outputs to waiting packets; called by the CycleDriver.
  void evaluate(Time now);

  void receive(unsigned port, Token token, const PacketTag& tag, Time now) override;
  bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) override;
  Time next_token(unsigned port) const override {
    const auto& tokens = ports_[port].output.outbox.tokens;
    return tokens.empty() ? never : tokens.front().stamp();
  }

  bool receives_ahead() const override { return !shows_levels_; }
  Places places(unsigned port) const override {
    return {&ports_[port].output, &ports_[port].input};
  }
  Outbox* outbox(unsigned port) override { return &ports_[port].output.outbox; }
  Passage* passage(unsigned port) override { return &ports_[port].input.passage; }
  void link_changed(unsigned port, Time now) override;
  /// The link at a port is silent until its command register starts it. Packets for it wait until
  /// then, as it is not in error; before the run.
  void hold(unsigned port) { held_ |= std::uint64_t{1} << port; }

  // --- ControlledSwitch
  const SwitchPolicy& policy() const override { return policy_; }
  SwitchPolicy& policy_to_write() override { return policy_; }
  const C104Counters& counters() const override { return policy_.counters(); }
  SwitchInputHead input_head(unsigned port) const override;
  SwitchLinkStatus link_status(unsigned port) const override;
  LinkError stopped_by(unsigned port, Time now) const override;
  void start_link(unsigned port) override { link_end(port).restart(); }
  void link_started(unsigned port, Time now) override { link_changed(port, now); }
  void halt_link(unsigned port, Time now) override;
  void on_link_change(std::function<void(unsigned link, Time now)> action) override {
    on_link_change_ = std::move(action);
  }

  /// Observers will look at levels and connections, which then change when tokens are in and not up
  /// to a bit before; before the run.
  void show_levels() { shows_levels_ = true; }
  /// Tokens in the buffers of a port, for observers.
  std::size_t input_level(unsigned port) const { return ports_[port].input.buffer.size(); }
  std::size_t output_level(unsigned port) const { return ports_[port].output.outbox.tokens.size(); }
  /// The input connected to an output, or -1.
  int connected_to(unsigned output) const { return ports_[output].output.input; }
  InputStatus input_status(unsigned port) const;
  ObservedSwitch& observed() { return policy_; }
  LosesPackets& losing() { return policy_; }
  const C104Parameters& parameters() const { return policy_.parameters(); }
  LinkCore& link_end(unsigned port) { return *link_at(port); }
  const LinkCore& link_end(unsigned port) const { return *link_at(port); }

 private:
  static constexpr std::int8_t no_port = -1;
  static constexpr unsigned most_links = 64;  // with more, policy_ throws

  struct Output;

  // A port's two sides; what each token needs is one line of the host's cache, the first tokens of
  // its buffer another.
  struct alignas(64) Input {
    InputState state = InputState::header;
    bool packet_begins = true;      // the next token to be received begins a packet
    bool opened = false;            // `tag` is that of the packet at the head
    bool blocked = false;           // connected, but the output buffer is full
    std::uint8_t generated = 0;     // bytes of the random header that are still to be moved
    std::uint8_t deleted = 0;       // bytes of the header that are still to be deleted
    std::int8_t output = no_port;   // connected to
    std::uint8_t header_bytes = 1;  // see is_known
    LinkCore* link = nullptr;
    Passage passage;  // open in the middle of a packet
    Outbox::Tokens buffer;

    Time head_since = 0;  // the packet at the head came to the head at this edge
    PacketTag tag;
    // The packet at the head, once its header is known:
    std::uint32_t header = 0;
    Interval interval;
    Time request = 0;                     // first edge at which an output may be granted
    std::span<const Interval> intervals;  // see is_known
    Ring<PacketTag> tags;                 // of packets behind it whose first token is in the buffer
  };

  struct alignas(64) Output {
    [[no_unique_address]] Outbox outbox;  // awaited: `input` has found it full, and is blocked
    std::int8_t input = no_port;          // connected to
    std::int8_t last_input = no_port;     // connected to before, until `left_at`
    bool packet_begins_in = true;         // the next token to be moved begins a packet

    // Of the packets whose first token is in the outbox: of one, as a rule, or none.
    NearRing<PacketTag, 1> tags;

    LinkCore* link = nullptr;
    bool external = false;  // see is_known
    bool deletes_header = false;
    Time free_from = 0;  // first edge at which it may be granted again
    Time left_at = 0;    // the last token of the packet of `last_input` is in
  };

  struct Port {
    Input input;
    Output output;
  };

  void know_ports();
  // What headers need of a port is with it: that of the parameters is as it was at the start, and
  // would be three more lines of the host's cache each time.
  bool is_known(unsigned port) const {
    return policy_.decides_by_tables() && port < ports_.in_use();
  }
  bool deletes_header(unsigned output) const {
    return is_known(output) ? ports_[output].output.deletes_header : link(output).delete_header;
  }
  bool is_external(unsigned output) const {
    return is_known(output) ? ports_[output].output.external : link(output).external;
  }
  unsigned header_bytes(unsigned input) const {
    return is_known(input) ? ports_[input].input.header_bytes : link(input).header_bytes;
  }
  const Interval& look_up(unsigned input, std::uint32_t header, Time known);
  void look_at_header(unsigned port);
  bool put_random_header(unsigned port, Time known);
  void request(unsigned port, Time known);
  void drop(unsigned port, Time now);
  void look_at_links(Time now);
  void cut_output(unsigned port, Time now);
  void give_up(unsigned port, Time now);
  bool is_down(unsigned port) const { return (down_ >> port & 1) != 0; }
  bool all_down(const Interval& interval) const;
  void keep_waiting(unsigned port, Time now);
  WaitReason wait_reason(const Interval& interval, Time now) const;
  void connect(unsigned port, unsigned output, Time now);
  void move_tokens(unsigned port, Time first_edge);
  bool finds_room(Input& input, Output& output) const;
  bool cross(unsigned port, Token token, Time in, Time edge);
  static void put_across(Input& input, Output& output, Token token, Time edge);
  static Token generated_byte(const Input& input) {
    return data_token(static_cast<std::uint8_t>(input.header >> (8 * input.generated)));
  }
  static void unblock(Input& input, Output& output) {
    input.blocked = output.outbox.awaited = false;
  }
  static void let_through(Input& input, Output& output);
  void receive_with_care(unsigned port, Token token, const PacketTag& tag, Time now);
  void finish_packet(unsigned port, Time in, Time edge);
  void take_from_buffer(Input& input, Time edge);
  unsigned free_output(const Interval& interval, Time now) const;
  Time next_free(const Interval& interval) const;
  LinkCore* link_at(unsigned port) const {
    LinkCore* const own = ports_[port].input.link;
    return own != nullptr ? own : unconnected_;
  }
  const C104LinkParameters& link(unsigned port) const { return policy_.link(port); }
  Time clock() const { return clock_; }

  const Time clock_;
  const unsigned output_buffer_;  // tokens
  PortArray<Port> ports_;
  CycleDriver* driver_;
  std::uint64_t waiting_ = 0;  // inputs in state `waiting`, one bit each
  std::uint64_t down_ = 0;     // outputs whose link is down, one bit each
  std::uint64_t held_ = 0;     // outputs whose link has not been started by command, one bit each
  bool shows_levels_ = false;
  SwitchPolicy policy_;
  Time link_news_ = 0;  // since then it may be out of date; never: it is not
  std::vector<unsigned> requests_;
  LinkCore* unconnected_ = nullptr;                     // of ports that have no link end
  std::function<void(unsigned, Time)> on_link_change_;  // may be empty
};

}  // namespace weft
