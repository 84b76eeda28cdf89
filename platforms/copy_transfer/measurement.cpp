#include "platforms/copy_transfer/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "hw/common/random.hpp"
#include "hw/memory/dram_device.hpp"
#include "hw/node/node_core.hpp"
#include "hw/node/node_network.hpp"
#include "platforms/copy_transfer/block_layout.hpp"

namespace weft::copy_transfer {
namespace {

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
        network_(options.network.value_or(NetworkParameters{})),
        from_(block(transfer.read, read_base, read_index_base)),
        to_(block(transfer.write, write_base, write_index_base)) {
    if (!transfer.read.in_memory()) return;
    for (std::uint64_t i = 0; i < options.words; ++i)
      memory_.store().write(from_.address(i), word_of(i));
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
      const std::uint64_t address = to_.address(i);
      const std::uint64_t found =
          arrives_here() ? memory_.store().read(address) : far_.read(address);
      if (found == word_of(i)) continue;
      throw std::logic_error(
          fmt::format("{}: element {} of {} is wrong", text_of(transfer_), i, options_.words));
    }
  }

 private:
  // Words with a pattern, and their index array in the memory.
  BlockLayout block(const Pattern& pattern, std::uint64_t base, std::uint64_t index_base) {
    IndexOrder order(RandomStream(options_.seed, "copy-transfer indices"), options_.indices);
    const BlockLayout layout = lay_out(pattern, options_.words, base, index_base,
                                       parameters_.processor.index_bytes, order);
    layout.write_indices(memory_.store());
    return layout;
  }

  bool sends() const { return !transfer_.write.in_memory(); }
  bool receives() const { return !transfer_.read.in_memory(); }
  bool arrives_here() const { return !sends(); }

  void start() {
    if (transfer_.kind == TransferKind::fetch_send) {
      node_.fetch().start(from_.access.base, to_.access.base, options_.words);
    } else if (transfer_.kind == TransferKind::receive_deposit) {
      node_.deposit().start();
    } else {
      LoopTransfer loop;
      loop.elements = options_.words;
      if (!receives()) loop.from = from_.access;
      // of pairs that arrive each has its own address
      if (sends() || !options_.pairs) loop.to = to_.access;
      loop.to_port = sends();
      loop.pairs = options_.pairs;
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
    if (!receives() || brought_ == options_.words || now < link_free_ || !node_.port().accepts(now))
      return;
    NetworkPacket packet;
    packet.address = to_.address(brought_);
    packet.words = 0;
    if (options_.pairs) {
      packet.words = 2;
      packet.data = {packet.address, word_of(brought_++)};
      deliver(packet, now);
      return;
    }
    do {
      packet.data[packet.words++] = word_of(brought_++);
    } while (packet.words < parameters_.engine.packet_words && brought_ < options_.words &&
             to_.address(brought_) ==
                 packet.address + std::uint64_t{packet.words} * memory_word_bytes);
    deliver(packet, now);
  }

  void deliver(const NetworkPacket& packet, MemoryClocks now) {
    if (options_.network) link_free_ = now + network_.clocks_of(packet);
    node_.port().accept(packet, now);
  }

  void keep(const NetworkPacket& packet) {
    if (options_.pairs) {
      for (std::size_t i = 0; i < packet.words; i += 2)
        far_.write(packet.data[i], packet.data[i + 1]);
      kept_ += packet.words / 2;
      return;
    }
    for (unsigned i = 0; i < packet.words; ++i)
      far_.write(packet.address + std::uint64_t{i} * memory_word_bytes, packet.data[i]);
    kept_ += packet.words;
  }

  NodeParameters parameters_;
  BasicTransfer transfer_;
  MeasurementOptions options_;
  DramDevice memory_;
  NodeCore node_;
  NodeNetwork network_;
  BlockLayout from_;
  BlockLayout to_;
  WordStore far_;  // of the node to which the port leads
  MemoryClocks link_free_ = 0;
  std::uint64_t brought_ = 0;
  std::uint64_t kept_ = 0;
};

BasicTransfer transfer_of(TransferKind kind, const Pattern& read, const Pattern& write) {
  return {kind, read, write, 0};
}

}  // namespace

double rate_in(std::uint64_t clocks, std::uint64_t words, Time clock) {
  const double seconds = static_cast<double>(clocks) * static_cast<double>(clock) * 1e-12;
  return static_cast<double>(words * memory_word_bytes) / seconds / 1e6;
}

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
  measured.rate = rate_in(measured.clocks, options.words, node.clock);
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
