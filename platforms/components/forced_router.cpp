#include "hw/adaptive/parameters.hpp"

#include "hw/adaptive/parameter_check.hpp"
#include "platforms/components/adaptive_parameters.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/parameter_check.hpp"

namespace weft {

ComponentType forced_router_type() {
  ComponentType type = make_type(
      TypeRole::component, "forced_router",
      "Forced router: adaptive, a packet leaves at once by any free link if need be. Up to 8192 "
      "processors.");
  describe_adaptive_router(type);
  type.check = check_values<ForcedParameters>;

  using P = ForcedParameters;
  ParameterTable<P> table;
  add_link_count(table);
  table.count("input_frames", &P::input_frames)
      .between(1, 1024)
      .help("Packets that the input side of a link holds.")
      .source("thesis 2.2.4 [NF]");
  table
      .choice("injection", &P::injection,
              {{"any", Injection::any}, {"profitable", Injection::profitable}})
      .help("Links that a packet from a processor may leave by.")
      .source("thesis 2.2.4 [NF]");
  table
      .choice("cut_through", &P::cut_through,
              {{"profitable", CutThrough::profitable}, {"any", CutThrough::any}})
      .help("Links over which a packet may leave before its tail has come in.")
      .source("thesis 2.2.4 [NF]");
  add_timing(table);
  return table.into(std::move(type));
}

}  // namespace weft
