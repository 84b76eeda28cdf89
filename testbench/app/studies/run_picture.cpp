#include "testbench/app/studies/run_picture.hpp"

#include <cstddef>

#include "testbench/experiments/run_result.hpp"
#include "testbench/pictures/picture.hpp"

namespace weft::app {

std::string draw_run(const Platform& platform, const RunResult& result) {
  PictureExtras extras;
  for (std::size_t i = 0; i + 1 < result.link_utilisation.size(); i += 2) {
    extras.loads.push_back({result.link_utilisation[i], result.link_utilisation[i + 1]});
  }
  for (const double utilisation : result.bus_utilisation) extras.loads.push_back({utilisation, 0});
  extras.dead_links = dead_links(platform);
  return draw_picture(platform, extras);
}

}  // namespace weft::app
