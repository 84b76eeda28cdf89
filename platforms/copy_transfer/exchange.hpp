// Communication operations of the copy-transfer model on simulated nodes (section 5 of the paper).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/copy_transfer/block_layout.hpp"
#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/copy_transfer/transfer.hpp"

namespace weft::copy_transfer {

/// Words that one loop moves.
struct Piece {
  std::uint64_t words = 0;
  BlockLayout read;   ///< At the sender.
  BlockLayout write;  ///< At the receiver.
};

/// What goes from the memory of one node to that of another.
struct Exchange {
  unsigned from = 0;
  unsigned to = 0;
  std::vector<Piece> pieces;
  unsigned phase = 0;  ///< All nodes wait for each other before each next one.

  std::uint64_t words() const;
};

/// All that a communication step moves, and what it is in the model. The exchanges of a node stand
/// in the order in which it does them, those of one phase behind those of the phases before.
struct CommunicationStep {
  std::string name;     ///< "transpose"
  Operation operation;  ///< xQy that its pieces are.
  std::vector<Exchange> exchanges;
  std::vector<std::uint64_t> indices = {};  ///< That all go by, if there is one array for all.

  std::uint64_t words() const;
  /// Of the node that sends most.
  std::uint64_t most_words() const;
};

enum class Way : std::uint8_t {
  packed,   ///< Gathered into a buffer, sent as a block, scattered from a buffer (section 5.1.1).
  chained,  ///< Loaded, sent and stored where it belongs in one go (section 5.1.2).
  /// As packed, by a library such as PVM: each message goes through a buffer of the system on
  /// either side, and takes the processors some time by itself (sections 5.1.1 and 6.2).
  library,
  /// The receiver loads each word from the memory of the sender, and stores it where it belongs; it
  /// has both index arrays (section 3.5). The algebra has no basic transfer for that.
  fetched
};

inline constexpr std::array<Way, 4> all_ways{Way::packed, Way::chained, Way::library, Way::fetched};

/// "packed", "chained", "library", "fetched".
std::string_view text_of(Way way);

struct ExchangeResult {
  std::uint64_t clocks = 0;  ///< From the first load until the last word is in its place.
  double rate = 0;           ///< MB/s, of the node that sends most.
};

/// Whether words whose place is no block go as pairs of address and word, which a second processor
/// takes and stores (section 5.1.4), as no engine scatters.
bool sends_pairs(const NodeFile& file, const Operation& operation, Way way);

/// What nodes would need to do an operation that way and have not; nothing if they can. Blocks are
/// sent by a fetch engine, or else by the processor; a deposit engine stores them. Words whose
/// place is no block need an engine that scatters, or a second processor.
std::string lacks_for(const NodeFile& file, const Operation& operation, Way way);

/// Runs a step on all nodes; what came out is compared word by word with what went in. Where
/// engines store contiguous blocks only, each node has one sender at a time. Throws
/// std::logic_error for a word that is not right, ParameterError.
ExchangeResult run_exchanges(const NodeFile& file, const CommunicationStep& step, Way way);

/// The same with a network of one node.
NodeFile alone(const NodeFile& file);

/// MB/s of the copies into the buffers that a step is packed in, or out of them, of the node that
/// has most to copy, as it does them by itself.
double rate_of_gather(const NodeFile& file, const CommunicationStep& step);
double rate_of_scatter(const NodeFile& file, const CommunicationStep& step);
/// MB/s of the node that sends most, chained, if all of it goes to itself.
double rate_of_both(const NodeFile& file, const CommunicationStep& step);

}  // namespace weft::copy_transfer
