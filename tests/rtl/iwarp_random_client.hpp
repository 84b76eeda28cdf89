// A computation agent that does at random what the hardware allows.
#pragma once

#include <array>
#include <bit>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "hw/common/random.hpp"
#include "hw/iwarp/allocation_check.hpp"
#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/context_check.hpp"
#include "tests/rtl/iwarp_far_ends.hpp"

namespace weft::test {

/// Two of them with the same seed do the same, as long as their agents are the same. What a
/// computation agent may not do (ComputationPort) it does not do either.
class RandomClient final : public CellClient {
 public:
  RandomClient(CommunicationInterface& agent, std::uint64_t seed)
      : agent_(&agent), random_(seed, "client"), parameters_(agent.parameters()) {
    for (unsigned i = 0; i < 32; ++i) pathways_.emplace_back(random_, parameters_.address);
  }

  void clock(Time now) override {
    if (now < due_) return;
    // sometimes it has other things to do
    const Time pause = random_.below(100) == 0 ? random_.below(200) : random_.below(8) / 7;
    due_ = now + (1 + pause) * parameters_.clock;
    own_before_ = agent_->channels().own;
    if (random_.below(2) == 0) spool();
    if (agent_->frozen()) {
      switch_context();
    } else {
      serve_events();
      configure();
      push();
      take();
    }
  }
  Time next() const override { return due_; }

  /// Events that were read, by kind.
  std::array<std::uint64_t, event_count> events_seen{};
  std::uint64_t taken = 0;
  std::uint64_t joined = 0;
  std::uint64_t restored = 0;
  std::uint64_t redirected = 0;
  std::uint64_t withdrawn = 0;
  std::uint64_t assigned = 0;
  std::uint64_t acquired = 0;
  std::uint64_t released = 0;
  std::uint64_t spooled = 0;
  std::uint64_t spools_ended = 0;
  std::uint64_t contexts_loaded = 0;  ///< Of channels, one by one.
  std::uint64_t inputs_moved = 0;     ///< Allocated to another bus, or to none.
  std::uint64_t outputs_moved = 0;
  std::uint64_t given_back = 0;  ///< Output channels.

 private:
  // While it is frozen: the gates go on, and one register of a context is written in a clock.
  void switch_context() {
    if (random_.below(4) == 0) push();
    if (random_.below(4) == 0) take();
    if (to_release_inputs_ != 0) return release_inputs();
    if (to_release_outputs_ != 0) return release_outputs();
    if (!to_load_.empty()) return load(to_load_.take());
    switch (random_.below(4)) {
      case 0: return agent_->wake();
      case 1: return give_back();
      default: return choose_context();
    }
  }

  // Output channels that a context, a redirect or a join has reserved and to which nothing leads
  // any more. No pathway ends there: nobody else gives them back, and in the end all would be held.
  void give_back() {
    const ChannelSet left = abandoned_outputs();
    if (left == 0 || !find_release_fault(*agent_, 0, left).empty()) return;
    agent_->release_outputs(left);
    given_back += static_cast<unsigned>(std::popcount(left));
  }
  bool most_are_abandoned() const {
    const auto left = static_cast<unsigned>(std::popcount(abandoned_outputs()));
    return 2 * left > agent_->channels().outputs;
  }
  ChannelSet abandoned_outputs() const {
    ChannelSet left = agent_->reserved();
    for (unsigned output = 0; output < agent_->channels().outputs; ++output) {
      if (agent_->input_of(output) != Crossbar::none) left &= ~bit(output);
    }
    for (unsigned input = 0; input < agent_->channels().inputs; ++input) {
      const int output = agent_->default_output(input);
      if (output != Crossbar::none) left &= ~bit(static_cast<unsigned>(output));
    }
    return left;
  }

