// What every routing algorithm says of a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/routing/hunt_group.hpp"
#include "platforms/routing/port_plan.hpp"
#include "platforms/topologies/topology.hpp"

namespace weft {

/// What a router does with a packet.
enum class RouteAction : std::uint8_t {
  links,        ///< Any free one of `Route::links` takes it.
  here,         ///< Its destination hangs on this router.
  unreachable,  ///< There is no way, for a fault.
};

/// Labels below `limit`, and not below the limit before it.
struct Route {
  std::size_t limit = 0;
  RouteAction action = RouteAction::links;
  HuntGroup links;
};

/// Adds a route, or moves the limit of the last one if it is the same way.
void add_route(std::vector<Route>& routes, const Route& route);

/// A routing algorithm on a topology. Routers are numbered by labels; a packet is
/// routed by the label of its destination and by the kind of input that it came in at, which is
/// just what the interval tables of C104s, one for each input link, can do.
///
/// A fat link may be split into lanes of links that packets in different states use: the place of
/// virtual channels on switches that have none.
class Routing {
 public:
  explicit Routing(const Topology& topology) : topology_(&topology) {}
  virtual ~Routing() = default;
  Routing(const Routing&) = delete;
  Routing& operator=(const Routing&) = delete;

  const Topology& topology() const { return *topology_; }

  /// Routers by label: all that have processors, others may be among them. Neighbours in it should
  /// leave most routers by the same links, so that tables are short. By default those that have
  /// processors in the order of the topology.
  virtual std::vector<std::size_t> label_order() const;

  /// For each lane 1 if the fat link in this slot has it, else 0; as many lanes for every slot,
  /// and the same at both ends of a fat link. The links are shared out evenly.
  virtual std::vector<unsigned> lanes(std::size_t router, unsigned slot) const;
  /// The order of a router's links: each lane of each slot once. By default slot by slot.
  virtual std::vector<PortBlock> port_order(std::size_t router) const;

  /// Inputs of one kind share a table; kind 0 is that of links from processors.
  virtual unsigned input_kinds() const { return 1; }
  virtual unsigned input_kind(std::size_t, unsigned /*slot*/, unsigned /*lane*/) const { return 0; }
  /// Without grouping, packets that may take any link of a hunt group are spread over its links by
  /// input link and destination, each input link with a table of its own; else by destination
  /// alone.
  virtual bool spreads_by_input() const { return false; }
  /// Lanes of the escape network, which packets never leave again; without any, all are alike.
  virtual bool is_escape(unsigned /*lane*/) const { return false; }

  /// All labels of a router at inputs of one kind, by ascending limits.
  virtual std::vector<Route> routes(const Lanes& lanes, std::size_t router,
                                    unsigned kind) const = 0;

  /// True if each packet goes to a router drawn at random first (Valiant): `random_routes` are the
  /// ways to it.
  virtual bool is_random() const { return false; }
  virtual std::vector<Route> random_routes(const Lanes&, std::size_t /*router*/) const {
    return {};
  }

 private:
  const Topology* topology_;
};

/// One that looks at each destination by itself: tables take time in proportion to their number.
class DestinationRouting : public Routing {
 public:
  explicit DestinationRouting(const Topology& topology);

  std::vector<Route> routes(const Lanes& lanes, std::size_t router, unsigned kind) const final;

 protected:
  /// The way to another router, with action `links` or `unreachable`; its limit is not looked at.
  /// `before` are the routes to the labels before it: where several ways are as good, to go on with
  /// the last of them keeps tables short.
  virtual Route next(const Lanes& lanes, std::size_t router, unsigned kind, std::size_t destination,
                     const std::vector<Route>& before) const = 0;

 private:
  mutable std::vector<std::size_t> order_;
};

}  // namespace weft
