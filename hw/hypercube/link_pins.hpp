// The pins of a link of a packet chip.
#pragma once

#include <ostream>
#include <string>

#include <systemc>

#include "hw/hypercube/link_lines.hpp"

namespace weft {

std::ostream& operator<<(std::ostream& out, const HypercubeForthLevels& levels);
void sc_trace(sc_core::sc_trace_file* file, const HypercubeForthLevels& levels,
              const std::string& name);
std::ostream& operator<<(std::ostream& out, const HypercubeBackLevels& levels);
void sc_trace(sc_core::sc_trace_file* file, const HypercubeBackLevels& levels,
              const std::string& name);

/// The lines of one direction of a link: those of each end are one signal, so that a tick costs two
/// updates.
struct HypercubeWires {
  sc_core::sc_signal<HypercubeForthLevels> forth{sc_core::sc_gen_unique_name("forth")};
  sc_core::sc_signal<HypercubeBackLevels> back{sc_core::sc_gen_unique_name("back")};
};

/// Both directions of a link at a chip.
struct HypercubeLinkPins {
  /// `name` is that of the link: "link0".
  explicit HypercubeLinkPins(const std::string& name)
      : out((name + "_out").c_str()),
        out_back((name + "_out_back").c_str()),
        in((name + "_in").c_str()),
        in_back((name + "_in_back").c_str()) {}

  sc_core::sc_out<HypercubeForthLevels> out;
  sc_core::sc_in<HypercubeBackLevels> out_back;
  sc_core::sc_in<HypercubeForthLevels> in;
  sc_core::sc_out<HypercubeBackLevels> in_back;

  void bind_out(HypercubeWires& wires) {
    out(wires.forth);
    out_back(wires.back);
  }
  void bind_in(HypercubeWires& wires) {
    in(wires.forth);
    in_back(wires.back);
  }
};

}  // namespace weft
