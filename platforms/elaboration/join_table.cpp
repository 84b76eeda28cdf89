#include "platforms/elaboration/join_table.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/ports.hpp"
#include "platforms/resolve/link_ends.hpp"

namespace weft {

JoinedViews JoinTable::join(std::any from, std::any to, const Joint& joint,
                            JoinContext& context) const {
  const Component& one = context.platform.components[joint.from.component];
  const Component& other = context.platform.components[joint.to.component];
  const std::string& protocol = port_info(*one.type, joint.from.port).protocol;
  const auto row = rows_.find({protocol, one.level, other.level});
  if (row == rows_.end()) {
    throw InputError(
        one.place,
        fmt::format("nothing joins '{}' at level {} and '{}' at level {} by {}",
                    port_name(context.platform, joint.from), name_of(one.level),
                    port_name(context.platform, joint.to), name_of(other.level), protocol));
  }
  return row->second(from, to, joint, context);
}

void JoinTable::refuse_end(const LinkEnd& where, const Platform& platform) {
  const Component& component = platform.components[where.component];
  throw InputError(
      component.place,
      fmt::format("the port '{}' of the {} is not what {} has at level {}",
                  port_name(platform, where), component.type->name,
                  port_info(*component.type, where.port).protocol, name_of(component.level)));
}

}  // namespace weft
