// A platform with everything decided: what elaboration makes modules from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/common/contention.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/parameters.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform_parts.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// A component of a platform. Components that are alike share their values.
struct Component {
  std::string name;  ///< "node[3,2].router"
  const ComponentType* type = nullptr;
  Level level = Level::token;
  std::shared_ptr<const ParameterValues> parameters;
  Place place;

  bool is(Part part) const { return type->is(part); }
};

/// A port of a component: `link<port>` of `components[component]`.
struct LinkEnd {
  std::size_t component = 0;
  unsigned port = 0;

  friend bool operator==(const LinkEnd&, const LinkEnd&) = default;
};

/// One bidirectional link. A fat link is several of them in a row.
struct LinkSpec {
  LinkEnd from;
  LinkEnd to;
  std::shared_ptr<const ParameterValues> parameters;  ///< Of the type `dslink`, or a family's own.
  Place place;
};

/// A bus, one way: from an output to an input. See PortInfo::one_way.
struct BusSpec {
  LinkEnd from;
  LinkEnd to;
  Place place;
  Time cut_at = never;  ///< A fault, ps; at 0 it is not there.

  bool whole_at(Time time) const { return time < cut_at; }
};

/// How a picture shows the routers of a network.
enum class Arrangement : std::uint8_t {
  free,       ///< By the layout of a graph.
  grid,       ///< By coordinates: mesh, torus, hypercube, express cube.
  hexagonal,  ///< By coordinates, each row half a place further.
  ring,       ///< On a circle, in order.
  star,       ///< The first in the middle, the others around it.
  levels,     ///< In rows by `RouterPosition::level`: trees, Clos networks.
};

/// Where a router stands in its network.
struct RouterPosition {
  std::size_t component = 0;
  std::vector<unsigned> coordinates;  ///< x first; those of `grid` and `hexagonal`, else empty.
  unsigned level = 0;                 ///< 0 is nearest to the processors.
};

/// The generated network of a platform, as pictures and reports name it.
struct NetworkPlan {
  std::string topology;  ///< "torus"; empty without a generated network.
  std::string routing;   ///< "dimension_order"
  Arrangement arrangement = Arrangement::free;
  std::vector<RouterPosition> routers;
};

/// The workload and its parameters.
struct WorkloadSpec {
  const ComponentType* type = nullptr;
  std::shared_ptr<const ParameterValues> parameters;
  Place place;
};

/// Where the warm-up of a run that stops by a confidence interval comes from.
enum class Transient : std::uint8_t { find, warm_up };

/// A run that goes on until a mean is known well enough. Times in ps.
struct StopSpec {
  std::string measure;     ///< Name of a reported mean or rate.
  double within = 1;       ///< Half of the width of the interval, in percent of the mean.
  double confidence = 95;  ///< Of the interval, percent.
  Time sample = 0;         ///< Between two looks at the measure; never 0 once resolved.
  Time batch = 0;          ///< Length of a batch; 0: chosen by how samples correlate.
  Time at_most = 0;        ///< Length of the whole run; never 0 once resolved.
  Transient transient = Transient::find;
  bool transient_lost = false;  ///< It was looked for, and not seen to end.
  Place place;                  ///< Of the measure.
};

/// How long to run. Times in ps.
struct RunSpec {
  Time duration = 100 * microsecond;  ///< Of the whole run; the least with `until`.
  Time warm_up = 0;                   ///< Before statistics count; the least with `until`.
  std::optional<StopSpec> until;
  Time watchdog = 100 * microsecond;  ///< Between two looks for a deadlock; 0 for none.
};

/// A link that dies: its cable is cut.
struct FaultSpec {
  std::size_t link = 0;  ///< In Platform::links.
  Time at = 0;           ///< ps; at 0 it was never whole.
  Place place;
};

/// A resolved and checked platform. Nothing in it refers to the netlist.
struct Platform {
  std::shared_ptr<const Registry> types;  ///< That it was resolved with; they live as long as it.
  std::string name;
  std::uint64_t seed = 1;
  RunSpec run;
  Contention contention = Contention::full;
  bool deadlock_allowed = false;  ///< `routing: {deadlock: allowed}`
  NetworkPlan plan;
  Shape shape;  ///< Of a network that is a grid with one processor at each node; else empty.
  std::vector<Component> components;  ///< Of the network, node by node (x fastest), then by hand.
  std::vector<LinkSpec> links;
  std::vector<BusSpec> busses;
  std::vector<FaultSpec> faults;  ///< Each link at most once, in the order of `links`.
  WorkloadSpec workload;
  std::unordered_map<std::string, std::size_t> component_index;  ///< By name.
  PlatformParts parts;                                           ///< What families note of it.

  /// Index of the component with this name.
  std::optional<std::size_t> find(std::string_view component_name) const;
};

/// Resolves and checks a netlist. Throws InputError.
Platform resolve(const Netlist& netlist, std::shared_ptr<const Registry> types);

/// Of both ends of a link.
DsLinkParameters dslink_parameters(const LinkSpec& link);

/// The same of each end, with what is of one end or one direction only.
struct DsLinkEnds {
  DsLinkParameters from;
  DsLinkParameters to;
};
DsLinkEnds dslink_ends(const ParameterValues& link);

}  // namespace weft
