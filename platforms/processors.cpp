#include "platforms/processors.hpp"

#include <algorithm>

namespace weft {

const std::vector<Processor>& processors_of(const Platform& platform) {
  return platform.parts.get<Processors>().list;
}

const HeaderScheme& headers_of(const Platform& platform) {
  return platform.parts.get<Processors>().headers;
}

const std::vector<UnreachablePair>& unreachable_of(const Platform& platform) {
  return platform.parts.get<Processors>().unreachable;
}

std::optional<std::size_t> processor_of(const Platform& platform, std::size_t component) {
  const auto& index = platform.parts.get<Processors>().index;
  const auto found = index.find(component);
  if (found == index.end()) return {};
  return found->second;
}

bool can_talk(const Platform& platform, std::size_t processor, std::size_t other, Time at) {
  const std::vector<UnreachablePair>& unreachable = unreachable_of(platform);
  const auto is_unreachable = [&unreachable, at](std::size_t from, std::size_t to) {
    const auto found =
        std::lower_bound(unreachable.begin(), unreachable.end(), UnreachablePair{from, to, 0});
    return found != unreachable.end() && found->source == from && found->destination == to &&
           found->since <= at;
  };
  return !is_unreachable(processor, other) && !is_unreachable(other, processor);
}

}  // namespace weft
