// The communication agent in Verilog, as the other agents of the cell use it.
#pragma once

#include <memory>
#include <optional>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/communication_agent.hpp"
#include "rtl/iwarp/iwarp_model.hpp"

namespace weft::rtl {

/// What CommunicationAgent offers to CellClients, under the same names, by way of the registers. To
/// be used in CellClient::clock.
class AgentPort {
 public:
  /// Parameters must have been checked. Throws std::invalid_argument for those that the Verilog is
  /// not built for, or if there is no `model`.
  explicit AgentPort(const IwarpParameters& parameters,
                     std::unique_ptr<IwarpModel> model = make_iwarp_model());

  /// Busses that lead nowhere; before `reset`.
  void close(Bus bus);
  /// Before anything else is used.
  void reset() { agent_->reset(parameters_, open_); }
  IwarpModel& pins() { return *agent_; }

  bool leads_to(Bus bus, unsigned pool) const;
  void request(unsigned input, Bus bus, unsigned pool);
  int output_of(unsigned input) { return agent_->channel(input).output(); }
  unsigned room(unsigned input) { return parameters_.queue_words - queue_level(input); }
  unsigned queue_level(unsigned input) { return agent_->channel(input).level(); }
  bool readable(unsigned input) { return agent_->channel(input).readable(); }
  ChannelMode mode(unsigned input) {
    return static_cast<ChannelMode>(agent_->channel(input).mode());
  }
  int default_output(unsigned input) { return agent_->channel(input).default_output(); }
  /// One of the first eight words of a queue.
  Word head(unsigned input, unsigned position = 0);
  void push(unsigned input, Word word);
  Word take(unsigned input);
  bool drained(unsigned output) { return output_status(output).drained(); }
  bool passes_through(unsigned output) { return output_status(output).passes_through(); }
  void join(unsigned input, unsigned output);
  void restore(unsigned input);
  void load_match(unsigned number, const MatchEntry& entry);
  void clear_match(unsigned number);
  void enable_event(AgentEvent event, ChannelSet channels);
  void post_event(AgentEvent event, unsigned channel);
  ChannelSet event_status(AgentEvent event);
  /// The first event of these kinds that can be seen; it is then cleared.
  std::optional<AgentStatus> take_event(EventSet kinds);
  void freeze() { write(WriteGroup::freeze, 0, iwarp_map::write::freeze::frozen.in(1)); }
  void wake() { write(WriteGroup::freeze, 0, 0); }
  bool frozen() { return iwarp_map::read::status::frozen.of(read(ReadGroup::status, 0)) != 0; }

  const ChannelMap& channels() const { return map_; }
  const IwarpParameters& parameters() const { return parameters_; }

 private:
  void write(WriteGroup group, unsigned index, std::uint32_t data) {
    agent_->write(address_of(group, index), data);
  }
  std::uint32_t read(ReadGroup group, unsigned index) {
    return agent_->read(address_of(group, index));
  }
  OutputStatus output_status(unsigned output) {
    return OutputStatus(read(ReadGroup::output, iwarp_map::address::channel.in(output)));
  }

  IwarpParameters parameters_;
  ChannelMap map_;
  std::array<bool, bus_count> open_{true, true, true, true};
  std::unique_ptr<IwarpModel> agent_;
};

}  // namespace weft::rtl
