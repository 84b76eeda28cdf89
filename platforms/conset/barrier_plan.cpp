#include "platforms/conset/barrier_plan.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>

#include "hw/iwarp/channel_context.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

/// Finds the channels of each cell.
class BarrierPlan {
 public:
  BarrierPlan(const CellGraph& graph, const std::vector<ChannelMap>& maps, unsigned pool,
              const Place& place)
      : graph_(&graph), maps_(&maps), pool_(pool), place_(&place) {
    const Shape& shape = graph.shape();
    if (shape.empty() || shape.size() > 2) refuse_shape();
    width_ = shape[0];
    height_ = shape.size() == 2 ? shape[1] : 1;
    if (width_ == 2 || height_ == 2) refuse_shape();
  }

  BarrierCell cell(unsigned address) const {
    BarrierCell cell;
    cell.x = address % width_;
    cell.y = address / width_;
    cell.width = width_;
    cell.height = height_;
    const ChannelSet own = (*maps_)[address].own;
    if (own == 0) refuse_channel(address, "own channel");
    cell.own = static_cast<unsigned>(std::countr_zero(own));
    if (width_ > 1) {
      const unsigned right = at(cell.x + 1, cell.y);
      const unsigned left = at(cell.x + width_ - 1, cell.y);
      cell.row_output = output_to(address, Bus::x_right, right);
      cell.row_input = input_from(left, Bus::x_right, address);
    }
    if (height_ > 1) {
      const unsigned below = at(cell.x, cell.y + 1);
      const unsigned above = at(cell.x, cell.y + height_ - 1);
      cell.column_output = output_to(address, Bus::y_down, below);
      cell.column_input = input_from(above, Bus::y_down, address);
    }
    return cell;
  }

 private:
  [[noreturn]] void refuse_shape() const {
    throw InputError(*place_, fmt::format("a barrier on '{}'", graph_->platform()),
                     "expected a torus whose rings have three cells or more");
  }
  [[noreturn]] void refuse_channel(unsigned cell, const std::string& what) const {
    throw InputError(*place_,
                     fmt::format("'{}' without {} for the barrier", graph_->name(cell), what),
                     fmt::format("expected one channel of pool {} on x_right and on y_down, and an "
                                 "own channel",
                                 pool_));
  }

  unsigned at(unsigned x, unsigned y) const { return x % width_ + y % height_ * width_; }

  unsigned output_to(unsigned from, Bus side, unsigned to) const {
    const auto bus = graph_->bus_out(from, side);
    if (!bus || graph_->busses()[*bus].to != to) refuse_shape();
    const ChannelMap& map = (*maps_)[from];
    const ChannelSet channels = map.outputs_of[index_of(side)] & map.outputs_in[pool_];
    if (channels == 0) {
      refuse_channel(from, fmt::format("a channel of pool {} on {}", pool_, name_of(side)));
    }
    return static_cast<unsigned>(std::countr_zero(channels));
  }

  unsigned input_from(unsigned from, Bus side, unsigned to) const {
    const unsigned output = output_to(from, side, to);
    const unsigned in = index_of(graph_->busses()[*graph_->bus_out(from, side)].in);
    const unsigned number = output - (*maps_)[from].first_output[index_of(side)];
    return (*maps_)[to].first_input[in] + number;
  }

  const CellGraph* graph_;
  const std::vector<ChannelMap>* maps_;
  unsigned pool_;
  const Place* place_;
  unsigned width_ = 1;
  unsigned height_ = 1;
};

}  // namespace

ChannelSets BarrierCell::channels() const {
  ChannelSets sets{bit(own), 0};
  if (width > 1) {
    sets.inputs |= bit(row_input);
    sets.outputs |= bit(row_output);
  }
  if (height > 1) {
    sets.inputs |= bit(column_input);
    sets.outputs |= bit(column_output);
  }
  return sets;
}

std::vector<std::uint32_t> BarrierCell::context(const ChannelMap& map) const {
  const ChannelSets sets = channels();
  std::vector<std::uint32_t> registers;
  for (ContextRegisters left(sets.inputs, sets.outputs); !left.empty();) {
    const auto [of_input, channel] = left.take();
    if (!of_input) {
      registers.push_back(place_of_output(map, channel) | encode(OutputContext{.reserved = true}));
      continue;
    }
    InputContext context{.mode = ChannelMode::here};
    if (channel == own) {
      context.mode = ChannelMode::linked;
      context.output = static_cast<int>(width > 1 ? row_output : column_output);
      if (sets.outputs == 0) context = {.mode = ChannelMode::own};
    }
    registers.push_back(place_of_input(map, channel) | encode(context));
  }
  return registers;
}

std::vector<BarrierCell> plan_barrier(const CellGraph& graph, const std::vector<ChannelMap>& maps,
                                      unsigned pool, const Place& place) {
  const BarrierPlan plan(graph, maps, pool, place);
  std::vector<BarrierCell> cells;
  for (unsigned address = 0; address < graph.cells(); ++address) {
    cells.push_back(plan.cell(address));
  }
  return cells;
}

}  // namespace weft::conset
