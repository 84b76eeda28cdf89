#include "platforms/checks/deadlock_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "platforms/components/c104_tables.hpp"

namespace weft {

std::string range_text(HeaderRange range) {
  return range.first == range.last ? fmt::format("header {}", range.first)
                                   : fmt::format("headers {}..{}", range.first, range.last);
}

std::string cycle_text(const Channels& channels, const std::vector<ChannelId>& cycle) {
  constexpr std::size_t most_shown = 8;
  const std::size_t shown = std::min(cycle.size(), most_shown);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("{} -> ", channels.name(cycle[i]));
  }
  if (shown < cycle.size()) text += fmt::format("... ({} more) -> ", cycle.size() - shown);
  return text + channels.name(cycle.front());
}

const Place& table_place(const Channels& channels, ChannelId channel) {
  const LinkEnd end = channels.to(channel);
  const RouterTables& router = *channels.router(end.component);
  return router.tables[router.table_of_link[end.port]].place;
}

}  // namespace weft
