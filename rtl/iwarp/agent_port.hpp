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

/// The agent by way of its ports and registers. `free_slots` and `queue_level` are as of the clock
/// to come when they are asked for between two.
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

  // CommunicationInterface
  void attach(CellClient& client) override { clients_.push_back(&client); }
  void call_clients_at(Time /*edge*/) override {}  // they are at every one
  void cut_output(Bus bus, Time at) override { output_cut_[index_of(bus)] = at; }
  void cut_input(Bus bus, Time at) override { input_cut_[index_of(bus)] = at; }
  bool readable(unsigned input) const override { return agent_->channel(input).readable(); }
  unsigned queue_level(unsigned input) const override { return agent_->channel(input).level(); }
  using CommunicationInterface::head;
  Word head(unsigned input, unsigned position) const override;
  EventSet pending_events(EventSet kinds) const override;
  std::uint32_t read(ReadGroup group, unsigned index) const override {
    return agent_->read(address_of(group, index));
  }

 private:
  Word take_word(DataPort port, unsigned input) override;
  void put_word(DataPort port, unsigned input, Word word) override;
  void post_spool(AgentEvent event, unsigned gate) override {
    agent_->spool_event(event == AgentEvent::spool_error, gate);
  }
  std::optional<AgentStatus> take_posted(EventSet kinds) override;
  void write_register(WriteGroup group, unsigned index, std::uint32_t data) override {
    agent_->write(address_of(group, index), data);
    change_allocation(group, index, data);
  }
  void count_thrown_away();

  std::array<bool, bus_count> open_{true, true, true, true};
  std::array<Time, bus_count> output_cut_;
  std::array<Time, bus_count> input_cut_;
  std::unique_ptr<IwarpModel> agent_;
  std::vector<CellClient*> clients_;
  unsigned spooled_from_ = 0;  // words, at this edge
  unsigned spooled_to_ = 0;
};

}  // namespace weft::rtl
