#include "platforms/copy_transfer/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "hw/common/random.hpp"
#include "hw/memory/dram_device.hpp"
#include "hw/node/node_core.hpp"

namespace weft::copy_transfer {
namespace {

// Blocks of a measurement begin at pages and lie far from each other; memory takes room only where
// it is written. Index arrays begin elsewhere in the cache than what is read by them.
constexpr std::uint64_t block_distance = std::uint64_t{1} << 40U;
constexpr std::uint64_t from_base = 1 * block_distance;
constexpr std::uint64_t to_base = 2 * block_distance;
constexpr std::uint64_t from_index_base = 3 * block_distance + 0x0800;
constexpr std::uint64_t to_index_base = 4 * block_distance + 0x1800;

// A word that tells from which element it came.
std::uint64_t word_of(std::uint64_t element) { return element * 0x9e37'79b9'7f4a'7c15 + 1; }

// One measurement: a node, its memory and what stands for the network.
class Bench {
 public:
  Bench(const NodeParameters& node, const BasicTransfer& transfer,
        const MeasurementOptions& options)
      : parameters_(node),
        transfer_(transfer),
        options_(options),
        memory_(node.dram),
        node_(node, memory_),
        from_(pattern_of(transfer.read, from_base, from_index_base)),
        to_(pattern_of(transfer.write, to_base, to_index_base)) {
    lay_out(transfer.read, from_, from_indices_);
    lay_out(transfer.write, to_, to_indices_);
    if (!transfer.read.in_memory()) return;
    for (std::uint64_t i = 0; i < options.words; ++i)
      memory_.store().write(address_of(from_, from_indices_, i), word_of(i));
  }

  MemoryClocks run() {
    start();
    MemoryClocks now = 0;
    for (; !ended(); ++now) {
      bring(now);
      node_.evaluate(now);
      while (const std::optional<NetworkPacket> packet = node_.port().take_sent()) keep(*packet);
    }
    return now;
  }

  void check() {
    for (std::uint64_t i = 0; i < options_.words; ++i) {
      const std::uint64_t address = address_of(to_, to_indices_, i);
      const std::uint64_t found =
          arrives_here() ? memory_.store().read(address) : far_.read(address);
      if (found == word_of(i)) continue;
      throw std::logic_error(
          fmt::format("{}: element {} of {} is wrong", text_of(transfer_), i, options_.words));
    }
  }

 private:
  AccessPattern pattern_of(const Pattern& pattern, std::uint64_t base,
                           std::uint64_t index_base) const {
    AccessPattern access;
    access.base = base;
    access.block = pattern.block;
    access.stride = pattern.kind == Pattern::Kind::strided ? pattern.stride : pattern.block;
    access.indexed = pattern.kind == Pattern::Kind::indexed;
    access.index_base = index_base;
    access.index_bytes = parameters_.processor.index_bytes;
    return access;
  }

  // A random permutation of the blocks, in an index array.
  void lay_out(const Pattern& pattern, const AccessPattern& access,
               std::vector<std::uint64_t>& indices) {
    if (pattern.kind != Pattern::Kind::indexed) return;
    indices.resize(access.block_of(options_.words - 1) + 1);
    std::iota(indices.begin(), indices.end(), 0);
    RandomStream random(options_.seed, "copy-transfer indices");
    for (std::size_t i = indices.size(); i > 1; --i)
      std::swap(indices[i - 1], indices[random.below(i)]);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      indices[i] *= access.block;
      const std::uint64_t address = access.index_address(i);
      const std::uint64_t word_address = address / memory_word_bytes * memory_word_bytes;
      const std::uint64_t shift = 8 * (address - word_address);
      const std::uint64_t word = memory_.store().read(word_address);
      memory_.store().write(word_address, word | indices[i] << shift);
    }
  }

  static std::uint64_t address_of(const AccessPattern& access,
                                  const std::vector<std::uint64_t>& indices,
                                  std::uint64_t element) {
    return access.address(element,
                          access.indexed ? indices[access.block_of(element)] : std::uint64_t{0});
  }

  bool sends() const { return !transfer_.write.in_memory(); }
  bool receives() const { return !transfer_.read.in_memory(); }
  bool arrives_here() const { return !sends(); }

  void start() {
    if (transfer_.kind == TransferKind::fetch_send) {
      node_.fetch().start(from_.base, to_.base, options_.words);
    } else if (transfer_.kind == TransferKind::receive_deposit) {
      node_.deposit().start();
    } else {
      LoopTransfer loop;
      loop.elements = options_.words;
      if (!receives()) loop.from = from_;
      loop.to = to_;
      loop.to_port = sends();
      node_.processor(0).start(loop);
    }
  }

  bool ended() const {
    return node_.done() && (!receives() || brought_ == options_.words) &&
           (!sends() || kept_ == options_.words);
  }

  // The next packet of those that the network brings: words that follow one another in the memory
  // of the receiver are in one.
  void bring(MemoryClocks now) {
    if (!receives() || brought_ == options_.words || !node_.port().accepts(now)) return;
    NetworkPacket packet;
    packet.address = address_of(to_, to_indices_, brought_);
    packet.words = 0;
    do {
      packet.data[packet.words++] = word_of(brought_++);
    } while (packet.words < parameters_.engine.packet_words && brought_ < options_.words &&
             address_of(to_, to_indices_, brought_) ==
                 packet.address + std::uint64_t{packet.words} * memory_word_bytes);
    node_.port().accept(packet, now);
  }

  void keep(const NetworkPacket& packet) {
    for (unsigned i = 0; i < packet.words; ++i)
      far_.write(packet.address + std::uint64_t{i} * memory_word_bytes, packet.data[i]);
    kept_ += packet.words;
  }

  NodeParameters parameters_;
  BasicTransfer transfer_;
  MeasurementOptions options_;
  DramDevice memory_;
  NodeCore node_;
  AccessPattern from_;
  AccessPattern to_;
  std::vector<std::uint64_t> from_indices_;
  std::vector<std::uint64_t> to_indices_;
  WordStore far_;  // of the node to which the port leads
  std::uint64_t brought_ = 0;
  std::uint64_t kept_ = 0;
};

BasicTransfer transfer_of(TransferKind kind, const Pattern& read, const Pattern& write) {
  return {kind, read, write, 0};
}

}  // namespace

bool can_measure(const NodeParameters& node, const BasicTransfer& transfer) {
  const EngineParameters& engine = node.engine;
  switch (transfer.kind) {
    case TransferKind::copy:
    case TransferKind::load_send: return true;
    case TransferKind::receive_store: return node.port.read_clocks != 0;
    case TransferKind::fetch_send:
      return engine.fetches && transfer.read.kind == Pattern::Kind::contiguous;
    case TransferKind::receive_deposit:
      return engine.deposits &&
             (engine.scatters || transfer.write.kind == Pattern::Kind::contiguous);
    case TransferKind::data:
    case TransferKind::address_data: break;
  }
  return false;
}

MeasuredTransfer measure_transfer(const NodeParameters& node, const BasicTransfer& transfer,
                                  const MeasurementOptions& options) {
  if (!can_measure(node, transfer))
    throw std::logic_error(fmt::format("{} cannot be measured on this node", text_of(transfer)));
  Bench bench(node, transfer, options);
  MeasuredTransfer measured{transfer, bench.run(), 0};
  bench.check();
  const double bytes = static_cast<double>(options.words * memory_word_bytes);
  const double seconds =
      static_cast<double>(measured.clocks) * static_cast<double>(node.clock) * 1e-12;
  measured.rate = bytes / seconds / 1e6;
  return measured;
}

std::vector<BasicTransfer> measurable_transfers(const NodeParameters& node) {
  const Pattern fixed{Pattern::Kind::fixed, 0, 1};
  const Pattern contiguous{Pattern::Kind::contiguous, 0, 1};
  const Pattern strided{Pattern::Kind::strided, 64, 1};
  const Pattern indexed{Pattern::Kind::indexed, 0, 1};
  std::vector<BasicTransfer> all{transfer_of(TransferKind::copy, contiguous, contiguous),
                                 transfer_of(TransferKind::copy, contiguous, strided),
                                 transfer_of(TransferKind::copy, strided, contiguous),
                                 transfer_of(TransferKind::copy, contiguous, indexed),
                                 transfer_of(TransferKind::copy, indexed, contiguous)};
  for (const Pattern& pattern : {contiguous, strided, indexed})
    all.push_back(transfer_of(TransferKind::load_send, pattern, fixed));
  all.push_back(transfer_of(TransferKind::fetch_send, contiguous, fixed));
  for (const TransferKind kind : {TransferKind::receive_store, TransferKind::receive_deposit}) {
    for (const Pattern& pattern : {contiguous, strided, indexed})
      all.push_back(transfer_of(kind, fixed, pattern));
  }
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const BasicTransfer& one) { return !can_measure(node, one); }),
            all.end());
  return all;
}

}  // namespace weft::copy_transfer
