#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "hw/c104/control_module.hpp"
#include "hw/c104/control_unit.hpp"
#include "hw/common/cycle_process.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/control_modules.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

void enter_control_unit(Platform& platform, std::size_t component) {
  const Component& unit = platform.components[component];
  const std::string& name = unit.parameters->text("switch");
  const auto [other, is_new] =
      platform.parts.edit<ControlUnits>().of_switch.emplace(name, component);
  if (is_new) return;
  throw InputError(unit.place,
                   fmt::format("a second control unit of '{}', beside '{}'", name,
                               platform.components[other->second].name),
                   "expected one for each switch");
}

class ControlUnitCounts final : public OwnCounts {
 public:
  explicit ControlUnitCounts(const ControlUnit& unit) : unit_(&unit) {}

  std::vector<Count> counts() const override {
    const ControlUnit::Counters& counters = unit_->counters();
    return {{"control commands", counters.commands},
            {"control commands refused", counters.refused},
            {"control packets dropped", counters.dropped}};
  }

 private:
  const ControlUnit* unit_;
};

/// It finds its switch once all are there.
template <class Level>
class ControlUnitInstance final
    : public LinkedInstance<ControlModule<ControlUnit, typename Level::Link>, typename Level::End> {
 public:
  explicit ControlUnitInstance(const MakeContext& context)
      : LinkedInstance<ControlModule<ControlUnit, typename Level::Link>, typename Level::End>(
            context.name, context.component().parameters->to_struct<ControlUnitParameters>(), 2U,
            Level::drivers(context),
            Level::links(context, std::vector<std::string>{"clink0", "clink1"})),
        switch_(switch_of_unit(context.platform, context.index)),
        counts_(this->module().core()) {
    context.show(this->module().core());
    context.show<OwnCounts>(counts_);
  }

  void share(SharedParts& shared) override {
    this->module().core().control(*shared.get<ControlledSwitches>().cores.at(switch_));
  }

 private:
  std::size_t switch_;
  ControlUnitCounts counts_;
};

}  // namespace

ComponentType c104_control_type() {
  ComponentType type = make_type(
      TypeRole::component, control_unit_name,
      "Control unit of a C104: configures and starts it by commands on its control links.");
  type.levels = {Level::signal, Level::token};
  type.ports = {{"clink0", "", "dslink", "Control link towards the control host."},
                {"clink1", "", "dslink", "Control link to the next control unit."}};
  type.observables = link_observables("clink{n}.");
  type.enter = enter_control_unit;
  type.check_placed = check_control_unit;

  ParameterTable<ControlUnitParameters> table;
  table.text("switch").required().help("The c104 that it belongs to.");
  table.time("clock", &ControlUnitParameters::clock)
      .between(100, microsecond)
      .help("Period of its clock.")
      .source("facts.md C104 [NF]");
  return table.into(std::move(type));
}

ComponentModules c104_control_modules() {
  return {{{Level::signal,
            [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
              return std::make_unique<ControlUnitInstance<ControlAtSignal>>(context);
            }},
           {Level::token,
            [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
              return std::make_unique<ControlUnitInstance<ControlAtToken>>(context);
            }}},
          {}};
}

}  // namespace weft
