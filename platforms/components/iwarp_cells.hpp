// The iWarp cells of a platform, and the busses between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp/parameters.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Words of memory that a cell's program leaves as a result.
struct CellResult {
  std::string label;
  std::uint32_t address = 0;  ///< Of the first.
  bool is_float = false;
  std::uint32_t words = 1;
  bool is_array = false;  ///< Of so many words, be it of one.
};

/// An iWarp cell. Its index in cells_of is its address.
struct Cell {
  std::size_t component = 0;
  std::vector<unsigned> coordinates;  ///< x first; empty unless it is a node of the network.
  std::shared_ptr<const isa::ProgramImage> program = nullptr;  ///< Null for none.
  std::vector<CellResult> results = {};                        ///< Of the program.
};

/// What a platform notes of its iWarp cells.
struct Cells {
  std::vector<Cell> list;                              ///< In the order of their components.
  std::unordered_map<std::size_t, std::size_t> index;  ///< In `list`, by component.
};

/// A bus from one iwarp to another.
struct PathwayBus {
  const BusSpec* bus = nullptr;
  unsigned from = 0;  ///< Address
  unsigned to = 0;
};

/// Cells of a platform at most.
inline constexpr std::size_t most_cells = address_mask + 1;

/// Throws the InputError of a platform with more than `most_cells`.
[[noreturn]] void refuse_cells(const Place& place, std::string_view found);

/// ComponentType::enter of the type iwarp: gives the cell its address. Throws InputError: see
/// refuse_cells.
void enter_cell(Platform& platform, std::size_t component);
/// ComponentType::check_bus of the type iwarp. Throws InputError: two cells that do not agree on
/// the channels of a bus between them.
void check_cell_bus(const Platform& platform, const BusSpec& bus);

/// See Cells::list.
const std::vector<Cell>& cells_of(const Platform& platform);
/// Index in cells_of, the address, of a component that is an iwarp.
std::optional<std::size_t> cell_of(const Platform& platform, std::size_t component);
/// With the address. Throws std::logic_error unless it is an iwarp.
IwarpParameters iwarp_parameters(const Platform& platform, std::size_t component);
/// In the order of Platform::busses; without those that lead to a component of another kind, or
/// from one.
std::vector<PathwayBus> busses_between_cells(const Platform& platform);

}  // namespace weft
