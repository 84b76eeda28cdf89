// A platform with everything decided: what elaboration makes modules from.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/adaptive/parameters.hpp"
#include "hw/c104/parameters.hpp"
#include "hw/common/contention.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/parameters.hpp"
#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp/parameters.hpp"
#include "hw/t9000/parameters.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// A component of a platform. Components that are alike share their values.
struct Component {
  std::string name;  ///< "node[3,2].router"
  const ComponentType* type = nullptr;
  Level level = Level::token;
  std::shared_ptr<const ParameterValues> parameters;
  Place place;
};

// What a component is, by the part of its type.
bool is_t9000(const Component& component);
bool is_c104(const ComponentType& type);
bool is_c104(const Component& component);
bool is_iwarp(const Component& component);
/// A chaos_router or a forced_router.
bool is_adaptive_router(const ComponentType& type);
bool is_adaptive_router(const Component& component);

/// A port of a component: `link<port>` of `components[component]`.
struct LinkEnd {
  std::size_t component = 0;
  unsigned port = 0;

  friend bool operator==(const LinkEnd&, const LinkEnd&) = default;
};

/// One bidirectional DS-Link. A fat link is several of them in a row.
struct LinkSpec {
  LinkEnd from;
  LinkEnd to;
  std::shared_ptr<const ParameterValues> parameters;  ///< Of the type `dslink`.
  Place place;
};

/// A bus between iWarp cells: from an output bus to an input bus; the ports are numbers of a Bus.
struct BusSpec {
  LinkEnd from;
  LinkEnd to;
  Place place;
  Time cut_at = never;  ///< A fault, ps; at 0 it is not there.

  bool whole_at(Time time) const { return time < cut_at; }
};

/// Words of memory that a cell's program leaves as a result.
struct CellResult {
  std::string label;
  std::uint32_t address = 0;  ///< Of the first.
  bool is_float = false;
  std::uint32_t words = 1;
  bool is_array = false;  ///< Of so many words, be it of one.
};

/// An iWarp cell. Its index in Platform::cells is its address.
struct Cell {
  std::size_t component = 0;
  std::vector<unsigned> coordinates;  ///< x first; empty unless it is a node of the network.
  std::shared_ptr<const isa::ProgramImage> program = nullptr;  ///< Null for none.
  std::vector<CellResult> results = {};                        ///< Of the program.
};

/// A T9000 as workloads and routing see it.
struct Processor {
  std::size_t component = 0;
  std::vector<unsigned> coordinates;  ///< x first; empty unless it is a node of the network.
  std::uint32_t min_header = 0;       ///< Virtual channel c is header min_header + c.
  std::uint32_t max_header = 0;
  unsigned links = 0;  ///< Links that are connected: link0 to link<links - 1>.
};

/// An interval table, and where it was written; generated ones have the place of the network.
struct RoutingTable {
  std::vector<Interval> intervals;
  Place place;
  /// By interval, false where it is shorter: this one discards because of a fault, so that the pair
  /// of processors cannot reach each other, which is no error.
  std::vector<bool> faulty = {};
};

/// The interval tables of one C104; inputs that are alike share a table.
struct RouterTables {
  std::vector<RoutingTable> tables;
  std::vector<std::size_t> table_of_link;    ///< By link, into `tables`.
  std::vector<C104LinkParameters> per_link;  ///< By link; their `intervals` are left empty.
  /// By link, output side, false where it is shorter: an escape channel (see escape_links.hpp). It
  /// is no hardware: it tells the check for deadlock what the tables are meant to do.
  std::vector<bool> escape = {};
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

/// How headers name virtual channels on this platform.
struct HeaderScheme {
  Addressing addressing = Addressing::channel;
  unsigned header_bytes = 1;
  unsigned channels = 0;  ///< Virtual channels of a processor: channel = index of the other one.
  std::uint32_t random_base = 0;  ///< Random headers (Valiant) begin here, behind all others.
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

/// Tables that routers get in the run, when links have died.
struct TableRewrite {
  Time at = 0;                                  ///< ps
  Time fault = 0;                               ///< When the links died that they avoid.
  std::map<std::size_t, RouterTables> routers;  ///< By component, as Platform::routers.
};

/// Two processors of which the second cannot be reached from the first; indices in `processors`.
struct UnreachablePair {
  std::size_t source = 0;
  std::size_t destination = 0;
  Time since = 0;  ///< ps

  friend auto operator<=>(const UnreachablePair&, const UnreachablePair&) = default;
};

/// A resolved and checked platform. Nothing in it refers to the netlist.
struct Platform {
  std::shared_ptr<const Registry> types;  ///< That it was resolved with; they live as long as it.
  std::string name;
  std::uint64_t seed = 1;
  RunSpec run;
  HeaderScheme headers;
  Contention contention = Contention::full;
  bool deadlock_allowed = false;  ///< `routing: {deadlock: allowed}`
  NetworkPlan plan;
  Shape shape;  ///< Of a network that is a grid with one processor at each node; else empty.
  std::vector<Component> components;  ///< Of the network, node by node (x fastest), then by hand.
  std::vector<LinkSpec> links;
  std::vector<BusSpec> busses;
  std::vector<Cell> cells;        ///< In the order of their components.
  std::vector<FaultSpec> faults;  ///< Each link at most once, in the order of `links`.
  /// In the order of their headers, unless those were given by hand: nodes of the network by their
  /// label, each with the T9000s that hang on its router, then all others as they are written.
  std::vector<Processor> processors;
  std::map<std::size_t, RouterTables> routers;  ///< By component, each C104.
  std::vector<TableRewrite> rewrites;           ///< By time.
  std::vector<UnreachablePair> unreachable;     ///< For faults; each pair once, in order.
  WorkloadSpec workload;
  std::unordered_map<std::string, std::size_t> component_index;  ///< By name.
  std::unordered_map<std::size_t, std::size_t> processor_index;  ///< By component.
  std::unordered_map<std::size_t, std::size_t> cell_index;       ///< By component.

  /// Index of the component with this name.
  std::optional<std::size_t> find(std::string_view component_name) const;
  /// Index in `processors` of a component that is a T9000.
  std::optional<std::size_t> processor_of(std::size_t component) const;
  /// Index in `cells`, the address, of a component that is an iwarp.
  std::optional<std::size_t> cell_of(std::size_t component) const;
  /// Can messages and their acknowledgements pass between two processors at a time, whatever links
  /// are dead then? By default to the end of the run.
  bool can_talk(std::size_t processor, std::size_t other, Time at = never) const;
};

/// Resolves and checks a netlist. Throws InputError.
Platform resolve(const Netlist& netlist, std::shared_ptr<const Registry> types);

// What elaboration passes to the modules.

/// With `links` as connected, header range and header bytes as resolved. Throws std::logic_error
/// unless the component is a t9000.
T9000Parameters t9000_parameters(const Platform& platform, std::size_t component);
/// With `per_link` filled in, tables included. Throws std::logic_error unless it is a c104.
C104Parameters c104_parameters(const Platform& platform, std::size_t component);
/// With the address. Throws std::logic_error unless it is an iwarp.
IwarpParameters iwarp_parameters(const Platform& platform, std::size_t component);
/// A bus from one iwarp to another.
struct PathwayBus {
  const BusSpec* bus = nullptr;
  unsigned from = 0;  ///< Address
  unsigned to = 0;
};
/// In the order of Platform::busses; without those that lead to a component of another kind, or
/// from one.
std::vector<PathwayBus> busses_between_cells(const Platform& platform);
/// Of both ends.
DsLinkParameters dslink_parameters(const LinkSpec& link);

}  // namespace weft
