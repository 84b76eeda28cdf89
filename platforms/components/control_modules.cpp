#include "platforms/components/control_modules.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/c104/control_host.hpp"
#include "hw/c104/control_module.hpp"
#include "hw/c104/control_unit.hpp"
#include "hw/c104/switch_target.hpp"
#include "platforms/components/c104_tables.hpp"
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

ControlUnitParameters unit_parameters(const Component& unit) {
  if (unit.type->name == control_unit_name) {
    return unit.parameters->to_struct<ControlUnitParameters>();
  }
  return unit.parameters->to_struct<ProcessorControlParameters>();
}

// By link, a bit for each of the links of its partition; none if there are no partitions.
std::vector<std::uint64_t> links_of_partitions(const std::vector<std::string>& partition) {
  std::vector<std::uint64_t> links(partition.size());
  for (std::size_t link = 0; link < links.size(); ++link) {
    for (std::size_t other = 0; other < links.size(); ++other) {
      if (partition[other] == partition[link]) links[link] |= std::uint64_t{1} << other;
    }
  }
  return links;
}

using MakeTarget = std::unique_ptr<ControlTarget> (*)(const Platform& platform, std::size_t unit,
                                                      SharedParts& shared);

std::unique_ptr<ControlTarget> switch_target(const Platform& platform, std::size_t unit,
                                             SharedParts& shared) {
  const std::size_t component = device_of_unit(platform, unit);
  return std::make_unique<SwitchTarget>(
      *shared.get<ControlledSwitches>().by_component.at(component),
      links_of_partitions(tables_of(platform).at(component).partition));
}

std::unique_ptr<ControlTarget> processor_target(const Platform& platform, std::size_t unit,
                                                SharedParts& shared) {
  const std::size_t component = device_of_unit(platform, unit);
  return std::make_unique<ProcessorTarget>(
      shared.get<ControlledProcessors>().by_component.at(component),
      platform.components[unit].parameters->to_struct<ProcessorControlParameters>().memory_bytes);
}

/// It finds its device once all are there.
template <class Level>
class ControlUnitInstance final
    : public LinkedInstance<ControlModule<ControlUnit, typename Level::Link>, typename Level::End> {
 public:
  ControlUnitInstance(const MakeContext& context, MakeTarget make_target)
      : LinkedInstance<ControlModule<ControlUnit, typename Level::Link>, typename Level::End>(
            context.name, unit_parameters(context.component()), 2U, Level::drivers(context),
            Level::links(context, std::vector<std::string>{"clink0", "clink1"})),
        platform_(&context.platform),
        unit_(context.index),
        make_target_(make_target),
        counts_(this->module().core()) {
    context.show(this->module().core());
    context.show<OwnCounts>(counts_);
  }

  void share(SharedParts& shared) override {
    target_ = make_target_(*platform_, unit_, shared);
    this->module().core().control(*target_);
  }

 private:
  const Platform* platform_;
  std::size_t unit_;
  MakeTarget make_target_;
  std::unique_ptr<ControlTarget> target_;
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

template <class Level>
ComponentFactory unit_factory(MakeTarget make_target) {
  return [make_target](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
    return std::make_unique<ControlUnitInstance<Level>>(context, make_target);
  };
}

ComponentModules unit_modules(MakeTarget make_target) {
  return {{{Level::signal, unit_factory<ControlAtSignal>(make_target)},
           {Level::token, unit_factory<ControlAtToken>(make_target)}},
          {}};
}

}  // namespace

ComponentModules c104_control_modules() { return unit_modules(switch_target); }

ComponentModules t9000_control_modules() { return unit_modules(processor_target); }

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