  // A random set of channels. It is saved, and loaded again with what was saved now or before.
  void choose_context() {
    const ChannelMap& map = agent_->channels();
    ChannelSet inputs = 0;
    ChannelSet outputs = 0;
    for (unsigned channel = 0; channel < map.inputs; ++channel) {
      if (agent_->queue_level(channel) != 0 || random_.below(3) == 0) continue;
      inputs |= bit(channel);
      const int output = agent_->output_of(channel);
      if (output != Crossbar::none) outputs |= bit(static_cast<unsigned>(output));
      save(input_contexts_[channel], agent_->input_context(channel));
    }
    for (unsigned channel = 0; channel < map.outputs; ++channel) {
      if (agent_->input_of(channel) == Crossbar::none && random_.below(2) == 0) {
        outputs |= bit(channel);
      }
      if ((outputs & bit(channel)) != 0) {
        save(output_contexts_[channel], agent_->output_context(channel));
      }
    }
    to_release_inputs_ = inputs;
    to_release_outputs_ = outputs;
    to_load_ = {inputs, outputs};
  }
  void save(std::uint32_t& saved, std::uint32_t context) {
    // what it does next depends on what it has read
    if (std::popcount(context) % 2 != 0) random_();
    if (saved == 0 || random_.below(2) == 0) saved = context;
  }

  void release_inputs() {
    const ChannelSet inputs = std::exchange(to_release_inputs_, 0);
    if (!find_release_fault(*agent_, inputs, to_release_outputs_).empty()) {
      to_release_outputs_ = 0;
      to_load_ = {};
      return;
    }
    agent_->release_inputs(inputs);
    ++released;
  }
  void release_outputs() {
    const ChannelSet outputs = std::exchange(to_release_outputs_, 0);
    if (find_release_fault(*agent_, 0, outputs).empty()) agent_->release_outputs(outputs);
  }
  void load(ContextRegister place) {
    const unsigned channel = place.channel;
    if (place.of_input) {
      const std::uint32_t context = input_contexts_[channel];
      const bool moves = decode_input_place(context) != agent_->channels().place_of_input(channel);
      if (moves && waits_for_signals(channel)) return;
      if (!find_input_context_fault(*agent_, channel, context).empty()) return;
      agent_->load_input(channel, context);
      inputs_moved += moves ? 1 : 0;
    } else {
      const std::uint32_t context = output_contexts_[channel];
      const bool moves =
          decode_output_place(context) != agent_->channels().place_of_output(channel);
      if (!find_output_context_fault(*agent_, channel, context).empty()) return;
      agent_->load_output(channel, context);
      outputs_moved += moves ? 1 : 0;
    }
    ++contexts_loaded;
  }

  void serve_events() {
    if (random_.below(2) == 0) return;
    const auto kinds = static_cast<EventSet>(random_.below(1U << event_count));
    const auto status = agent_->take_event(kinds);
    if (!status) return;
    random_();  // what it does next depends on what it has read
    ++events_seen[static_cast<unsigned>(status->event)];
  }

  // What the memory agent does: words into a queue, words out of one, an end marker, events.
  void spool() {
    const unsigned to = input();
    for (auto words = random_.below(3); own(to) && words != 0 && agent_->room(to) != 0; --words) {
      agent_->spool_to(to, static_cast<std::uint32_t>(random_()));
      ++spooled;
    }
    const unsigned from = readable_channel();
    if (agent_->readable(from) && random_.below(4) == 0) {
      const Word word = agent_->spool_from(from);
      if ((word.value & 1) != 0) random_();
      if (agent_->queue_level(from) != 0 && agent_->head(from).tag == WordTag::data &&
          random_.below(2) == 0) {
        agent_->spool_from(from);
      }
      ++spooled;
    }
    const unsigned end = readable_channel();
    if (agent_->readable(end) && ends(agent_->head(end))) {
      agent_->spool_end(end);
      ++spools_ended;
    }
    for (auto events = random_.below(3); random_.below(8) == 0 && events != 0; --events) {
      const bool failed = random_.below(2) == 0;
      agent_->post_spool_event(failed ? AgentEvent::spool_error : AgentEvent::spool_end,
                               static_cast<unsigned>(random_.below(8)));
    }
  }
  static bool ends(const Word& word) {
    return word.tag == WordTag::message_end || word.tag == WordTag::pathway_end;
  }
  // From a random one on; any one if there is none.
  unsigned readable_channel() {
    const unsigned first = input();
    for (unsigned i = 0; i < parameters_.logical_inputs; ++i) {
      const unsigned channel = (first + i) % parameters_.logical_inputs;
      if (agent_->readable(channel)) return channel;
    }
    return first;
  }

