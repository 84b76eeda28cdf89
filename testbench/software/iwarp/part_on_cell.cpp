#include "testbench/software/iwarp/part_on_cell.hpp"

#include <bit>

#include "hw/iwarp/word.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> places_of(const std::vector<std::uint32_t>& nodes) {
  std::vector<std::uint32_t> places;
  places.reserve(nodes.size());
  for (const std::uint32_t node : nodes) places.push_back(node * word_bytes);
  return places;
}

}  // namespace

std::vector<BorderConnection> border_connections(const std::vector<finite_elements::Part>& parts) {
  const auto ends = finite_elements::other_ends(parts);
  std::vector<BorderConnection> connections;
  for (unsigned part = 0; part < parts.size(); ++part) {
    for (std::size_t border = 0; border < ends[part].size(); ++border) {
      connections.push_back({part, border, ends[part][border].part, ends[part][border].border});
    }
  }
  return connections;
}

PartOnCell::Places::Places(const Mesh& mesh, unsigned part, CellMemory memory)
    : matrix(mesh.matrix->of_part(part), memory) {
  const std::size_t nodes = mesh.matrix->parts()[part].nodes.size();
  for (CellArray* vector : {&direction, &partial, &sums, &solution, &residual}) {
    *vector = memory.take(nodes);
  }
  counted = memory.take(mesh.matrix->counted(part).size());
  for (const finite_elements::Border& border : mesh.matrix->parts()[part].borders) {
    borders.push_back(memory.take(border.nodes.size()));
  }
  end = memory.end();
}

PartOnCell::PartOnCell(CellProcess& cell, const Mesh& mesh, unsigned part, std::uint64_t begin)
    : cell_(&cell),
      mesh_(&mesh),
      part_(part),
      places_(mesh, part, CellMemory(begin)),
      kernels_(cell) {}

std::uint64_t PartOnCell::end(const Mesh& mesh, unsigned part, std::uint64_t begin) {
  return Places(mesh, part, CellMemory(begin)).end;
}

void PartOnCell::preset(const std::vector<float>& vector) const {
  const finite_elements::Part& part = mesh_->matrix->parts()[part_];
  places_.matrix.preset(mesh_->matrix->of_part(part_), *cell_);
  preset_floats(*cell_, places_.direction, vector);
  preset_floats(*cell_, places_.residual, vector);
  preset_floats(*cell_, places_.solution, std::vector<float>(vector.size(), 0.0F));
  preset_words(*cell_, places_.counted, places_of(mesh_->matrix->counted(part_)));
  for (std::size_t border = 0; border < part.borders.size(); ++border) {
    preset_words(*cell_, places_.borders[border], places_of(part.borders[border].nodes));
  }
}

Program PartOnCell::gather(std::size_t connection, std::uint64_t number, std::uint32_t& value) {
  const CellArray& nodes = places_.borders[mesh_->connections[connection].border];
  const std::uint32_t place = co_await cell_->load(nodes.at(static_cast<std::uint32_t>(number)));
  value = co_await cell_->load(places_.partial.address + place);
  const std::uint64_t left = mesh_->clocks.send - least_send_clocks;
  if (left > 0) co_await cell_->compute(left);
}

Program PartOnCell::scatter(std::size_t connection, std::uint64_t number, std::uint32_t value) {
  const CellArray& nodes = places_.borders[mesh_->connections[connection].border_back];
  const std::uint32_t place = co_await cell_->load(nodes.at(static_cast<std::uint32_t>(number)));
  const std::uint32_t before = co_await cell_->load(places_.sums.address + place);
  co_await cell_->compute(isa::UnitClocks{}.single + mesh_->clocks.receive - least_receive_clocks);
  const float sum = std::bit_cast<float>(before) + std::bit_cast<float>(value);
  co_await cell_->store(places_.sums.address + place, std::bit_cast<std::uint32_t>(sum));
  ++words_;
}

Program PartOnCell::step(float factor) {
  co_await kernels_.sum_scaled(places_.solution, places_.solution, factor, places_.direction);
  co_await kernels_.sum_scaled(places_.residual, places_.residual, -factor, places_.sums);
}

}  // namespace weft
