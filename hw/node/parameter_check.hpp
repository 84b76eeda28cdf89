// Which parameters of a node are sound.
#pragma once

#include "hw/node/parameters.hpp"

namespace weft {

/// Throws ParameterError for a cache whose lines do not fill its ways evenly.
void check_cache(const CacheParameters& parameters, unsigned line_bytes);
/// Throws ParameterError for a queue without entries, that never drains, or whose entries are not 8
/// to 64 bytes, a power of two.
void check_parameters(const WriteQueueParameters& parameters);
/// Throws ParameterError for a processor that can load nothing, or indices of another size.
void check_parameters(const ProcessorParameters& parameters);
/// Throws ParameterError for a port without link or room.
void check_parameters(const PortParameters& parameters);
/// Throws ParameterError for packets of no or too many words.
void check_parameters(const EngineParameters& parameters);
/// Throws ParameterError for a network without routers, nodes, links or buffers, or of more than
/// 65,536 nodes.
void check_parameters(const NetworkParameters& parameters);
/// Throws ParameterError for a part that is not sound, a clock that stands still, no processor.
void check_parameters(const NodeParameters& parameters);

}  // namespace weft
