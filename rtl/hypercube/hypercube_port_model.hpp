// A link port of the packet chip in Verilog, whatever class Verilator made of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/hypercube/link_lines.hpp"
#include "hw/hypercube/packet.hpp"

namespace weft::rtl {

/// The pins of rtl/hypercube/hypercube_port.v, of a chip with up to 14 links. One tick is `settle`
/// with what stands on the lines, `edge` with what the chip decides at it, then `forth` and `back`.
class HypercubePortModel {
 public:
  using PacketBytes = std::array<std::uint8_t, hypercube_packet_bytes>;

  /// A packet whose tail has come in by the link.
  struct Incoming {
    PacketBytes bytes{};
    unsigned outputs = 0;  ///< Ports that it goes on by, a bit each; bit `links` for the memory.
    unsigned next = 0;     ///< What it needs at the next node.
  };

  /// A packet that gets into a buffer.
  struct Put {
    unsigned input = 0;  ///< The link by which it came; `links` for the node's memory.
    PacketBytes bytes{};
    unsigned next = 0;
    bool contrary = false;  ///< From memory only.
  };

  struct Edge {
    bool serve = false;  ///< A buffer of `serve_next` is reserved for the far end.
    unsigned serve_next = 0;
    unsigned reserve = 0;  ///< Links for which a buffer of this port is reserved, a bit each.
    std::vector<Put> put;
  };

  virtual ~HypercubePortModel() = default;

  virtual void reset(unsigned node, unsigned port) = 0;
  /// True if a packet has come in.
  virtual bool settle(const HypercubeForthLevels& rx, const HypercubeBackLevels& tx,
                      Incoming& incoming) = 0;
  virtual void edge(const Edge& edge) = 0;

  virtual HypercubeForthLevels forth() const = 0;
  virtual HypercubeBackLevels back() const = 0;
  /// Buffers taken, and contrary packets in them.
  virtual unsigned used() const = 0;
  virtual unsigned contrary() const = 0;
  /// After `settle`: a packet more can get a buffer at the edge, one that is contrary too.
  virtual bool room() const = 0;
  virtual bool room_contrary() const = 0;
};

}  // namespace weft::rtl
