#include "hw/node/block_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/common/parameter_error.hpp"

namespace weft {

bool EngineStops::passes(std::uint64_t address, MemoryClocks now) {
  if (parameters_.stops_each_bytes == 0) return true;
  const std::uint64_t block = address / parameters_.stops_each_bytes;
  if (block_ && block_ != block) {
    ++stops_;
    restarted_ = now + parameters_.restart_clocks;
  }
  block_ = block;
  return now >= restarted_;
}

FetchEngine::FetchEngine(const EngineParameters& parameters, unsigned master, MemoryPath& path,
                         NetworkPort& port)
    : parameters_(parameters), master_(master), path_(&path), port_(&port) {}

void FetchEngine::start(std::uint64_t from, std::uint64_t to, std::uint64_t words, unsigned node) {
  if (!parameters_.fetches)
    throw ParameterError({"fetches"}, "this node has no engine that fetches");
  const std::uint64_t bytes = std::uint64_t{parameters_.packet_words} * memory_word_bytes;
  if (from % bytes != 0) {
    throw ParameterError({"packet_words"},
                         fmt::format("a block at address {} for an engine that fetches packets of "
                                     "{} bytes; expected a multiple of that",
                                     from, bytes));
  }
  from_ = from;
  to_ = to;
  words_ = words;
  node_ = node;
  read_ = 0;
}

void FetchEngine::evaluate(MemoryClocks now) {
  if (read_ == words_ || path_->asking(master_) || !port_->room()) return;
  const std::uint64_t offset = read_ * memory_word_bytes;
  if (!stops_.passes(from_ + offset, now)) return;
  const std::uint64_t words = std::min<std::uint64_t>(parameters_.packet_words, words_ - read_);
  MemoryTransaction transaction;
  transaction.address = from_ + offset;
  transaction.words = static_cast<unsigned>(words);
  path_->request(master_, 0, transaction, now);
  port_->promise();
  read_ += words;
  ++in_flight_;
}

void FetchEngine::complete(const PathCompletion& completion) {
  const MemoryTransaction& read = completion.transaction;
  port_->push({to_ + (read.address - from_), read.words, read.data, node_});
  --in_flight_;
}

DepositEngine::DepositEngine(const EngineParameters& parameters, unsigned master, MemoryPath& path,
                             NetworkPort& port)
    : parameters_(parameters), master_(master), path_(&path), port_(&port) {}

void DepositEngine::start() {
  if (!parameters_.deposits)
    throw ParameterError({"deposits"}, "this node has no engine that deposits");
  on_ = true;
  follows_.reset();
}

void DepositEngine::evaluate(MemoryClocks now) {
  if (!on_ || path_->asking(master_)) return;
  const NetworkPacket* packet = port_->arrived(now);
  if (packet == nullptr || packet->kind != NetworkPacketKind::words ||
      !stops_.passes(packet->address, now))
    return;
  if (!parameters_.scatters && follows_ && packet->address != *follows_) {
    throw ParameterError({"scatters"},
                         fmt::format("a packet for address {} behind one up to {}; this engine "
                                     "stores contiguous blocks only",
                                     packet->address, *follows_));
  }
  follows_ = packet->address + std::uint64_t{packet->words} * memory_word_bytes;
  MemoryTransaction transaction;
  transaction.address = packet->address;
  transaction.words = packet->words;
  transaction.write = true;
  transaction.data = packet->data;
  path_->request(master_, 0, transaction, now);
  port_->pop_arrived();
  ++in_flight_;
}

void DepositEngine::complete(const PathCompletion& /*completion*/) { --in_flight_; }

}  // namespace weft
