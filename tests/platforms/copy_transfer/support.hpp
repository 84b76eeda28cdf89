// Expressions, machines and errors of the copy-transfer model, for its tests.
#pragma once

#include <string>
#include <string_view>

#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/copy_transfer/machine.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft::copy_transfer {

/// As typed on the command line.
inline Expression expression_of(std::string_view text) {
  return parse_expression(text, place_of("EXPRESSION"));
}

inline Machine machine_of(std::string_view yaml) {
  return read_machine(parse_tree(yaml, "m.yaml"), "m.yaml");
}

/// "t3d" or "paragon".
inline Machine ready_machine(const std::string& name) {
  return load_machine(std::string(WEFT_SOURCE_DIR) + "/platforms/machines/" + name + ".yaml");
}

inline double rate_of(std::string_view text, const Machine& machine) {
  return estimate(expression_of(text), machine).rate;
}

/// What the InputError of a call says; "" if there is none.
template <typename Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// A machine with round figures.
inline const std::string round_machine =
    "name: round\n"
    "figures:\n"
    "  - source: made up\n"
    "    transfers: {1C1: 100 MB/s, 1C64: 50 MB/s, 64C1: 25 MB/s, wC1: 20 MB/s, 1S0: 80 MB/s,\n"
    "                wS0: 40 MB/s, 0R1: 60 MB/s, 0D1: 90 MB/s, Nd@1: 120 MB/s, Nd@2: 60 MB/s}\n";

}  // namespace weft::copy_transfer
