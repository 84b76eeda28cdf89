// The interval tables of a platform as a graph that headers can be walked through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw/c104/interval_table.hpp"
#include "platforms/checks/range_set.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/routing/connections.hpp"

namespace weft {

inline constexpr std::size_t no_table = std::numeric_limits<std::size_t>::max();

/// Where a packet can get to in one hop.
struct HeaderArrival {
  std::size_t component = 0;
  std::size_t table = no_table;  ///< Of all routers' tables; no_table at anything but a router.
  const C104LinkParameters* random_header = nullptr;  ///< One is put in front there.
  bool header_deleted = false;                        ///< On leaving.

  friend bool operator==(const HeaderArrival&, const HeaderArrival&) = default;
};

/// One interval of a table of a router.
struct WalkWay {
  std::uint32_t limit = 0;
  IntervalAction action = IntervalAction::route;
  std::vector<HeaderArrival> arrivals;  ///< Each once.
  unsigned unconnected_link = 0;        ///< Valid if `is_unconnected`.
  bool is_unconnected = false;
  bool is_faulty = false;  ///< Discards because of a fault, which is no error.
};

/// An interval table of a router.
struct WalkTable {
  std::size_t component = 0;
  const Place* place = nullptr;
  std::vector<WalkWay> ways;
};

/// All tables of all routers of a platform, which must outlive them.
class WalkTables {
 public:
  explicit WalkTables(const Platform& platform);

  std::size_t size() const { return tables_.size(); }
  const WalkTable& operator[](std::size_t table) const { return tables_[table]; }
  /// Where the packets of a processor, by its index in processors_of, enter.
  const std::vector<HeaderArrival>& entries(std::size_t processor) const {
    return entries_[processor];
  }
  /// The headers from `first` to `last` in ranges that no table divides.
  std::vector<HeaderRange> alike(std::uint32_t first, std::uint32_t last) const;

 private:
  void make_tables();
  WalkWay way(std::size_t component, const Interval& interval) const;
  HeaderArrival arrival_at(const LinkEnd& end) const;
  std::vector<HeaderArrival> entries_of(const Processor& processor) const;
  void collect_limits();

  const Platform* platform_;
  Connections connections_;
  std::vector<std::size_t> first_table_;  // by component
  std::vector<WalkTable> tables_;
  std::vector<std::uint32_t> limits_;                // of all tables, ascending
  std::vector<std::vector<HeaderArrival>> entries_;  // by processor
};

}  // namespace weft
