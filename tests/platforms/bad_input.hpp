// Platforms that are good, for tests that spoil them.
#pragma once

#include <string>

#include "tests/platforms/support.hpp"

namespace weft::test {

/// Two T9000s on a link.
inline const std::string pair =
    "components:\n"
    "  a: {type: t9000}\n"
    "  b: {type: t9000}\n"
    "links:\n"
    "  - {from: a.link0, to: b.link0}\n";

/// Two T9000s on a switch.
inline const std::string star =
    "components:\n"
    "  a: {type: t9000}\n"
    "  b: {type: t9000}\n"
    "  s: {type: c104, links: 4, intervals: [{to: 2, links: link0}, {to: 4, links: link1}]}\n"
    "links:\n"
    "  - {from: a.link0, to: s.link0}\n"
    "  - {from: b.link0, to: s.link1}\n";

inline std::string with(std::string text, const std::string& what, const std::string& instead) {
  text.replace(text.find(what), what.size(), instead);
  return text;
}

/// A 2x2 mesh, and more keys of it or of the platform.
inline std::string mesh(const std::string& rest) {
  return "network:\n  topology: mesh\n  shape: 2x2\n" + rest;
}

}  // namespace weft::test
