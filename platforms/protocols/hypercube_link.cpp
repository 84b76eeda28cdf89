#include "platforms/protocols/hypercube_link.hpp"

#include "platforms/protocols/protocols.hpp"

namespace weft {
namespace {

JoinedViews join_nodes(HypercubeEnd& from, HypercubeEnd& to, const Joint&, JoinContext&) {
  from.link->out.bind(to.link->in);
  to.link->out.bind(from.link->in);
  return {from.view, to.view, {}};
}

}  // namespace

void add_hypercube_link(JoinTable& table) {
  table.add("hypercube_link", Level::packet, Level::packet, join_nodes);
}

}  // namespace weft
