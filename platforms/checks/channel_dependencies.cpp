#include "platforms/checks/channel_dependencies.hpp"

namespace weft {

Digraph channel_dependencies(const HeaderFlow& flow) {
  Digraph graph;
  for (std::size_t i = 0; i < flow.channels().count(); ++i) {
    flow.for_each_next(static_cast<ChannelId>(i), [&](ChannelId next) { graph.add_edge(next); });
    graph.end_node();
  }
  return graph;
}

}  // namespace weft
