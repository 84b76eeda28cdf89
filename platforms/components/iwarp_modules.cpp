#include <fmt/format.h>

#include <memory>
#include <utility>

#include "hw/iwarp/iwarp.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "platforms/protocols/iwarp_bus.hpp"
#include "platforms/system.hpp"
#include "rtl/common/own_models.hpp"
#include "rtl/iwarp/agent_port.hpp"
#include "rtl/iwarp/iwarp.hpp"
#include "tlm/iwarp/iwarp.hpp"

namespace weft {
namespace {

/// The views of all cells of a system.
struct CellViews {
  explicit CellViews(std::size_t cells) : by_address(cells) {}
  std::vector<CellView> by_address;
};

const CellView& show_cell(const MakeContext& context, const IwarpParameters& parameters,
                          CellAgents& core, BusReports& reports) {
  auto& views = context.shared.get<CellViews>(cells_of(context.platform).size());
  CellView& view = views.by_address[parameters.address];
  view = {context.component().name, context.index, parameters.address,
          parameters.clock,         &core,         &reports};
  return view;
}

BusOutput output_of(const CellView& view, Bus bus) {
  return {{view.clock, &view.core->communication()}, &view.reports->words(bus)};
}

BusInput input_of(const CellView& view, Bus bus) {
  return {{view.clock, &view.core->communication()}, &view.reports->dequeues(bus)};
}

/// A cell on lines.
template <class Module>
class LineCell final : public ComponentInstance {
 public:
  template <class... Arguments>
  explicit LineCell(Arguments&&... arguments) : module_(std::forward<Arguments>(arguments)...) {}

  Module& module() { return module_; }
  void show(const CellView& view) { view_ = &view; }

  std::any port(unsigned number, Side side) override {
    const auto bus = static_cast<Bus>(number);
    if (side == Side::from) return LineOutput{output_of(*view_, bus), &module_.output(bus)};
    return LineInput{input_of(*view_, bus), &module_.input(bus)};
  }
  void share(SharedParts& shared) override {
    module_.clock(shared.get<BusClocks>().of(view_->clock));
  }

 private:
  Module module_;
  const CellView* view_ = nullptr;
};

class WordCell final : public ComponentInstance {
 public:
  WordCell(const MakeContext& context, const IwarpParameters& parameters)
      : module_(context.name, parameters, context.wheel),
        view_(&show_cell(context, parameters, module_.core().agents(), module_.reports)) {}

  std::any port(unsigned number, Side side) override {
    const auto bus = static_cast<Bus>(number);
    if (side == Side::from) return WordOutput{output_of(*view_, bus), &module_.output(bus)};
    return WordInput{input_of(*view_, bus), &module_.input(bus)};
  }

 private:
  word::Iwarp module_;
  const CellView* view_;
};

void check_rtl_cell(const PlacedComponent& placed) {
  const Component& component = placed.component();
  if (component.level != Level::rtl) return;
  check_at_place(*component.parameters, [&placed] {
    rtl::check_rtl_parameters(iwarp_parameters(placed.platform, placed.index));
  });
}

std::unique_ptr<ComponentInstance> make_rtl_cell(const MakeContext& context) {
  const IwarpParameters parameters = iwarp_parameters(context.platform, context.index);
  auto model = make_rtl_iwarp(context.component());
  if (model == nullptr) {
    throw InputError(context.component().place,
                     fmt::format("a cell at rtl: {}", rtl::why_no_models()));
  }
  auto made = std::make_unique<LineCell<rtl::Iwarp>>(context.name, parameters, std::move(model));
  rtl::Iwarp& module = made->module();
  made->show(show_cell(context, parameters, module.core(), module.reports));
  context.show_rtl("rtl", module.block());
  return made;
}

std::unique_ptr<ComponentInstance> make_signal_cell(const MakeContext& context) {
  const IwarpParameters parameters = iwarp_parameters(context.platform, context.index);
  auto made = std::make_unique<LineCell<Iwarp>>(context.name, parameters);
  Iwarp& module = made->module();
  made->show(show_cell(context, parameters, module.core().agents(), module.reports));
  return made;
}

std::unique_ptr<ComponentInstance> make_word_cell(const MakeContext& context) {
  return std::make_unique<WordCell>(context, iwarp_parameters(context.platform, context.index));
}

}  // namespace

const std::vector<CellView>& cells_of(const System& system) {
  static const std::vector<CellView> none;
  const auto* views = system.shared<CellViews>();
  return views == nullptr ? none : views->by_address;
}

ComponentModules iwarp_modules() {
  return {{{Level::rtl, make_rtl_cell},
           {Level::signal, make_signal_cell},
           {Level::word, make_word_cell}},
          check_rtl_cell};
}

}  // namespace weft
