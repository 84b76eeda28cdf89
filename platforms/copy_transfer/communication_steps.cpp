#include "platforms/copy_transfer/communication_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "hw/common/nearest_name.hpp"
#include "hw/node/router_grid.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::copy_transfer {
namespace {

constexpr std::uint64_t exchange_room = std::uint64_t{1} << 20U;

constexpr Pattern contiguous{Pattern::Kind::contiguous, 0, 1};

unsigned nodes_of(const NodeFile& file) { return RouterGrid(*file.network).nodes(); }

unsigned rows_of_each(unsigned rows, const NodeFile& file) {
  const unsigned nodes = nodes_of(file);
  if (rows % nodes == 0) return rows / nodes;
  throw InputError(place_of(file.file), fmt::format("{} rows on {} nodes", rows, nodes),
                   "expected as many on each");
}

CommunicationStep make_transpose(const NodeFile& file, bool scheduled) {
  constexpr unsigned side = 1024;
  constexpr unsigned element = 2;  // words of a complex number
  const RouterGrid grid(*file.network);
  const unsigned nodes = grid.nodes();
  if (nodes == 1)
    throw InputError(place_of(file.file), "a transpose on 1 node", "expected 2 or more");
  const unsigned rows = rows_of_each(side, file);
  CommunicationStep step{scheduled ? "transpose" : "transpose-unscheduled",
                         {contiguous, {Pattern::Kind::strided, element * side, element}},
                         {}};
  const auto address = [&](std::uint64_t base, unsigned row, unsigned column) {
    return base + (std::uint64_t{row} * side + column) * element * memory_word_bytes;
  };
  for (unsigned from = 0; from < nodes; ++from) {
    for (unsigned i = 1; i < nodes; ++i) {
      const unsigned to = scheduled ? grid.shifted(from, i) : (from + i) % nodes;
      Exchange exchange{from, to, {}, scheduled ? i : 0};
      for (unsigned row = 0; row < rows; ++row) {
        Piece piece;
        piece.words = std::uint64_t{rows} * element;
        piece.read.access.base = address(read_base, row, exchange.to * rows);
        piece.write.access.base = address(write_base, 0, from * rows + row);
        piece.write.access.stride = element * side;
        piece.write.access.block = element;
        exchange.pieces.push_back(piece);
      }
      step.exchanges.push_back(exchange);
    }
  }
  return step;
}

CommunicationStep make_scheduled_transpose(const NodeFile& file) {
  return make_transpose(file, true);
}
CommunicationStep make_unscheduled_transpose(const NodeFile& file) {
  return make_transpose(file, false);
}

std::vector<std::uint64_t> words_of(const finite_elements::Border& border) {
  return {border.nodes.begin(), border.nodes.end()};
}

// Those of a part in the order in which it sends: to the next part behind it first, as all would
// begin with the same ones otherwise.
std::vector<finite_elements::Border> from_behind(std::vector<finite_elements::Border> borders,
                                                 unsigned part) {
  const auto first = std::find_if(borders.begin(), borders.end(),
                                  [part](const auto& border) { return border.to > part; });
  std::rotate(borders.begin(), first, borders.end());
  return borders;
}

CommunicationStep make_fem(const NodeFile& file) {
  const std::vector<finite_elements::Part> parts = finite_elements::make_paper_mesh("q20k").parts;
  if (nodes_of(file) != parts.size()) {
    throw InputError(place_of(file.file),
                     fmt::format("{} parts on {} nodes", parts.size(), nodes_of(file)),
                     "expected one on each");
  }
  constexpr Pattern indexed{Pattern::Kind::indexed, 0, 1};
  CommunicationStep step{"fem", {indexed, indexed}, {}};
  for (unsigned from = 0; from < parts.size(); ++from) {
    for (const finite_elements::Border& border : from_behind(parts[from].borders, from)) {
      Piece piece;
      piece.words = border.nodes.size();
      piece.read.access.base = read_base;
      // each neighbour has an array of its own there, as they have nodes in common
      piece.write.access.base = write_base + from * exchange_room;
      // at the sender or at the receiver, where no other exchange has the same place
      const std::uint64_t place = (from * parts.size() + border.to) * exchange_room;
      piece.read.access.index_base = read_index_base + place;
      piece.write.access.index_base = write_index_base + place;
      for (BlockLayout* side : {&piece.read, &piece.write}) {
        side->access.indexed = true;
        side->access.index_bytes = file.parameters.processor.index_bytes;
      }
      piece.read.indices = words_of(border);
      for (const finite_elements::Border& back : parts[border.to].borders) {
        if (back.to == from) piece.write.indices = words_of(back);
      }
      step.exchanges.push_back({from, border.to, {piece}, 0});
    }
  }
  return step;
}

CommunicationStep make_sor(const NodeFile& file) {
  constexpr unsigned side = 256;
  const unsigned rows = rows_of_each(side, file);
  CommunicationStep step = make_shift({contiguous, contiguous}, file, {side, 0});
  step.name = "sor";
  for (Exchange& exchange : step.exchanges) {
    // the last of its rows, to the row in front of those of the other
    exchange.pieces.front().read.access.base += std::uint64_t{rows} * side * memory_word_bytes;
  }
  return step;
}

using MakeStep = CommunicationStep (*)(const NodeFile&);

const std::map<std::string, MakeStep, std::less<>>& applications() {
  static const std::map<std::string, MakeStep, std::less<>> all{
      {"fem", make_fem},
      {"sor", make_sor},
      {"transpose", make_scheduled_transpose},
      {"transpose-unscheduled", make_unscheduled_transpose}};
  return all;
}

// Words of the blocks that an index array leads to.
std::uint32_t indexed_block(const Operation& operation, const Place& place) {
  std::uint32_t block = 0;
  for (const Pattern* pattern : {&operation.read, &operation.write}) {
    if (pattern->kind != Pattern::Kind::indexed) continue;
    if (block != 0 && block != pattern->block) {
      throw InputError(place,
                       fmt::format("{} by one index array, whose blocks are of {} and of {} words",
                                   text_of(operation), block, pattern->block),
                       "expected blocks of one size");
    }
    block = pattern->block;
  }
  if (block == 0) {
    throw InputError(place, fmt::format("{} by an index array", text_of(operation)),
                     "expected an operation that is indexed, such as wQw or 1Qw");
  }
  return block;
}

}  // namespace