  // At most one register in a clock.
  void configure() {
    switch (random_.below(12)) {
      case 0: return match();
      case 1: return enable();
      case 2: return join();
      case 3: return restore();
      case 4:
        if (random_.below(50) == 0 || (most_are_abandoned() && random_.below(4) == 0)) {
          agent_->freeze();
        }
        return;
      case 5: return redirect();
      case 6: return withdraw();
      case 7: return assign();
      case 8: return random_.below(2) == 0 ? move_input() : move_output();
      default: return request();
    }
  }

  unsigned input() { return static_cast<unsigned>(random_.below(parameters_.logical_inputs)); }
  unsigned output() { return static_cast<unsigned>(random_.below(agent_->channels().outputs)); }
  bool own(unsigned channel) { return (agent_->channels().own >> channel & 1) != 0; }

  void match() {
    if (random_.below(2) == 0) return agent_->set_match_value(match_value());
    if (random_.below(2) == 0) return agent_->set_match_mask(match_mask());
    const auto number = static_cast<unsigned>(random_.below(parameters_.match_entries));
    if (number == 0 || random_.below(2) == 0) {
      const bool guard = number != 0 && random_.below(4) == 0;
      agent_->load_match(number, {.pathways = number == 0 || random_.below(2) == 0,
                                  .messages = random_.below(2) == 0,
                                  .action = guard ? MatchAction::guard : MatchAction::here});
    } else {
      agent_->clear_match(number);
    }
  }
  // Mostly an address of a few, so that something matches.
  std::uint32_t match_value() {
    const std::uint32_t address =
        random_.below(2) == 0 ? parameters_.address : static_cast<std::uint32_t>(random_.below(8));
    return random_.below(8) == 0 ? address << origin_shift : address;
  }
  std::uint32_t match_mask() {
    return random_.below(8) == 0 ? address_mask << origin_shift : address_mask;
  }

  void enable() {
    const auto kind = static_cast<AgentEvent>(random_.below(event_count));
    // the wide ones more often on than off
    const auto channels = static_cast<ChannelSet>(random_() & 0xfffff);
    agent_->enable_event(kind, random_.below(8) == 0 ? 0 : channels);
  }

  // As ComputationPort: an output that a pathway of other cells has is not touched, and what fed it
  // must have sent all it had.
  bool may_link(unsigned channel, int to) {
    if (agent_->output_of(channel) == to) return true;
    return agent_->drained(static_cast<unsigned>(to)) && !agent_->redirected(channel);
  }

  void join() {
    if (agent_->channels().outputs == 0) return;
    const unsigned to = output();
    const unsigned channel = input();
    if (random_.below(16) != 0 && !own(channel)) return;  // else nothing would pass for long
    if (agent_->passes_through(to) || !may_link(channel, static_cast<int>(to))) return;
    agent_->join(channel, to);
    ++joined;
  }

  void redirect() {
    if (agent_->channels().outputs == 0) return;
    const unsigned to = output();
    const unsigned channel = input();
    const ChannelMode mode = agent_->mode(channel);
    if (own(channel) || (mode != ChannelMode::here && mode != ChannelMode::linked)) return;
    if (agent_->passes_through(to) || !may_link(channel, static_cast<int>(to))) return;
    if (mode == ChannelMode::linked && random_.below(4) != 0) return;
    agent_->redirect(channel, to);
    ++redirected;
  }

  void restore() {
    const unsigned channel = input();
    const int to = agent_->default_output(channel);
    if (to == Crossbar::none || !may_link(channel, to)) return;
    agent_->restore(channel);
    ++restored;
  }

  void request() {
    const unsigned channel = input();
    const auto bus = static_cast<Bus>(random_.below(bus_count));
    const auto pool = static_cast<unsigned>(random_.below(random_.below(8) == 0 ? 16 : 2));
    if (!own(channel) || agent_->mode(channel) != ChannelMode::own) return;
    if (!agent_->leads_to(bus, pool)) return;
    agent_->request(channel, bus, pool);
    ++acquired;
  }

