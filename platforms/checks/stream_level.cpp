#include "platforms/checks/stream_level.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

bool at_stream(const Component& component) { return component.level == Level::stream; }

void check_links(const Platform& platform) {
  Time bit_time = 0;
  for (const LinkSpec& link : platform.links) {
    const Component& from = platform.components[link.from.component];
    const Component& to = platform.components[link.to.component];
    if (!at_stream(from) && !at_stream(to)) continue;
    if (from.level != to.level) {
      throw InputError(at_stream(to) ? to.place : from.place,
                       fmt::format("a link between '{}' at level {} and '{}' at level {}",
                                   from.name, name_of(from.level), to.name, name_of(to.level)),
                       "expected both ends at level stream, or neither");
    }
    const Time own = dslink_parameters(link).bit_time;
    if (bit_time != 0 && own != bit_time) {
      throw InputError(link.place,
                       fmt::format("a link of {} a bit at level stream, and others of {}",
                                   time_text(own), time_text(bit_time)),
                       "expected links of one rate");
    }
    bit_time = own;
  }
}

void check_headers(const Platform& platform, std::size_t index) {
  const auto& links = platform.routers.at(index).per_link;
  const bool changes = std::any_of(links.begin(), links.end(), [](const C104LinkParameters& link) {
    return link.random_header || link.delete_header;
  });
  if (!changes) return;
  throw InputError(platform.components[index].place,
                   fmt::format("headers that change at '{}', which is at level stream",
                               platform.components[index].name),
                   "expected another level, or a routing without random headers");
}

}  // namespace

void check_stream_level(const Platform& platform) {
  check_links(platform);
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    const Component& component = platform.components[i];
    if (at_stream(component) && is_c104(component)) check_headers(platform, i);
  }
}

}  // namespace weft
