// Parameters of the topologies: the keys beside `network: {topology: ...}`.
#pragma once

#include <string>

#include "platforms/registry/parameter.hpp"

namespace weft {

struct MeshParameters {
  Shape shape;
};
struct TorusParameters {
  Shape shape;
};
struct HypercubeParameters {
  unsigned dimensions = 0;  ///< 0: `shape` is given instead.
  Shape shape;
};
struct RingParameters {
  unsigned nodes = 0;
};
struct ExpressCubeParameters {
  Shape shape;
  unsigned interval = 4;  ///< Hops that an express link saves, and one.
  bool wraps = false;
};
struct HexagonParameters {
  Shape shape;
};
struct StarParameters {
  unsigned nodes = 0;
};
struct FullyConnectedParameters {
  unsigned nodes = 0;
};
struct TreeParameters {
  unsigned arity = 0;
  unsigned levels = 0;
};
struct ClosParameters {
  unsigned leaves = 0;
  unsigned spines = 0;
};
struct GraphParameters {
  std::string file;
};

}  // namespace weft
