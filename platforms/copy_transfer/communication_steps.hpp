// Communication steps whose words go round a simulated machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/copy_transfer/exchange.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::copy_transfer {

/// What each node moves in a shift.
struct ShiftOptions {
  std::uint64_t words = 8192;  ///< Of 64 bits.
  std::uint64_t seed = 1;      ///< Of the permutations in index arrays.
  /// Or that is the index array of all of them, of so many blocks, and `words` does not count.
  std::vector<std::uint64_t> indices = {};
};

/// Each node does an operation to the node behind it, the last one to the first.
CommunicationStep make_shift(const Operation& operation, const NodeFile& file,
                             const ShiftOptions& options);

/// The names of the applications of section 6: transpose (by a schedule, or without), fem, sor.
std::vector<std::string> application_names();

/// The communication of an application, on all nodes of the machine; nothing if there is none of
/// that name.
///
/// - transpose: of 1024x1024 complex numbers, rows dealt to the nodes in blocks. Each node sends to
///   each other one the columns that are its rows, read as they lie and stored with a stride. In
///   each phase all nodes send to a node that is as far away in each dimension of the network, so
///   that a torus has least congestion at each time (section 4.3); all wait for each other before
///   the next one.
/// - transpose-unscheduled: the same at each node's own pace, to the node behind it first.
/// - fem: the borders of a valley of bricks in 64 parts, q20k of the ConSet paper, for the paper's
///   own mesh of such a valley is lost. Nodes of the mesh are read and stored by index arrays; a
///   part sends to the next one behind it first.
/// - sor: of 256x256 numbers, rows dealt in blocks; each node sends its last row to the one behind.
///
/// Throws InputError for nodes that do not divide the rows, or are not as many as the parts, and
/// for a transpose on a single one.
std::optional<CommunicationStep> find_application(std::string_view name, const NodeFile& file);

/// What a person writes: an application, or an operation that is a shift. Throws InputError at the
/// place, also for indices where nothing goes by them or by blocks of two sizes; see
/// find_application.
CommunicationStep read_step(const std::string& text, const NodeFile& file,
                            const ShiftOptions& options, const Place& place);

}  // namespace weft::copy_transfer
