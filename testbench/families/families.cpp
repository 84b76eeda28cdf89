#include "testbench/families/families.hpp"

#include <utility>

namespace weft {

std::vector<Family> families() {
  return {
#define WEFT_MAKE(name) name##_family(),
      WEFT_FAMILIES(WEFT_MAKE)
#undef WEFT_MAKE
  };
}

std::vector<std::unique_ptr<WaveSource>> wave_sources(const System& system,
                                                      const ProgramPositions& positions) {
  std::vector<std::unique_ptr<WaveSource>> sources;
  for (const Family& family : families()) {
    if (!family.waves) continue;
    for (auto& source : family.waves(system, positions)) sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace weft
