#include "platforms/components/control_modules.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "hw/c104/control_host.hpp"
#include "hw/c104/control_module.hpp"
#include "hw/c104/control_unit.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/elaboration/own_counts.hpp"

namespace weft {
namespace {

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
    this->module().core().control(*shared.get<ControlledSwitches>().by_component.at(switch_));
  }

 private:
  std::size_t switch_;
  ControlUnitCounts counts_;
};

std::vector<std::string> links_of_host(const Component& host) {
  std::vector<std::string> names;
  for (unsigned port = 0; port < host.parameters->count("links"); ++port) {
    names.push_back(fmt::format("link{}", port));
  }
  return names;
}

template <class Level>
class ControlHostInstance final
    : public LinkedInstance<ControlModule<ControlHost, typename Level::Link>, typename Level::End> {
 public:
  explicit ControlHostInstance(const MakeContext& context)
      : LinkedInstance<ControlModule<ControlHost, typename Level::Link>, typename Level::End>(
            context.name, parameters_of(context), parameters_of(context).links,
            Level::drivers(context), Level::links(context, links_of_host(context.component()))) {
    ControlHost& core = this->module().core();
    context.show(core);
    context.show<LaterEvents>(core);
  }

 private:
  static ControlHostParameters parameters_of(const MakeContext& context) {
    return context.component().parameters->template to_struct<ControlHostParameters>();
  }
};

}  // namespace

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

ComponentModules control_host_modules() {
  return {{{Level::signal,
            [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
              return std::make_unique<ControlHostInstance<ControlAtSignal>>(context);
            }},
           {Level::token,
            [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
              return std::make_unique<ControlHostInstance<ControlAtToken>>(context);
            }}},
          {}};
}

}  // namespace weft
