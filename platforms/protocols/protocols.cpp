#include "platforms/protocols/protocols.hpp"

namespace weft {

const JoinTable& join_table() {
  static const JoinTable table = [] {
    JoinTable made;
    for (const auto add :
         {add_dslink, add_iwarp_bus, add_hypercube_link, add_memory_socket, add_node_link})
      add(made);
    return made;
  }();
  return table;
}

}  // namespace weft
