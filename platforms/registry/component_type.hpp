// A registered type of component, link, workload, topology or routing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "platforms/registry/parameter.hpp"
#include "platforms/registry/parameter_values.hpp"

namespace weft {

class ComponentInstance;
struct BusSpec;
struct MakeContext;
struct PlacedComponent;
struct Platform;
struct RoutingRequest;
struct Topology;
struct TopologyRequest;
class Routing;
class System;
class Workload;

namespace rtl {
struct Plugin;
}  // namespace rtl

/// Levels of abstraction, from pins to packets.
enum class Level : std::uint8_t { rtl, signal, word, token, stream, packet };

/// From pins to packets.
inline constexpr std::array all_levels{Level::rtl,   Level::signal, Level::word,
                                       Level::token, Level::stream, Level::packet};

std::string_view name_of(Level level);
/// Links there carry whole packets: they have no wires, bit errors or faults.
constexpr bool is_of_packets(Level level) {
  return level == Level::stream || level == Level::packet;
}
/// Throws InputError with the names of all levels.
Level read_level(const Node& node);

/// What a type is for, and so where it may stand in a netlist.
enum class TypeRole : std::uint8_t {
  component,  ///< `components:` and generated networks.
  link,       ///< `links:`.
  workload,   ///< `workload:`.
  topology,   ///< `network: {topology: ...}`, with its own keys beside.
  routing,    ///< `routing: {algorithm: ...}`, likewise.
  section,    ///< The keys that a map always has: `platform` itself, `network`, `run`, a link.
};

std::string_view name_of(TypeRole role);

/// What routing, workloads and checks take a component for.
enum class Part : std::uint8_t {
  other,            ///< They know nothing of it: what it gets and sends is its own.
  processor,        ///< Packets begin and end there; headers name its virtual channels.
  table_router,     ///< Routes by interval tables.
  adaptive_router,  ///< Knows by itself which links are nearer to a processor.
  cell,             ///< Has an address in an array of busses; programs run on it.
};

/// Makes the module of a component below the present one, see platforms/elaboration.
using ComponentFactory = std::function<std::unique_ptr<ComponentInstance>(const MakeContext&)>;
/// See platforms/checks/placed_component.hpp.
using ComponentCheck = std::function<void(const PlacedComponent&)>;

/// What makes the modules of a type.
struct ComponentModules {
  std::map<Level, ComponentFactory> factories;  ///< Of each level that can be run.
  /// Checks that ask what makes the module, as RTL that may not be there; as
  /// ComponentType::check_placed, and behind it.
  ComponentCheck check;
};

/// A family of ports: `link0`, `link1`, ... as many as the parameter `count_parameter` says; or,
/// where that is empty, one port by the name of the stem.
struct PortInfo {
  std::string stem;             ///< "link", "x_right"
  std::string count_parameter;  ///< "links"
  std::string protocol;         ///< "dslink": only ports of one protocol can be linked.
  std::string help;
  /// It is two busses, one out and one in, that need not lead to the same component: the output
  /// where a link says `from`, the input where it says `to`.
  bool one_way = false;
  /// At `packet` its receiver has room for a number of packets, whatever their lengths.
  bool by_frames = false;
};

/// Something that can be traced.
struct ObservableInfo {
  std::string name;    ///< May have a `{n}`: one for each port.
  unsigned width = 1;  ///< Bits.
  std::string help;
};

/// Of a section: a key that names a type, whose parameters stand beside it.
struct TypeChoice {
  std::string key;  ///< "type", "topology", "algorithm"
  TypeRole role = TypeRole::component;
  bool required = true;
};

/// What a routing algorithm is made by, and for which networks.
struct RoutingMaker {
  /// Empty for any network.
  std::function<bool(const Topology& topology)> fits;
  bool without_tables = false;  ///< For routers that find their ways without (Topology::adaptive).
  bool routes_around = false;   ///< It looks for ways around dead edges.
  /// Throws InputError for bad parameters.
  std::function<std::unique_ptr<Routing>(const RoutingRequest& request)> make;
};

/// Everything that Weft knows about a type; what `weft describe` prints, as text, as JSON and as
/// the reference page, is made from it.
struct ComponentType {
  std::string name;
  TypeRole role = TypeRole::component;
  std::string help;  ///< One line.
  Part part = Part::other;
  std::vector<Level> levels;
  /// Its links are beside the network: where a platform passes packets on it is at token, and
  /// beside Verilog at signal.
  bool beside_network = false;
  ComponentModules modules;  ///< Of a component; none of them for one that is only checked.
  std::vector<ParameterInfo> parameters;
  std::vector<PortInfo> ports;
  std::vector<ObservableInfo> observables;
  std::optional<TypeChoice> choice;  ///< Of a section.
  std::string beside;                ///< Of a section: the type whose parameters it takes too.
  /// The plain struct that the parameters are bound to.
  std::type_index parameter_struct = std::type_index(typeid(void));
  /// Checks that concern several parameters at once; throws InputError. May be empty.
  std::function<void(const ParameterValues& values)> check;
  /// What a platform notes of a component as soon as it is there, see PlatformParts; throws
  /// InputError. May be empty.
  std::function<void(Platform& platform, std::size_t component)> enter;
  /// Checks of a bus that begins at a component of this type; throws InputError. May be empty.
  std::function<void(const Platform& platform, const BusSpec& bus)> check_bus;
  /// Checks of a component where it stands: its level, links and tables; throws InputError. May be
  /// empty.
  ComponentCheck check_placed;
  /// Checks of a workload against the platform that it shall run on. May be empty.
  std::function<void(const ParameterValues& values, const Platform& platform)> check_on;
  /// Of a workload: its programs on a system, ready to start; empty for `none`. See
  /// make_workload_of.
  std::function<std::unique_ptr<Workload>(System& system, const ParameterValues& values)>
      make_workload;
  /// Of a topology. Throws InputError: a size that is missing, contradicts another or is too large.
  std::function<Topology(const TopologyRequest& request)> make_topology;
  RoutingMaker routing;              ///< Of a routing algorithm.
  const rtl::Plugin* rtl = nullptr;  ///< Of a component in a user's RTL: what makes it.

  bool is(Part one) const { return part == one; }
  const ParameterInfo* find_parameter(std::string_view parameter) const;
  std::vector<std::string> parameter_names() const;
  /// Of a section: its choice and its parameters.
  std::vector<std::string> keys() const;
  bool has_level(Level level) const;
  /// One more level, and what makes the modules there.
  void add_level(Level level, ComponentFactory factory);
};

/// Without anything else yet; see ParameterTable::into.
ComponentType make_type(TypeRole role, std::string name, std::string help);

}  // namespace weft
