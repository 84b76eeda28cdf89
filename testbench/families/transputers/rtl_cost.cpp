#include "testbench/families/transputers/rtl_cost.hpp"

#include <cstring>
#include <ctime>
#include <memory>

#include <fmt/format.h>
#include <systemc>

#include "platforms/components/c104_tables.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "platforms/routing/connections.hpp"
#include "rtl/c104/c104.hpp"
#include "testbench/experiments/simulation.hpp"

namespace weft {

namespace {

// Of the processor, for this process: others on the machine do not count.
double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// FNV-1a over what the switch drives.
class Checksum {
 public:
  void add(const rtl::C104Model::Outputs& outputs) {
    sum_ = (sum_ ^ outputs.d_out) * prime;
    sum_ = (sum_ ^ outputs.s_out) * prime;
  }
  std::uint64_t value() const { return sum_; }

 private:
  static constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t sum_ = 0xcbf29ce484222325;
};

/// What the switch is made of.
struct Switch {
  C104Parameters parameters;
  std::vector<DsLinkParameters> links;
  std::unique_ptr<rtl::C104Model> model;
  std::uint64_t seed = 0;
};

Switch make_switch(const Platform& platform) {
  const std::size_t index = first_rtl_switch(platform);
  Switch made;
  made.parameters = c104_parameters(platform, index);
  for (const LinkSpec& link : platform.links) {
    for (const LinkEnd& end : {link.from, link.to}) {
      if (end.component != index) continue;
      const DsLinkParameters parameters = dslink_parameters(link);
      if (made.links.size() <= end.port) made.links.resize(end.port + 1, parameters);
      made.links[end.port] = parameters;
      made.parameters.per_link[end.port].connected = true;
    }
  }
  made.parameters.links = rtl::links_in_use(made.parameters);
  made.parameters.per_link.resize(made.parameters.links);
  made.model = make_rtl_c104(platform.components[index], made.parameters.links);
  made.seed = component_seed(platform.seed, platform.components[index].name);
  return made;
}

/// The SystemC signals around a switch, and the process that plays a record on them.
class Player : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Player);

  Player(sc_core::sc_module_name name, rtl::C104& module, unsigned links, const PinRecord& record)
      : sc_module(name), record_(&record), period_(module.clock()) {
    for (unsigned port = 0; port < links; ++port) {
      wires_.push_back(std::make_unique<Wires>());
      Wires& wires = *wires_.back();
      module.link(port).d_in(wires.d_in);
      module.link(port).s_in(wires.s_in);
      module.link(port).d_out(wires.d_out);
      module.link(port).s_out(wires.s_out);
    }
    SC_METHOD(play);
  }

 private:
  struct Wires {
    sc_core::sc_signal<bool> d_in, s_in, d_out, s_out;
  };

  // At an edge it sets what is to be seen at the next.
  void play() {
    if (++edge_ >= record_->clocks()) return;
    const std::uint64_t d_changes = record_->d_in[edge_] ^ record_->d_in[edge_ - 1];
    const std::uint64_t s_changes = record_->s_in[edge_] ^ record_->s_in[edge_ - 1];
    for (std::size_t port = 0; port < wires_.size(); ++port) {
      if ((d_changes >> port & 1) != 0) {
        wires_[port]->d_in.write((record_->d_in[edge_] >> port & 1) != 0);
      }
      if ((s_changes >> port & 1) != 0) {
        wires_[port]->s_in.write((record_->s_in[edge_] >> port & 1) != 0);
      }
    }
    next_trigger(sc_core::sc_time::from_value(period_));
  }

  const PinRecord* record_;
  Time period_;
  std::size_t edge_ = 0;
  std::vector<std::unique_ptr<Wires>> wires_;
};

}  // namespace

std::string PinRecord::to_bytes() const {
  std::string bytes(8 * (2 * clocks() + 1), '\0');
  std::memcpy(bytes.data(), &checksum, 8);
  std::memcpy(bytes.data() + 8, d_in.data(), 8 * clocks());
  std::memcpy(bytes.data() + 8 + 8 * clocks(), s_in.data(), 8 * clocks());
  return bytes;
}

PinRecord PinRecord::of_bytes(const std::string& bytes) {
  PinRecord record;
  const std::size_t clocks = bytes.size() / 16;
  record.d_in.resize(clocks);
  record.s_in.resize(clocks);
  std::memcpy(&record.checksum, bytes.data(), 8);
  std::memcpy(record.d_in.data(), bytes.data() + 8, 8 * clocks);
  std::memcpy(record.s_in.data(), bytes.data() + 8 + 8 * clocks, 8 * clocks);
  return record;
}

std::size_t first_rtl_switch(const Platform& platform) {
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    const Component& component = platform.components[i];
    if (component.level == Level::rtl && component.is(Part::table_router)) return i;
  }
  throw InputError(place_of(platform.name), "no switch at rtl", "expected one to be timed");
}

PinRecord record_pins(const Platform& platform) {
  PinRecord record;
  Checksum checksum;
  Simulation simulation(platform);
  rtl::C104& module = *simulation.system().find<rtl::C104>(first_rtl_switch(platform));
  module.after_edges([&] {
    record.d_in.push_back(module.inputs().d_in);
    record.s_in.push_back(module.inputs().s_in);
    checksum.add(module.outputs());
  });
  simulation.run();
  module.after_edges({});
  record.checksum = checksum.value();
  return record;
}

RtlTiming time_bare(const Platform& platform, const PinRecord& record) {
  Switch made = make_switch(platform);
  const Time period = rtl::common_clock(made.links, made.parameters.clock);
  rtl::C104Model::Inputs inputs;
  rtl::C104Model::Outputs outputs;
  rtl::configure(*made.model, made.parameters, made.links, period);
  for (unsigned port = 0; port < made.parameters.links; ++port) {
    if (made.parameters.per_link[port].connected) inputs.start |= std::uint64_t{1} << port;
  }
  Checksum checksum;
  const double start = processor_seconds();
  for (std::size_t edge = 0; edge < record.clocks(); ++edge) {
    inputs.time = edge * period;
    inputs.enable = inputs.time % made.parameters.clock == 0;
    inputs.d_in = record.d_in[edge];
    inputs.s_in = record.s_in[edge];
    made.model->clock(inputs, outputs);
    inputs.start = 0;
    checksum.add(outputs);
  }
  return {processor_seconds() - start, checksum.value()};
}

RtlTiming time_cosimulation(const Platform& platform, const PinRecord& record) {
  Switch made = make_switch(platform);
  rtl::C104 module("switch", std::move(made.model), made.parameters, made.links, made.seed);
  const Player player("player", module, made.parameters.links, record);
  Checksum checksum;
  module.after_edges([&] { checksum.add(module.outputs()); });
  const double start = processor_seconds();
  sc_core::sc_start(sc_core::sc_time::from_value(module.clock() * record.clocks()));
  return {processor_seconds() - start, checksum.value()};
}

}  // namespace weft
