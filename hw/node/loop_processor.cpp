#include "hw/node/loop_processor.hpp"

#include <algorithm>
#include <cassert>

#include "hw/common/parameter_error.hpp"
#include "hw/node/parameter_check.hpp"

namespace weft {

LoopProcessor::LoopProcessor(const ProcessorParameters& parameters, unsigned line_bytes,
                             const PortParameters& port_parameters, unsigned master,
                             MemoryPath& path, NetworkPort& port)
    : parameters_(checked(parameters)),
      port_parameters_(checked(port_parameters)),
      line_bytes_(line_bytes),
      master_(master),
      path_(&path),
      port_(&port),
      cache_(parameters.cache, line_bytes),
      write_queue_(parameters.write_queue) {
  registers_.fill(Registers(parameters.unroll));
}

void LoopProcessor::start(const LoopTransfer& loop) {
  assert(done());
  assert(!loop.pairs || 2 * parameters_.write_queue.entry_bytes <=
                            MemoryTransaction::most_words * memory_word_bytes);
  loop_ = loop;
  next_from_index_ = next_to_index_ = next_load_ = next_store_ = 0;
  set_up_clocks_ = loop.overhead_clocks;
  if (loop.to_port) set_up(loop.node);
  if (loop.from_node) set_up(*loop.from_node);
}

void LoopProcessor::set_up(unsigned partner) {
  const auto entry = std::find(partners_.begin(), partners_.end(), partner);
  if (entry == partners_.end()) {
    set_up_clocks_ += port_parameters_.partner_clocks;
    if (partners_.size() == port_parameters_.partners) partners_.erase(partners_.begin());
  } else {
    partners_.erase(entry);
  }
  partners_.push_back(partner);
}

bool LoopProcessor::done() const {
  return next_store_ == loop_.elements && write_queue_.empty() && writes_.empty();
}

// Elements by which something may be ahead of what needs it: one for each register.
bool LoopProcessor::step(MemoryClocks now) {
  if (set_up_clocks_ != 0) {
    --set_up_clocks_;
    return false;
  }
  if (loop_.from && loop_.from->indexed && next_load_ < loop_.elements &&
      next_from_index_ < loop_.from->block_of(next_load_) + parameters_.unroll &&
      next_from_index_ <= loop_.from->block_of(loop_.elements - 1)) {
    return load_index(*loop_.from, Register::from_index, next_from_index_);
  }
  if (loop_.to.indexed && next_store_ < loop_.elements &&
      next_to_index_ < loop_.to.block_of(next_store_) + parameters_.unroll &&
      next_to_index_ <= loop_.to.block_of(loop_.elements - 1)) {
    return load_index(loop_.to, Register::to_index, next_to_index_);
  }
  if (next_load_ < loop_.elements && next_load_ < next_store_ + parameters_.unroll)
    return load_element(now);
  return store_element();
}

bool LoopProcessor::load_index(const AccessPattern& pattern, Register target, std::uint64_t& next) {
  if (!load({target, next, pattern.index_address(next)})) return false;
  ++next;
  return true;
}

bool LoopProcessor::load_element(MemoryClocks now) {
  if (!loop_.from) return load_port(now);
  std::uint64_t index = 0;
  if (loop_.from->indexed) {
    const std::uint64_t number = loop_.from->block_of(next_load_);
    const std::optional<std::uint64_t>& there = value(Register::from_index, number);
    if (!there) return false;
    index = *there;
  }
  if (!load({Register::element, next_load_, loop_.from->address(next_load_, index)})) return false;
  ++next_load_;
  return true;
}

std::optional<std::uint64_t> LoopProcessor::store_address() {
  if (loop_.pairs && !loop_.to_port) return value(Register::to_index, next_store_);
  if (!loop_.to.indexed) return loop_.to.address(next_store_, 0);
  const auto& index = value(Register::to_index, loop_.to.block_of(next_store_));
  if (!index) return std::nullopt;
  return loop_.to.address(next_store_, *index);
}

bool LoopProcessor::store_element() {
  const std::optional<std::uint64_t>& word = value(Register::element, next_store_);
  if (!word) return false;
  const std::optional<std::uint64_t> found = store_address();
  if (!found) return false;
  const std::uint64_t address = *found;
  // else the line would come without the word
  if (!loop_.to_port && line_wanted(address) != nullptr) return false;
  if (!write_queue_.takes(loop_.to_port, address)) return false;
  write_queue_.store(loop_.to_port, address, *word);
  if (!loop_.to_port) cache_.store(address, *word);
  ++next_store_;
  return true;
}

unsigned LoopProcessor::reads_of(bool line, bool port) const {
  const auto same = [&](const Read& read) { return read.line == line && read.port == port; };
  const auto waiting = std::count_if(wanted_.begin(), wanted_.end(), same);
  const auto asked = std::count_if(reads_.begin(), reads_.end(),
                                   [&](const InFlight& one) { return same(one.read); });
  return static_cast<unsigned>(waiting + asked);
}

LoopProcessor::Read* LoopProcessor::line_wanted(std::uint64_t address) {
  const auto has = [&](const Read& read) {
    return read.line && !read.stale &&
           cache_.line_of(read.transaction.address) == cache_.line_of(address);
  };
  const auto waiting = std::find_if(wanted_.begin(), wanted_.end(), has);
  if (waiting != wanted_.end()) return &*waiting;
  const auto asked = std::find_if(reads_.begin(), reads_.end(),
                                  [&](const InFlight& one) { return has(one.read); });
  return asked == reads_.end() ? nullptr : &asked->read;
}

bool LoopProcessor::waits_for_store(std::uint64_t first, std::uint64_t bytes) {
  if (!write_queue_.holds(first, first + bytes)) return false;
  drain_ = true;
  return true;
}

bool LoopProcessor::load(const Load& load) {
  if (loop_.from_node && load.target == Register::element) return load_remote(load);
  return parameters_.pipelined_loads != 0 ? load_word(load) : load_through_cache(load);
}

bool LoopProcessor::load_word(const Load& load) {
  const std::uint64_t address = load.address / memory_word_bytes * memory_word_bytes;
  if (waits_for_store(address, memory_word_bytes)) return false;
  if (reads_of(false, false) >= parameters_.pipelined_loads) return false;
  value(load.target, load.number).reset();
  Read read{false, false, {}, {load}, false};
  read.transaction.address = address;
  wanted_.push_back(read);
  return true;
}

bool LoopProcessor::load_through_cache(const Load& load) {
  const std::uint64_t address = load.address / memory_word_bytes * memory_word_bytes;
  if (const std::optional<std::uint64_t> word = cache_.load(address)) {
    ++counts_.hits;
    put(load, *word);
    return true;
  }
  if (Read* wanted = line_wanted(address)) {
    value(load.target, load.number).reset();
    wanted->loads.push_back(load);
    return true;
  }
  const std::uint64_t line = cache_.line_of(address) * line_bytes_;
  if (reads_of(true, false) >= parameters_.line_fills) return false;
  if (waits_for_store(line, line_bytes_)) return false;
  ++counts_.fills;
  value(load.target, load.number).reset();
  Read read{true, false, {}, {load}, false};
  read.transaction.address = line;
  read.transaction.words = line_bytes_ / memory_word_bytes;
  wanted_.push_back(read);
  return true;
}

bool LoopProcessor::load_port(MemoryClocks now) {
  const unsigned asked = reads_of(false, true);
  if (asked >= std::max(1U, parameters_.pipelined_loads)) return false;
  if ((asked + 1) * port_words() > port_->words_arrived(now)) return false;
  value(Register::element, next_load_).reset();
  wanted_.push_back({false, true, {}, {{Register::element, next_load_, 0}}, false});
  ++next_load_;
  return true;
}

bool LoopProcessor::load_remote(const Load& load) {
  if (remote_load_) return false;
  remote_load_ = true;
  value(load.target, load.number).reset();
  Read read{false, false, {}, {load}, false, true, false};
  read.transaction.address = load.address;
  wanted_.push_back(read);
  return true;
}

// The word takes the bus from the port to its register.
void LoopProcessor::take_reply(MemoryClocks now) {
  if (!waits_reply_ || path_->asking(master_)) return;
  const NetworkPacket* reply = port_->arrived(now);
  if (reply == nullptr || reply->kind != NetworkPacketKind::reply) return;
  Read read = *waits_reply_;
  read.answered = true;
  read.transaction.data = reply->data;
  waits_reply_.reset();
  port_->pop_arrived();
  const unsigned tag = next_tag_++;
  path_->request_bus(master_, tag, read.transaction, std::max(1U, port_parameters_.read_clocks),
                     now);
  reads_.push_back({tag, read});
}

void LoopProcessor::take_from_port(const Read& read) {
  const Load& load = read.loads.front();
  if (loop_.pairs) value(Register::to_index, load.number) = port_->take_word();
  put(load, port_->take_word());
}

// Words behind each other as they are, or each behind its address.
NetworkPacket LoopProcessor::packet_of(const MemoryTransaction& write) const {
  if (!loop_.pairs) return {write.address, write.words, write.data, loop_.node};
  NetworkPacket packet;
  packet.address = write.address;
  packet.words = 2 * write.words;
  packet.node = loop_.node;
  for (std::size_t i = 0; i < write.words; ++i) {
    packet.data[2 * i] = write.address + i * memory_word_bytes;
    packet.data[2 * i + 1] = write.data[i];
  }
  return packet;
}

void LoopProcessor::put(const Load& load, std::uint64_t word) {
  switch (load.target) {
    case Register::element: break;
    case Register::from_index: word = loop_.from->index_in(word, load.address); break;
    case Register::to_index: word = loop_.to.index_in(word, load.address); break;
  }
  value(load.target, load.number) = word;
}

void LoopProcessor::complete(const PathCompletion& completion) {
  if (completion.transaction.write) {
    if (const auto sent = std::find(port_writes_.begin(), port_writes_.end(), completion.tag);
        sent != port_writes_.end()) {
      port_writes_.erase(sent);
      port_->push(packet_of(completion.transaction));
    }
    writes_.erase(std::find(writes_.begin(), writes_.end(), completion.tag));
    return;
  }
  const auto found = std::find_if(reads_.begin(), reads_.end(),
                                  [&](const InFlight& one) { return one.tag == completion.tag; });
  const Read read = found->read;
  reads_.erase(found);
  if (read.remote && !read.answered) {
    port_->push({read.transaction.address, 1, {}, *loop_.from_node, NetworkPacketKind::request});
    waits_reply_ = read;
    return;
  }
  if (read.remote) {
    put(read.loads.front(), read.transaction.data[0]);
    remote_load_ = false;
    return;
  }
  if (read.port) {
    take_from_port(read);
    return;
  }
  const MemoryTransaction& transaction = completion.transaction;
  if (read.line && !read.stale) cache_.fill(transaction);
  for (const Load& load : read.loads)
    put(load, transaction.data[(load.address - transaction.address) / memory_word_bytes]);
}

void LoopProcessor::invalidate(std::uint64_t address) {
  cache_.invalidate(address);
  for (InFlight& one : reads_) {
    if (one.read.line && cache_.line_of(one.read.transaction.address) == cache_.line_of(address))
      one.read.stale = true;
  }
}

void LoopProcessor::evaluate(MemoryClocks now) {
  if (next_store_ < loop_.elements) ++(step(now) ? counts_.instructions : counts_.stalls);
  take_reply(now);
  if (!path_->asking(master_)) ask(now);
}

// Loads come first, as the processor waits for them and stores can wait in their queue.
void LoopProcessor::ask(MemoryClocks now) {
  if (!wanted_.empty()) {
    ask_read(now);
  } else if (!write_queue_.empty() &&
             (drain_ || write_queue_.drains() || next_store_ == loop_.elements)) {
    ask_write(now);
  }
}

void LoopProcessor::ask_read(MemoryClocks now) {
  const Read read = wanted_.front();
  if (read.remote && !port_->room(PacketLane::requests)) return;
  wanted_.pop_front();
  const unsigned tag = next_tag_++;
  if (read.remote) {
    port_->promise(PacketLane::requests);
    path_->request_bus(master_, tag, read.transaction, port_parameters_.write_clocks + 1, now);
  } else if (read.port) {
    path_->request_bus(master_, tag, read.transaction, port_parameters_.read_clocks * port_words(),
                       now);
  } else {
    path_->request(master_, tag, read.transaction, now);
  }
  reads_.push_back({tag, read});
}

void LoopProcessor::ask_write(MemoryClocks now) {
  const QueuedWrite write = write_queue_.first();
  if (write.port && !port_->room()) return;
  const unsigned tag = next_tag_++;
  if (write.port) {
    port_->promise();
    port_writes_.push_back(tag);
    path_->request_bus(master_, tag, write.transaction,
                       port_parameters_.write_clocks + write.transaction.words * port_words(), now);
  } else {
    path_->request(master_, tag, write.transaction, now);
  }
  writes_.push_back(tag);
  write_queue_.pop();
  drain_ = false;
}

}  // namespace weft
