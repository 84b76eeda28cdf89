#include "platforms/sections/sections.hpp"

namespace weft {

std::vector<ComponentType> section_types() {
  return {platform_section(),       network_section(),       processors_at_section(),
          edge_width_section(),     network_part_section(),  component_section(),
          link_section(),           group_section(),         routing_section(),
          workload_section(),       run_section(),           until_section(),
          fault_section(),          interval_section(),      link_settings_section(),
          random_header_section(),  input_channels_section(), output_pools_section()};
}

}  // namespace weft
