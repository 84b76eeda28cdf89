// The maps of a platform file that always have the same keys: what they are and what may stand in
// them. The schema, the reference page and `weft describe` are made from these.
#pragma once

#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

ComponentType platform_section();
ComponentType network_section();
ComponentType processors_at_section();
ComponentType edge_width_section();
ComponentType network_part_section();
ComponentType component_section();
ComponentType link_section();
ComponentType group_section();
ComponentType routing_section();
ComponentType workload_section();
ComponentType run_section();
ComponentType until_section();
ComponentType fault_section();
ComponentType interval_section();
ComponentType link_settings_section();
ComponentType random_header_section();
ComponentType input_channels_section();
ComponentType output_pools_section();

/// All of them.
std::vector<ComponentType> section_types();

}  // namespace weft
