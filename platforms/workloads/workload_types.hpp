// The workload types, as registered. Their programs are the testbench's.
#pragma once

#include "platforms/registry/component_type.hpp"

namespace weft {

ComponentType no_workload_type();
ComponentType stream_type();
ComponentType random_traffic_type();
ComponentType boundary_exchange_type();
ComponentType pathway_stream_type();
ComponentType pathway_traffic_type();
ComponentType pathway_latency_type();
ComponentType row_transfer_type();
ComponentType odd_even_sort_type();
ComponentType fft_type();
ComponentType trace_type();

}  // namespace weft
