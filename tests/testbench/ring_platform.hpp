// Platforms that can deadlock.
#pragma once

#include <string>

#include <fmt/format.h>

namespace weft::test {

/// Four C104s in a ring of width 1, a T9000 at each, everything routed one way round; packets
/// longer than the buffers between two of them.
inline std::string ring_platform() {
  std::string components;
  std::string links;
  for (unsigned i = 0; i < 4; ++i) {
    std::string table;
    for (unsigned to = 0; to < 4; ++to) {
      table += fmt::format("{{to: {}, links: link{}}}, ", 4 * (to + 1), to == i ? 0 : 1);
    }
    components += fmt::format("  r{0}: {{type: c104, links: 3, intervals: [{1}]}}\n", i, table);
    links += fmt::format("  - {{from: p{0}.link0, to: r{0}.link0}}\n", i);
    links += fmt::format("  - {{from: r{0}.link1, to: r{1}.link2}}\n", i, (i + 1) % 4);
  }
  for (unsigned i = 0; i < 4; ++i) components += fmt::format("  p{}: {{type: t9000}}\n", i);
  return "routing: {deadlock: allowed}\ndefaults: {t9000: {packet_bytes: 512}}\ncomponents:\n" +
         components + "links:\n" + links;
}

}  // namespace weft::test
