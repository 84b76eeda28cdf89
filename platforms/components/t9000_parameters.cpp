#include "platforms/components/t9000_parameters.hpp"

#include <algorithm>
#include <stdexcept>

#include "platforms/processors.hpp"

namespace weft {

T9000Parameters t9000_parameters(const Platform& platform, std::size_t component) {
  auto parameters = platform.components.at(component).parameters->to_struct<T9000Parameters>();
  const auto index = processor_of(platform, component);
  if (!index) throw std::logic_error("not a t9000");
  const Processor& processor = processors_of(platform)[*index];
  const HeaderScheme& headers = headers_of(platform);
  parameters.links = std::max(1U, processor.links);  // one that leads nowhere, if it has none
  parameters.header_bytes = headers.header_bytes;
  parameters.addressing = headers.addressing;
  parameters.min_header = processor.min_header;
  parameters.max_header = processor.max_header;
  parameters.contention = platform.contention;
  return parameters;
}

}  // namespace weft
