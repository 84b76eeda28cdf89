// Ways that the user wrote down, one for each pair of routers.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/routing/routing.hpp"

namespace weft {

/// Routes from a file: in each line the routers that packets pass, from the first to the last, by
/// name (`.router` may be left out); `#` begins a comment. Every ordered pair of routers that have
/// processors has one line. A C104 looks at the link by which a packet came in and at its
/// destination: ways to one destination that come in by one fat link must go on together. Each fat
/// link has a table of its own. Whether such ways can deadlock, the deadlock check decides.
class SourceTables final : public DestinationRouting {
 public:
  /// `file` names the file. Throws InputError with the place in it: an unknown router, two that are
  /// not neighbours, a way through a router twice, a pair twice or missing, ways that part.
  SourceTables(const Topology& topology, const Node& file);

  unsigned input_kinds() const override { return input_kinds_; }
  unsigned input_kind(std::size_t, unsigned slot, unsigned) const override { return slot + 1; }

 private:
  using Way = std::vector<std::size_t>;

  Route next(const Lanes& lanes, std::size_t router, unsigned kind, std::size_t destination,
             const std::vector<Route>& before) const override;
  void add_way(const Way& way, const Place& place);
  unsigned slot_to(std::size_t router, std::size_t next, const Place& place) const;
  void require_all_pairs(const Place& place) const;
  std::string name(std::size_t router) const { return topology().routers[router].name; }
  std::size_t key(unsigned kind, std::size_t destination) const {
    return kind * topology().size() + destination;
  }

  struct Hop {
    unsigned slot = 0;
    Place place;  // of the line that it is from
  };
  std::vector<std::vector<std::optional<Neighbour>>> neighbours_;
  std::vector<std::unordered_map<std::size_t, Hop>> hops_;  // by router, then kind and destination
  std::vector<std::unordered_map<std::size_t, Place>> pairs_;  // by first router, then last
  unsigned input_kinds_ = 1;
};

}  // namespace weft
