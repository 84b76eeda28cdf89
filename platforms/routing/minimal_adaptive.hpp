// Minimal adaptive routing with an escape network.
#pragma once

#include <vector>

#include "platforms/routing/dimension_order.hpp"

namespace weft {

/// On a grid: a packet takes any free link that brings it nearer to its destination, as far as a
/// hunt group, links in a row, can name them. Each fat link is split: escape lanes (two where a
/// torus has a dateline) are routed by dimension order; the other lanes are adaptive. Every hunt
/// group of an adaptive input holds the escape lane of the packet and, to both sides of it,
/// adaptive lanes of hops that a shortest way may begin with. Links are laid out so that on a mesh
/// all of them lie side by side for each two dimensions in the order of routing; on a torus about
/// half.
///
/// Free of deadlock (Duato): the escape lanes alone, routed by dimension order, close no cycle;
/// from every adaptive input an escape lane is in the hunt group; and what came in by an escape
/// lane leaves by escape lanes alone, so that no packet holds an escape lane while it waits in an
/// adaptive buffer behind another packet.
class MinimalAdaptive final : public DestinationRouting {
 public:
  MinimalAdaptive(const Topology& topology, std::vector<unsigned> order);

  std::vector<std::size_t> label_order() const override { return escape_.label_order(); }
  std::vector<unsigned> lanes(std::size_t router, unsigned slot) const override;
  std::vector<PortBlock> port_order(std::size_t router) const override;
  unsigned input_kinds() const override { return 2; }
  unsigned input_kind(std::size_t router, unsigned slot, unsigned lane) const override;
  bool is_escape(unsigned lane) const override { return lane < first_adaptive; }

 private:
  // Lanes of a fat link. The second adaptive one is of dimensions that are routed second, fourth,
  // ..
  enum Lane : unsigned { low, high, first_adaptive, adaptive = first_adaptive, second, lane_count };

  Route next(const Lanes& lanes, std::size_t router, unsigned kind, std::size_t destination,
             const std::vector<Route>& before) const override;
  bool is_profitable(std::size_t router, unsigned slot, std::size_t destination) const;
  bool is_second(unsigned dimension) const;
  const Grid& grid() const { return *topology().grid; }

  DimensionOrder escape_;
  std::vector<PortBlock> port_order_;  // of every router
};

}  // namespace weft
