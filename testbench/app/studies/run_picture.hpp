// The picture that `weft run --draw` writes.
#pragma once

#include <string>

namespace weft {
struct Platform;
struct RunResult;
}  // namespace weft

namespace weft::app {

/// An SVG of the platform with the loads of its links in that run.
std::string draw_run(const Platform& platform, const RunResult& result);

}  // namespace weft::app
