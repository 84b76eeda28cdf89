#include "hw/adaptive/parameters.hpp"

#include "hw/adaptive/parameter_check.hpp"
#include "platforms/components/adaptive_parameters.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/parameter_check.hpp"

namespace weft {

ComponentType chaos_router_type() {
  ComponentType type = make_type(
      TypeRole::component, "chaos_router",
      "Chaos router: adaptive, with a multiqueue from which it deroutes at random. Up to 8192 "
      "processors.");
  describe_adaptive_router(type);
  type.check = check_values<ChaosParameters>;

  using P = ChaosParameters;
  ParameterTable<P> table;
  add_link_count(table);
  table.count("multiqueue", &P::multiqueue)
      .between(1, 65'536)
      .or_zero()
      .default_note("as many as links that are connected")
      .help("Packets that the multiqueue holds.")
      .source("thesis 2.2.3");
  add_timing(table);
  return table.into(std::move(type));
}

}  // namespace weft
