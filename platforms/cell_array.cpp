#include "platforms/cell_array.hpp"

#include <fmt/format.h>

#include "hw/iwarp/iwarp.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "rtl/common/own_models.hpp"
#include "rtl/iwarp/iwarp.hpp"
#include "tlm/iwarp/iwarp.hpp"
#include "tlm/protocol/word_transactor.hpp"

namespace weft {

namespace {

Bus bus_of(const LinkEnd& end) { return static_cast<Bus>(end.port); }

}  // namespace

CellArray::CellArray(const Platform& platform, Wheel& wheel)
    : platform_(&platform),
      wheel_(&wheel),
      modules_(platform.cells.size()),
      views_(platform.cells.size()) {}

CellArray::~CellArray() = default;

CellArray::Module::Module() = default;
CellArray::Module::~Module() = default;

// On lines; at word there are none.
OutputPins& CellArray::Module::output(Bus bus) const {
  return signal ? signal->output(bus) : rtl->output(bus);
}

InputPins& CellArray::Module::input(Bus bus) const {
  return signal ? signal->input(bus) : rtl->input(bus);
}

rtl::RtlBlock* CellArray::make(std::size_t index, const std::string& name) {
  const Component& component = platform_->components[index];
  const IwarpParameters parameters = iwarp_parameters(*platform_, index);
  Module& made = modules_[parameters.address];
  CellView& view = views_[parameters.address];
  view.name = component.name;
  view.component = index;
  view.address = parameters.address;
  view.clock = parameters.clock;
  const auto show = [&view](CellAgents& core, BusReports& reports) {
    view.core = &core;
    view.reports = &reports;
  };
  if (component.level == Level::rtl) {
    auto model = make_rtl_iwarp(component);
    if (model == nullptr) {
      throw InputError(component.place, fmt::format("a cell at rtl: {}", rtl::why_no_models()));
    }
    made.rtl = std::make_unique<rtl::Iwarp>(name.c_str(), parameters, std::move(model));
    show(made.rtl->core(), made.rtl->reports);
    return &made.rtl->block();
  }
  if (component.level == Level::signal) {
    made.signal = std::make_unique<Iwarp>(name.c_str(), parameters);
    show(made.signal->core().agents(), made.signal->reports);
  } else {
    made.word = std::make_unique<word::Iwarp>(name.c_str(), parameters, *wheel_);
    show(made.word->core().agents(), made.word->reports);
  }
  return nullptr;
}

void CellArray::join() {
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    if (modules_[i].signal) modules_[i].signal->clock(bus_clock(views_[i].clock));
    if (modules_[i].rtl) modules_[i].rtl->clock(bus_clock(views_[i].clock));
  }
  for (const BusSpec& bus : platform_->busses) {
    if (bus.cut_at == 0) continue;
    join(bus);
    communication_at(bus.from).cut_output(bus_of(bus.from), bus.cut_at);
    communication_at(bus.to).cut_input(bus_of(bus.to), bus.cut_at);
  }
}

CommunicationInterface& CellArray::communication_at(const LinkEnd& end) {
  return views_[*platform_->cell_of(end.component)].core->communication();
}

void CellArray::join(const BusSpec& bus) {
  Module& from = modules_[*platform_->cell_of(bus.from.component)];
  Module& to = modules_[*platform_->cell_of(bus.to.component)];
  if (from.word && to.word) {
    from.word->output(bus_of(bus.from)).bind(to.word->input(bus_of(bus.to)));
    return;
  }
  receive(bus, drive(bus));
}

// The lines that the cell at `from` drives.
BusWires& CellArray::drive(const BusSpec& bus) {
  const std::size_t address = *platform_->cell_of(bus.from.component);
  BusWires& wires = *wires_.emplace_back(std::make_unique<BusWires>());
  views_[address].lines[bus.from.port] = &wires;
  Module& from = modules_[address];
  if (!from.word) {
    from.output(bus_of(bus.from))(wires);
    return wires;
  }
  const std::string name = fmt::format("~to_pins{}", to_pins_.size());
  auto& transactor = *to_pins_.emplace_back(std::make_unique<WordToPins>(name.c_str()));
  transactor.clock(bus_clock(views_[address].clock));
  transactor.out(wires);
  from.word->output(bus_of(bus.from)).bind(transactor.in);
  return wires;
}

void CellArray::receive(const BusSpec& bus, BusWires& wires) {
  const std::size_t address = *platform_->cell_of(bus.to.component);
  Module& to = modules_[address];
  if (!to.word) {
    to.input(bus_of(bus.to))(wires);
    return;
  }
  const std::string name = fmt::format("~to_word{}", to_word_.size());
  auto& transactor = *to_word_.emplace_back(std::make_unique<PinsToWord>(name.c_str()));
  transactor.clock(bus_clock(views_[address].clock));
  transactor.in(wires);
  transactor.out.bind(to.word->input(bus_of(bus.to)));
}

// 40 MHz for a cell of 20 MHz.
sc_core::sc_clock& CellArray::bus_clock(Time clock) {
  auto& made = clocks_[clock];
  if (!made) {
    const std::string name = fmt::format("~bus_clock{}", clocks_.size());
    made =
        std::make_unique<sc_core::sc_clock>(name.c_str(), sc_core::sc_time::from_value(clock / 2));
  }
  return *made;
}

}  // namespace weft
