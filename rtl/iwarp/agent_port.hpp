// The communication agent in Verilog, as the rest of the cell uses it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/iwarp/communication_interface.hpp"
#include "rtl/iwarp/iwarp_model.hpp"

namespace weft::rtl {

/// Throws ParameterError if the Verilog cannot be the agent of such a cell: it is built for one
/// number of channels, words in a queue and match entries.
void check_rtl_parameters(const IwarpParameters& parameters);

/// The agent by way of its registers. `free_slots` and `queue_level` are as of the clock to come
/// when they are asked for between two.
class AgentPort final : public CommunicationInterface {
 public:
  /// Throws ParameterError, see check_parameters and check_rtl_parameters, and
  /// std::invalid_argument if there is no `model`.
  explicit AgentPort(const IwarpParameters& parameters,
                     std::unique_ptr<IwarpModel> model = make_iwarp_model());

  /// Busses that lead nowhere; before `reset`.
  void close(Bus bus);
  /// Before anything else is used.
  void reset() { agent_->reset(parameters(), open_); }
  IwarpModel& pins() { return *agent_; }
  /// An edge of the component's clock to come: its clients work.
  void clock(Time now);
  Time output_cut(Bus bus) const { return output_cut_[index_of(bus)]; }
  Time input_cut(Bus bus) const { return input_cut_[index_of(bus)]; }

  // CommunicationInterface; what writes throws RtlStopped beyond agent_writes in a clock.
  void attach(CellClient& client) override { clients_.push_back(&client); }
  void cut_output(Bus bus, Time at) override { output_cut_[index_of(bus)] = at; }
  void cut_input(Bus bus, Time at) override { input_cut_[index_of(bus)] = at; }
  void request(unsigned input, Bus bus, unsigned pool) override;
  void withdraw(unsigned input) override;
  bool assign(unsigned input, unsigned output) override;
  int output_of(unsigned input) const override { return agent_->channel(input).output(); }
  unsigned room(unsigned input) const override {
    return parameters().queue_words - queue_level(input);
  }
  void push(unsigned input, Word word) override;
  bool readable(unsigned input) const override { return agent_->channel(input).readable(); }
  using CommunicationInterface::head;
  Word head(unsigned input, unsigned position) const override;
  Word take(unsigned input) override;
  bool drained(unsigned output) const override { return output_status(output).drained(); }
  bool passes_through(unsigned output) const override {
    return output_status(output).passes_through();
  }
  void join(unsigned input, unsigned output) override;
  void redirect(unsigned input, unsigned output) override;
  void restore(unsigned input) override;
  int default_output(unsigned input) const override {
    return agent_->channel(input).default_output();
  }
  void load_match(unsigned number, const MatchEntry& entry) override;
  void clear_match(unsigned number) override;
  void enable_event(AgentEvent event, ChannelSet channels) override;
  void post_event(AgentEvent event, unsigned channel) override;
  ChannelSet event_status(AgentEvent event) const override;
  std::optional<AgentStatus> take_event(EventSet kinds) override;
  EventSet pending_events(EventSet kinds) const override;
  bool spool_event_posted() const override { return posted_; }
  void stir() override {}  // all are asked at every edge
  void freeze() override { write(WriteGroup::freeze, 0, iwarp_map::write::freeze::frozen.in(1)); }
  void wake() override { write(WriteGroup::freeze, 0, 0); }
  bool frozen() const override {
    return iwarp_map::read::status::frozen.of(read(ReadGroup::status, 0)) != 0;
  }
  std::uint32_t input_context(unsigned input) const override {
    return read(ReadGroup::input_context, iwarp_map::address::channel.in(input));
  }
  std::uint32_t output_context(unsigned output) const override {
    return read(ReadGroup::output_context, iwarp_map::address::channel.in(output));
  }
  void release_inputs(ChannelSet inputs) override;
  void release_outputs(ChannelSet outputs) override;
  void load_input(unsigned input, std::uint32_t context) override;
  void load_output(unsigned output, std::uint32_t context) override;
  unsigned queue_level(unsigned input) const override { return agent_->channel(input).level(); }
  ChannelMode mode(unsigned input) const override {
    return static_cast<ChannelMode>(agent_->channel(input).mode());
  }
  int input_of(unsigned output) const override { return output_status(output).input(); }
  ChannelSet requested(unsigned input) const override;
  ChannelSet reserved() const override;
  unsigned free_slots(unsigned output) const override { return output_status(output).free_slots(); }

 private:
  void count_thrown_away();
  void write(WriteGroup group, unsigned index, std::uint32_t data);
  void write_context(ContextPart part, unsigned channel, std::uint32_t data);
  std::uint32_t read(ReadGroup group, unsigned index) const {
    return agent_->read(address_of(group, index));
  }
  OutputStatus output_status(unsigned output) const {
    return OutputStatus(read(ReadGroup::output, iwarp_map::address::channel.in(output)));
  }

  std::array<bool, bus_count> open_{true, true, true, true};
  std::array<Time, bus_count> output_cut_;
  std::array<Time, bus_count> input_cut_;
  std::unique_ptr<IwarpModel> agent_;
  std::vector<CellClient*> clients_;
  unsigned writes_ = 0;           // at this edge
  bool context_written_ = false;  // at this edge
  bool posted_ = false;           // at this edge
};

}  // namespace weft::rtl
