#include "platforms/conset/barrier_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

/// Finds the channels of each cell.
class BarrierPlan {
 public:
  BarrierPlan(const CellGraph& graph, const Place& place) : graph_(&graph), place_(&place) {
    const Shape& shape = graph.shape();
    if (shape.empty() || shape.size() > 2) refuse_shape();
    width_ = shape[0];
    height_ = shape.size() == 2 ? shape[1] : 1;
    if (width_ == 2 || height_ == 2) refuse_shape();
  }

  BarrierCell cell(unsigned address) const {
    BarrierCell cell = numbered(address);
    CellContext context;
    if (height_ > 1) {
      const Bus from = bus_between(at(cell.x, cell.y + height_ - 1), Bus::y_down, address).in;
      context.arrive(cell.column, from);
      const unsigned below = at(cell.x, cell.y + 1);
      bus_between(address, Bus::y_down, below);
      context.leave(cell.column, Bus::y_down, numbered(below).column);
      context.link(cell.own, cell.column);
    }
    if (width_ > 1) {
      const Bus from = bus_between(at(cell.x + width_ - 1, cell.y), Bus::x_right, address).in;
      context.arrive(cell.row, from);
      const unsigned right = at(cell.x + 1, cell.y);
      bus_between(address, Bus::x_right, right);
      context.leave(cell.row, Bus::x_right, numbered(right).row);
      context.link(cell.own, cell.row);
    }
    cell.context = context.registers(cell.channels);
    return cell;
  }

 private:
  [[noreturn]] void refuse_shape() const {
    throw InputError(*place_, fmt::format("a barrier on '{}'", graph_->platform()),
                     "expected a torus whose rings have three cells or more");
  }

  BarrierCell numbered(unsigned address) const {
    const ChannelMap& map = graph_->channels_of(address);
    const unsigned channels = std::min(map.inputs, map.outputs);
    if (channels < map.inputs || channels <= synchronization_channels) {
      throw InputError(
          *place_,
          fmt::format("'{}' with {} input and {} output channels", graph_->name(address),
                      map.inputs, map.outputs),
          fmt::format("expected more than the {} of a barrier, and an output for each input",
                      synchronization_channels));
    }
    BarrierCell cell;
    cell.x = address % width_;
    cell.y = address / width_;
    cell.width = width_;
    cell.height = height_;
    cell.own = map.inputs - 1;
    cell.row = map.inputs - 2;
    cell.column = map.inputs - 3;
    cell.channels = {first_channels(map.inputs), first_channels(map.outputs)};
    return cell;
  }

  unsigned at(unsigned x, unsigned y) const { return x % width_ + y % height_ * width_; }

  const GraphBus& bus_between(unsigned from, Bus side, unsigned to) const {
    const auto bus = graph_->bus_out(from, side);
    if (!bus || graph_->busses()[*bus].to != to) refuse_shape();
    return graph_->busses()[*bus];
  }

  const CellGraph* graph_;
  const Place* place_;
  unsigned width_ = 1;
  unsigned height_ = 1;
};

}  // namespace

std::vector<BarrierCell> plan_barrier(const CellGraph& graph, const Place& place) {
  const BarrierPlan plan(graph, place);
  std::vector<BarrierCell> cells;
  for (unsigned address = 0; address < graph.cells(); ++address) {
    cells.push_back(plan.cell(address));
  }
  return cells;
}

}  // namespace weft::conset