  void withdraw() {
    const unsigned channel = input();
    if (!own(channel) || agent_->mode(channel) != ChannelMode::routing) return;
    agent_->withdraw(channel);
    ++withdrawn;
  }

  void assign() {
    if (agent_->channels().outputs == 0) return;
    const unsigned to = output();
    const unsigned first = input();
    if (!agent_->leads_somewhere(to)) return;
    for (unsigned i = 0; i < parameters_.logical_inputs; ++i) {
      const unsigned channel = (first + i) % parameters_.logical_inputs;
      if (!own(channel) || agent_->mode(channel) != ChannelMode::own) continue;
      assigned += agent_->assign(channel, to) ? 1 : 0;
      return;
    }
  }

  bool waits_for_signals(unsigned channel) const {
    return (agent_->signals_waiting() >> channel & 1U) != 0;
  }
  // Now and then, so that there is traffic. Only what is idle can be moved: the first that is, from
  // a random one on.
  void move_input() {
    const unsigned first = input();
    const InputPlace drawn{false, static_cast<Bus>(random_.below(bus_count)), number()};
    const bool to_cell = random_.below(2) == 0;
    if (random_.below(2) != 0) return;
    for (unsigned i = 0; i < parameters_.logical_inputs; ++i) {
      const unsigned channel = (first + i) % parameters_.logical_inputs;
      const InputPlace place = to_cell ? InputPlace{true, Bus::x_right, channel} : drawn;
      if (waits_for_signals(channel)) continue;
      if (!find_allocation_fault(*agent_, channel, place).empty()) continue;
      agent_->allocate_input(channel, place);
      ++inputs_moved;
      return;
    }
  }
  void move_output() {
    const unsigned first = output();
    OutputPlace place{false, static_cast<Bus>(random_.below(bus_count)), number(),
                      static_cast<unsigned>(random_.below(random_.below(8) == 0 ? 16 : 2))};
    if (random_.below(8) == 0) place = {.spare = true};
    if (random_.below(16) != 0) return;
    for (unsigned i = 0; i < parameters_.logical_outputs; ++i) {
      const unsigned channel = (first + i) % parameters_.logical_outputs;
      if (!find_allocation_fault(*agent_, channel, place).empty()) continue;
      agent_->allocate_output(channel, place);
      ++outputs_moved;
      return;
    }
  }
  unsigned number() {
    return static_cast<unsigned>(random_.below(random_.below(16) == 0 ? numbers_of_bus : 6));
  }

  // Both gates, now and then into one channel. A channel that is allocated in this clock is the
  // cell's own from the next one on: no instruction sends into it before.
  void push() {
    unsigned channel = input();
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      if (gate != 0 && random_.below(2) == 0) channel = input();
      if (random_.below(4) == 0 || !own(channel) || !agent_->can_send(channel, 1)) continue;
      if ((own_before_ >> channel & 1U) == 0) continue;
      agent_->send(gate, channel, pathways_[channel].next());
    }
  }

  void take() {
    unsigned channel = readable_channel();
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      if (gate != 0 && random_.below(2) == 0) channel = readable_channel();
      const bool keeps = own(channel) ? random_.below(8) != 0 : random_.below(8) == 0;
      if (keeps || !agent_->readable(channel)) continue;
      const Word word = agent_->receive(gate, channel);
      // what it does next depends on what it has read
      if ((word.value & 1) != 0) random_();
      ++taken;
    }
  }

  CommunicationInterface* agent_;
  RandomStream random_;
  IwarpParameters parameters_;
  std::deque<RandomPathways> pathways_;
  std::array<std::uint32_t, most_channels> input_contexts_{};  // saved
  std::array<std::uint32_t, most_channels> output_contexts_{};
  ChannelSet to_release_inputs_ = 0;
  ChannelSet to_release_outputs_ = 0;
  ContextRegisters to_load_;
  Time due_ = 0;
  ChannelSet own_before_ = 0;  // what a clock does
};

}  // namespace weft::test