CommunicationStep make_shift(const Operation& operation, const NodeFile& file,
                             const ShiftOptions& options) {
  const unsigned nodes = nodes_of(file);
  const unsigned index_bytes = file.parameters.processor.index_bytes;
  CommunicationStep step{text_of(operation), operation, {}, options.indices};
  for (unsigned from = 0; from < nodes; ++from) {
    IndexOrder order(RandomStream(options.seed, fmt::format("copy-transfer indices {}", from)),
                     options.indices);
    Piece piece;
    piece.words = options.words;
    piece.read =
        lay_out(operation.read, options.words, read_base, read_index_base, index_bytes, order);
    piece.write =
        lay_out(operation.write, options.words, write_base, write_index_base, index_bytes, order);
    step.exchanges.push_back({from, (from + 1) % nodes, {piece}, 0});
  }
  return step;
}

std::vector<std::string> application_names() {
  std::vector<std::string> names;
  for (const auto& [name, make] : applications()) names.push_back(name);
  return names;
}

std::optional<CommunicationStep> find_application(std::string_view name, const NodeFile& file) {
  const auto found = applications().find(name);
  if (found == applications().end()) return std::nullopt;
  return found->second(file);
}

CommunicationStep read_step(const std::string& text, const NodeFile& file,
                            const ShiftOptions& options, const Place& place) {
  if (!file.network)
    throw InputError(place_of(file.file), "no network", "expected the key 'network'");
  if (auto application = find_application(text, file)) return *application;
  if (text.find('Q') == std::string::npos) {
    const std::vector<std::string> names = application_names();
    throw InputError(place, fmt::format("'{}' is no communication step", text),
                     fmt::format("expected {}, or an operation such as 1Q64", list_names(names)),
                     nearest_name(text, names));
  }
  const Operation operation = read_operation(text, place);
  if (options.indices.empty()) return make_shift(operation, file, options);
  ShiftOptions by_indices = options;
  by_indices.words = options.indices.size() * indexed_block(operation, place);
  return make_shift(operation, file, by_indices);
}

}  // namespace weft::copy_transfer
