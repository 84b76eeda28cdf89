// A computation agent that does at random what the hardware allows.
#pragma once

#include <array>
#include <bit>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "hw/common/random.hpp"
#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/context_check.hpp"
#include "rtl/iwarp/agent_registers.hpp"
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
    const Time pause = random_.below(100) == 0 ? random_.below(200) : random_.below(2);
    due_ = now + (1 + pause) * parameters_.clock;
    writes_ = 0;
    if (agent_->frozen()) return switch_context();
    serve_events();
    while (writes_ < rtl::agent_writes && random_.below(8) != 0) act();
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
  std::uint64_t contexts_loaded = 0;  ///< Of channels, one by one.

 private:
  bool room_for(unsigned writes) const { return writes_ + writes <= rtl::agent_writes; }

  // While it is frozen: the gates go on, and one register of a context is written in a clock.
  void switch_context() {
    writes_ = 1;  // that of the context
    if (random_.below(4) == 0) push();
    if (random_.below(4) == 0) take();
    if (to_release_inputs_ != 0) return release_inputs();
    if (to_release_outputs_ != 0) return release_outputs();
    if (!to_load_.empty()) return load(to_load_.take());
    if (random_.below(4) == 0) return agent_->wake();
    choose_context();
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
      if (!find_input_context_fault(*agent_, channel, context).empty()) return;
      agent_->load_input(channel, context);
    } else {
      agent_->load_output(channel, output_contexts_[channel]);
    }
    ++contexts_loaded;
  }

  void serve_events() {
    if (random_.below(2) == 0) return;
    const auto kinds = static_cast<EventSet>(random_.below(1U << event_count));
    const auto status = agent_->take_event(kinds);
    if (!status) return;
    ++writes_;
    ++events_seen[static_cast<unsigned>(status->event)];
  }

  void act() {
    switch (random_.below(32)) {
      case 0: return match();
      case 1: return enable();
      case 2: return join();
      case 3: return restore();
      case 9: return redirect();
      case 10: return withdraw();
      case 11: return assign();
      case 4:
        if (random_.below(50) == 0) freeze();
        return;
      case 5: return post();
      case 6:
      case 7:
      case 8: return request();
      default: break;
    }
    if (random_.below(2) == 0) return push();
    take();
  }

  unsigned input() { return static_cast<unsigned>(random_.below(parameters_.logical_inputs)); }
  unsigned output() { return static_cast<unsigned>(random_.below(agent_->channels().outputs)); }
  bool own(unsigned channel) { return (agent_->channels().own >> channel & 1) != 0; }

  void match() {
    if (!room_for(3)) return;
    const auto number = static_cast<unsigned>(random_.below(parameters_.match_entries));
    const std::uint32_t address =
        number == 0 ? parameters_.address : static_cast<std::uint32_t>(random_.below(8));
    if (number == 1) {
      agent_->load_match(1, {parameters_.address << origin_shift, address_mask << origin_shift,
                             true, random_.below(4) == 0, MatchAction::guard});
    } else if (number == 0 || random_.below(2) == 0) {
      const bool guard = number != 0 && random_.below(4) == 0;
      agent_->load_match(number,
                         {address, address_mask, number == 0 || random_.below(2) == 0,
                          random_.below(2) == 0, guard ? MatchAction::guard : MatchAction::here});
    } else {
      agent_->clear_match(number);
    }
    writes_ += 3;
  }

  void enable() {
    const auto kind = static_cast<AgentEvent>(random_.below(event_count));
    // the wide ones more often on than off
    const auto channels = static_cast<ChannelSet>(random_() & 0xfffff);
    agent_->enable_event(kind, random_.below(8) == 0 ? 0 : channels);
    ++writes_;
  }

  void post() {
    const auto kind = random_.below(2) == 0 ? AgentEvent::spool_end : AgentEvent::spool_error;
    agent_->post_event(kind, static_cast<unsigned>(random_.below(8)));
    ++writes_;
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
    ++writes_;
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
    ++writes_;
  }

  void restore() {
    const unsigned channel = input();
    const int to = agent_->default_output(channel);
    if (to == Crossbar::none || !may_link(channel, to)) return;
    agent_->restore(channel);
    ++restored;
    ++writes_;
  }

  void freeze() {
    agent_->freeze();
    ++writes_;
  }

  void request() {
    const unsigned channel = input();
    const auto bus = static_cast<Bus>(random_.below(bus_count));
    const auto pool = static_cast<unsigned>(random_.below(random_.below(8) == 0 ? 16 : 2));
    if (!own(channel) || agent_->mode(channel) != ChannelMode::own) return;
    if (!agent_->leads_to(bus, pool)) return;
    agent_->request(channel, bus, pool);
    ++acquired;
    ++writes_;
  }

  void withdraw() {
    const unsigned channel = input();
    if (!own(channel) || agent_->mode(channel) != ChannelMode::routing) return;
    agent_->withdraw(channel);
    ++withdrawn;
    ++writes_;
  }

  void assign() {
    if (agent_->channels().outputs == 0) return;
    const unsigned to = output();
    const unsigned channel = input();
    if (!own(channel) || agent_->mode(channel) != ChannelMode::own) return;
    if (!agent_->leads_somewhere(to) || !agent_->assign(channel, to)) return;
    ++assigned;
    ++writes_;
  }

  void push() {
    const unsigned channel = input();
    if (!own(channel)) return;
    for (auto words = random_.below(3) + 1; words != 0 && room_for(1); --words) {
      if (agent_->room(channel) == 0) return;
      agent_->push(channel, pathways_[channel].next());
      ++writes_;
    }
  }

  void take() {
    const unsigned first = input();
    for (unsigned i = 0; i < parameters_.logical_inputs; ++i) {
      const unsigned channel = (first + i) % parameters_.logical_inputs;
      if (own(channel) && random_.below(8) != 0) continue;
      for (unsigned words = 0; words < 2 && room_for(1) && agent_->readable(channel); ++words) {
        const Word word = agent_->take(channel);
        // what it does next depends on what it has read
        if ((word.value & 1) != 0) random_();
        ++taken;
        ++writes_;
      }
      if (!room_for(1) || random_.below(2) == 0) return;
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
  unsigned writes_ = 0;
};

}  // namespace weft::test
