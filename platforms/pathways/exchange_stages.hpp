// Binary exchanges of iWarp cells, as on a hypercube.
#pragma once

#include <vector>

#include "platforms/pathways/pathway_planner.hpp"

namespace weft {

/// The stages of an algorithm on 2^d cells in which each cell exchanges data with the one whose
/// number differs in one bit; a cell's number is its address. The highest bit comes first. On a
/// mesh or torus of 2^a x 2^b cells the lower a bits are x and the upper b bits y, so a stage keeps
/// to rows or to columns; any other cells are one dimension of d bits.
///
/// A stage has a pool to itself within its dimension. All its ways are straight, and so
///
/// - on each bus, channels of a pool are held and asked for by pathways of one stage only;
/// - within a stage, ways that share busses go over them in one order (PathwayPlanner): those that
///   wait for a channel do not wait for each other in a ring.
///
/// Take a run in which nothing moves any more, and the lowest stage in which some cell still is.
/// All cells have left the stages below. A pathway of this stage waits only for others of this
/// stage, and one of these, the furthest on its way, has arrived. The cell that it has arrived at
/// is in this stage too, or will be by itself, and takes its words; so something moves. Pathways of
/// later stages may wait at their destinations for as long as they like: what they hold is of
/// another pool or another dimension. With one pool for several stages they can stand in the way of
/// the cell that would end their wait.
class ExchangeStages {
 public:
  /// Throws InputError at the platform's workload: cells that are not a power of two, or only one;
  /// fewer pools on all busses than stages of a dimension; no straight way.
  explicit ExchangeStages(const Platform& platform);

  unsigned count() const { return static_cast<unsigned>(ways_.size()); }
  /// Of the bits that name cells, the one of a stage; stage 0 has the highest.
  unsigned bit_of(unsigned stage) const { return count() - 1 - stage; }
  unsigned partner(unsigned stage, unsigned cell) const { return cell ^ 1U << bit_of(stage); }
  /// From a cell to its partner.
  const Pathway& way(unsigned stage, unsigned cell) const { return ways_[stage][cell]; }

 private:
  std::vector<std::vector<Pathway>> ways_;  // by stage and cell
};

}  // namespace weft
