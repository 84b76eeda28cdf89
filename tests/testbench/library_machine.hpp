// A torus of iWarp cells that run programs of the run-time library in assembly: its memory and its
// routes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/iwarp/header_word.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {

inline const std::string library_folder = std::string(WEFT_SOURCE_DIR) + "/platforms/programs";

/// A torus of cells with the channels that the library needs, and a program unless that is empty. A
/// column of two cells has no ring: the second answers upwards.
inline std::string library_torus(unsigned width, unsigned height, const std::string& program,
                                 const std::string& more, const std::string& level) {
  const bool two_high = height == 2;
  return fmt::format(
      "network:\n"
      "  topology: torus\n"
      "  shape: {}x{}\n"
      "  cell:\n"
      "    type: iwarp\n"
      "    output_pools: {{x_right: [0, 1, 2, 3], y_up: [0, 1, 2{}], x_left: [0, 1, 2, 3], "
      "y_down: [0, 1, 2, 3]}}\n"
      "    input_channels: {{x_left: 4, y_down: {}, x_right: 4, y_up: 4}}\n"
      "{}"
      "    {}\n"
      "level: {}\n",
      width, height, two_high ? ", 3" : "", two_high ? 4 : 3,
      program.empty() ? "" : fmt::format("    program: {}\n", program), more, level);
}

inline std::string torus_sizes(unsigned width, unsigned height) {
  return fmt::format("width: {}, height: {}", width, height);
}

struct LibraryMachine {
  LibraryMachine(const TemporaryFolder& folder, const std::string& name, const std::string& yaml)
      : platform(resolve(load_netlist(folder.write(name + ".yaml", yaml)))),
        system(name.c_str(), platform),
        programs(system) {}

  double value(const std::string& name) const {
    return value_of(programs.report(sc_core::sc_time_stamp().value()), name);
  }
  std::uint32_t word(std::size_t cell, const std::string& label, std::size_t place = 0) {
    const auto at = cells_of(platform)[0].program->symbols.at(label);
    const auto address = at + 4 * static_cast<std::uint32_t>(place);
    return cells_of(system)[cell].core->memory().peek(address);
  }

  Platform platform;
  System system;
  AssemblyPrograms programs;
};

inline void run_library(Time duration) {
  sc_core::sc_start(sc_core::sc_time::from_value(duration));
}

/// Word i from cell s to cell d is s * 2^20 + 2 d + i.
inline void expect_all_words(LibraryMachine& machine, std::size_t words) {
  const std::size_t cells = cells_of(machine.platform).size();
  for (std::size_t to = 0; to < cells; ++to) {
    for (std::size_t from = 0; from < cells; ++from) {
      if (from == to) continue;
      for (std::size_t i = 0; i < words; ++i) {
        ASSERT_EQ(machine.word(to, "came", from * words + i), (from << 20U) + 2 * to + i)
            << "word " << i << " from " << from << " to " << to;
      }
    }
  }
}

/// A logical channel of a route: the cell that it leaves, bus and pool.
using RouteChannel = std::array<unsigned, 3>;

/// Between two cells there is one bus each way, and none that closes a ring.
inline bool has_bus(Bus bus, unsigned x, unsigned width, unsigned y, unsigned height) {
  switch (bus) {
    case Bus::x_right: return width > 2 || x == 0;
    case Bus::x_left: return width > 2 || x == 1;
    case Bus::y_down: return height > 2 || y == 0;
    case Bus::y_up: return height > 2 || y == 1;
  }
  return false;
}

/// The channels of a route as the agents would take it, to where it ends.
inline std::pair<std::vector<RouteChannel>, unsigned> walk_route(LibraryMachine& machine,
                                                                 unsigned from, unsigned to,
                                                                 unsigned width, unsigned height) {
  const std::size_t route = to * 8;
  auto bus = static_cast<Bus>(machine.word(from, "routes", route));
  std::vector<RouteChannel> channels;
  unsigned x = from % width;
  unsigned y = from / width;
  for (unsigned i = 0; i < machine.word(from, "routes", route + 1); ++i) {
    const HeaderWord header = decode_header(machine.word(from, "routes", route + 2 + i));
    do {
      channels.push_back({y * width + x, index_of(bus), header.pool});
      EXPECT_TRUE(has_bus(bus, x, width, y, height)) << from << " to " << to;
      if (bus == Bus::x_right) x = (x + 1) % width;
      if (bus == Bus::x_left) x = (x + width - 1) % width;
      if (bus == Bus::y_down) y = (y + 1) % height;
      if (bus == Bus::y_up) y = (y + height - 1) % height;
    } while (y * width + x != header.address);
    bus = header.direction;
  }
  return {channels, y * width + x};
}

}  // namespace weft::test
