// The interval tables of the C104s of a platform.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "hw/common/time.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// An interval table, and where it was written; generated ones have the place of the network.
struct RoutingTable {
  IntervalTable intervals;
  Place place;
  /// By interval, false where it is shorter: this one discards because of a fault, so that the pair
  /// of processors cannot reach each other, which is no error.
  std::vector<bool> faulty = {};
  /// By interval, where its links were written; none of a generated one.
  std::vector<Place> links_at = {};
};

/// The interval tables of one C104; inputs that are alike share a table.
struct RouterTables {
  std::vector<RoutingTable> tables;
  std::vector<std::size_t> table_of_link;    ///< By link, into `tables`.
  std::vector<C104LinkParameters> per_link;  ///< By link; their `intervals` are left empty.
  /// By link, output side, false where it is shorter: an escape channel (see escape_links.hpp). It
  /// is no hardware: it tells the check for deadlock what the tables are meant to do.
  std::vector<bool> escape = {};
  /// By link, none where it is shorter: the partition that it is part of (partitions.hpp).
  std::vector<std::string> partition = {};
};

/// Tables that routers get in the run, when links have died.
struct TableRewrite {
  Time at = 0;                                  ///< ps
  Time fault = 0;                               ///< When the links died that they avoid.
  std::map<std::size_t, RouterTables> routers;  ///< By component, as tables_of.
};

/// What a platform notes of its C104s.
struct SwitchTables {
  std::map<std::size_t, RouterTables> routers;  ///< By component, each C104.
  std::vector<TableRewrite> rewrites;           ///< By time.
};

/// See SwitchTables::routers.
const std::map<std::size_t, RouterTables>& tables_of(const Platform& platform);
/// See SwitchTables::rewrites.
const std::vector<TableRewrite>& rewrites_of(const Platform& platform);
/// With `per_link` filled in, tables included. Throws std::out_of_range unless it is a c104.
C104Parameters c104_parameters(const Platform& platform, std::size_t component);

}  // namespace weft
