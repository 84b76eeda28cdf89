// What the registry says can be traced is what can be traced.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "platforms/system.hpp"
#include "testbench/families/dslinks/link_waves.hpp"
#include "testbench/families/iwarp/cell_waves.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using Widths = std::map<std::string, unsigned>;

Widths registered(const char* type) {
  Widths widths;
  for (const ObservableInfo& observable : built_in_registry().find(type)->observables) {
    EXPECT_TRUE(widths.emplace(observable.name, observable.width).second) << observable.name;
  }
  return widths;
}

TEST(Observables, OfTheRegistryAreThoseOfATrace) {
  const Platform platform = test::resolve_text(
      test::read_file(WEFT_SOURCE_DIR "/platforms/two_t9000_c104.yaml"), {"level=signal"});
  const System system("platform", platform);
  const LinkWaves traceable(traced_links(system));
  std::map<std::string, Widths> traced;  // by type
  for (const Wave& wave : traceable.waves()) {
    const std::string leaf = wave.name.substr(wave.name.rfind('.') + 1);
    const std::string link = wave.name.substr(0, wave.name.rfind('.'));
    const std::string component = link.substr(0, link.rfind('.'));
    const std::string& type = platform.components[*platform.find(component)].type->name;
    traced[type]["link{n}." + leaf] = wave.bits;
    if (type == "t9000") traced["dslink"][leaf] = wave.bits;
  }
  for (const char* type : {"c104", "t9000", "dslink"}) {
    EXPECT_EQ(registered(type), traced[type]) << type;
  }
}

TEST(Observables, OfAnIwarpCellAreThoseOfATrace) {
  const Platform platform =
      test::resolve_text(test::read_file(WEFT_SOURCE_DIR "/platforms/iwarp_pair.yaml"),
                         {"level=signal", "links.+={from: left.y_up, to: right.y_down}"});
  System system("platform", platform);
  const auto workload = make_workload(system);
  ProgramPositions positions;
  workload->add_to(positions);
  const CellWaves traceable(traced_cells(system, positions));
  Widths traced;
  for (const Wave& wave : traceable.waves()) {
    std::string name = wave.name.substr(wave.name.find('.') + 1);
    for (const Bus bus : all_busses) {
      if (name.starts_with(name_of(bus))) name.replace(0, name.find('.'), "{bus}");
    }
    if (const auto digit = name.find_first_of("0123456789"); digit != std::string::npos) {
      name.replace(digit, name.find('.') - digit, "{n}");
    }
    traced[name] = wave.bits;
  }
  EXPECT_EQ(registered("iwarp"), traced);
}

}  // namespace
}  // namespace weft
