// The workload types, as registered. Their programs are the testbench's.
#pragma once

#include "platforms/registry/component_type.hpp"

namespace weft {

ComponentType no_workload_type();
ComponentType stream_type();
ComponentType random_traffic_type();
ComponentType boundary_exchange_type();
ComponentType synthetic_type();

}  // namespace weft
