// The C104 packet switch at `rtl` level.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/parameters.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/packet_losses.hpp"
#include "hw/common/port_waits.hpp"
#include "hw/common/random.hpp"
#include "rtl/c104/c104_model.hpp"
#include "rtl/c104/packet_tags.hpp"
#include "rtl/c104/switch_hops.hpp"
#include "rtl/common/rtl_block.hpp"
#include "rtl/dslink/link_pins.hpp"

namespace weft::rtl {

/// Why the RTL cannot be a switch of these parameters, in words; empty if it can.
/// - Links, buffers and intervals are within what the Verilog was built for.
/// - Arbitration is `fifo`, without priority for acknowledgements: the other policies look at what
///   no wire carries.
/// - The routing latency is three clocks or more: the RTL has a register behind the look-up.
/// - All times are multiples of one clock period that its counters can count in.
/// `most_links` of the RTL; 0 if there is none.
std::string find_rtl_fault(const C104Parameters& parameters,
                           const std::vector<DsLinkParameters>& links, unsigned most_links);

/// Links up to the last one that is connected or that an interval names: the RTL need not have
/// more.
unsigned links_in_use(const C104Parameters& parameters);

/// Sets straps and registers and resets it; `clock` is its period, ps. `held` has a bit for each
/// link that its command register starts.
void configure(C104Model& model, const C104Parameters& parameters,
               const std::vector<DsLinkParameters>& links, Time clock, std::uint64_t held = 0);

/// A Verilated C104 with the ports of weft::C104. Its clock is the longest of which all times of
/// its links and of the crossbar are multiples; it looks at its wires just before a clock edge and
/// drives them at it. Its registers are written before the start, and by a control unit in the run:
/// one at each edge, and it counts from the next edge on. So do a start and a stop of a link.
class C104 : public sc_core::sc_module,
             public ControlledSwitch,
             public RtlBlock,
             public PortWaits,
             public LaterEvents,
             public LosesPackets {
 public:
  SC_HAS_PROCESS(C104);

  /// As weft::C104, with the RTL: see make_c104_model. Throws ParameterError, see
  /// check_parameters, and std::invalid_argument where find_rtl_fault finds one.
  C104(sc_core::sc_module_name name, std::unique_ptr<C104Model> model,
       const C104Parameters& parameters, const std::vector<DsLinkParameters>& links,
       std::uint64_t seed, BesideWires beside = BesideWires::out_of_band);

  LinkPins& link(unsigned port) { return *links_.at(port); }
  Time clock() const override { return clock_; }
  /// See C104Registers.
  std::uint32_t read_register(std::uint32_t address) { return model_->read_register(address); }
  // By its registers, which change nothing when they are read.
  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time now) const override;
  /// What it loses at links in error is counted by the pins that tell where packets are.
  PacketLosses losses() const override;
  // at the last edge
  const C104Model::Inputs& inputs() const { return inputs_; }
  const C104Model::Outputs& outputs() const { return outputs_; }
  ObservedSwitch& observed() { return hops_; }

  /// Its links do not start with the run, but by their command registers; before the run.
  void hold_links();
  // --- ControlledSwitch
  const SwitchPolicy& policy() const override { return policy_; }
  SwitchPolicy& policy_to_write() override { return policy_; }
  const C104Counters& counters() const override;
  void register_written(std::uint32_t address, std::uint32_t value) override;
  bool is_fifo_only() const override { return true; }
  SwitchInputHead input_head(unsigned port) const override;
  SwitchLinkStatus link_status(unsigned port) const override;
  LinkError stopped_by(unsigned port, Time now) const override;
  void start_link(unsigned port) override;
  void halt_link(unsigned port, Time now) override;
  void on_link_change(std::function<void(unsigned port, Time now)> action) override {
    on_link_change_ = std::move(action);
  }
  InnerWaves* waves() override { return model_->waves(); }

 private:
  void start_of_simulation() override;
  void edge();
  void draw(unsigned link);
  void gather_inputs(Time now);
  void follow_tags(Time now);
  void clear_output(unsigned port);
  void look_at_headers();
  std::uint64_t lost_at_inputs() const;
  void tell_links(Time now);
  template <class Action>
  void for_each_link(std::uint64_t pins, const Action& action);
  std::uint32_t read_link(unsigned link, std::uint32_t offset) const;

  C104Parameters parameters_;
  SwitchPolicy policy_;  // what its registers hold, or will
  std::unique_ptr<C104Model> model_;
  Time clock_ = 0;
  std::vector<std::unique_ptr<LinkPins>> links_;
  std::vector<unsigned> struck_;  // links with injected errors
  std::vector<RandomStream> random_;
  C104Model::Inputs inputs_;
  C104Model::Outputs outputs_;
  std::uint64_t held_ = 0;   // links that their command registers start
  std::uint64_t drawn_ = 0;  // links with a random number
  std::deque<C104Model::RegisterWrite> writes_;
  mutable C104Counters counters_;
  std::function<void(unsigned, Time)> on_link_change_;  // may be empty

  PacketTags tags_;
  std::uint64_t in_header_ = 0;  // inputs whose packet has a header that is not all in
  std::uint64_t lost_at_outputs_ = 0;
  SwitchHops hops_;
};

}  // namespace weft::rtl
