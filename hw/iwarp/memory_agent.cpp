#include "hw/iwarp/memory_agent.hpp"

#include <algorithm>

namespace weft {

namespace {

bool ends(const Word& word) {
  return word.tag == WordTag::message_end || word.tag == WordTag::pathway_end;
}

bool begins(const Word& word) {
  return word.tag == WordTag::message_begin || word.tag == WordTag::pathway_begin;
}

constexpr bool is_upper(std::uint32_t address) { return address % 8 != 0; }

}  // namespace

MemoryAgent::MemoryAgent(const IwarpParameters& parameters, CommunicationInterface& agent,
                         LocalMemory& memory)
    : clock_(parameters.clock), agent_(&agent), memory_(&memory) {}

void MemoryAgent::start(unsigned number, const SpoolSettings& settings) {
  stop(number);
  gates_[number] = {};
  gates_[number].settings = settings;
  gates_[number].counted = settings.words != 0;
  gates_[number].first = settings.address;
  gates_[number].active = true;
  ++active_;
  due_ = 0;  // at the next edge
}

void MemoryAgent::stop(unsigned number) {
  if (!gates_[number].active) return;
  gates_[number].active = false;
  --active_;
}

void MemoryAgent::give_back(unsigned gate, Time edge) {
  lent_ &= ~(1U << gate);
  agent_->post_spool_event(AgentEvent::spool_end, gate);
  agent_->call_clients_at(edge);
}

void MemoryAgent::work(Time now) {
  for (unsigned number = 0; number < spool_count; ++number) {
    Gate& gate = gates_[number];
    if (!gate.active) continue;
    if (gate.waiting != 0) put_into_queue(gate, now);
    if (done(gate)) end(number, AgentEvent::spool_end);
  }
  if (bus_free_ > now) {
    due_ = std::min(due_, bus_free_);
    return;
  }
  for (unsigned step = 1; step <= spool_count; ++step) {
    const unsigned number = (last_ + step) % spool_count;
    Gate& gate = gates_[number];
    const unsigned words = gate.active ? ready(gate, now) : 0;
    if (words == 0) continue;
    last_ = number;
    return move(number, words, now);
  }
}

ChannelSet MemoryAgent::channels_of_gates() const {
  ChannelSet channels = 0;
  for (const Gate& gate : gates_) {
    if (gate.active) channels |= bit(gate.settings.channel);
  }
  return channels;
}

// --- readiness

bool MemoryAgent::done(const Gate& gate) {
  const SpoolSettings& settings = gate.settings;
  if (gate.waiting != 0) return false;
  if (gate.counted && settings.words == 0) return true;
  if (settings.direction == SpoolDirection::from_memory) {
    return settings.follows && !gates_[*settings.follows].active && words_behind(gate) == 0;
  }
  if (!settings.until_end || !agent_->readable(settings.channel) ||
      !ends(agent_->head(settings.channel))) {
    return false;
  }
  if (!agent_->may_spool_end()) {
    due_ = 0;  // another gate has the port in this clock
    return false;
  }
  agent_->spool_end(settings.channel);
  return true;
}

// The words that a gate can move in one access, or 0.
unsigned MemoryAgent::ready(Gate& gate, Time now) {
  return gate.settings.direction == SpoolDirection::to_memory ? ready_to_memory(gate, now)
                                                              : ready_from_memory(gate);
}

unsigned MemoryAgent::ready_to_memory(Gate& gate, Time now) {
  const SpoolSettings& settings = gate.settings;
  const std::uint32_t room = settings.ring ? room_in_ring(gate) : 2;
  if (room == 0 || !agent_->readable(settings.channel)) {
    gate.lone_since = never;
    return 0;
  }
  if (room == 1 || is_upper(settings.address) || (gate.counted && settings.words == 1)) return 1;
  if (agent_->queue_level(settings.channel) > 1) {
    gate.lone_since = never;
    const Word& other = agent_->head(settings.channel, 1);
    return begins(other) || (settings.until_end && ends(other)) ? 1 : 2;
  }
  gate.lone_since = std::min(gate.lone_since, now);
  const Time alone_for = 3 * clock_;  // at full rate the next one is seen after two
  if (now >= gate.lone_since + alone_for) return 1;
  due_ = std::min(due_, gate.lone_since + alone_for);
  return 0;
}

unsigned MemoryAgent::ready_from_memory(const Gate& gate) const {
  const SpoolSettings& settings = gate.settings;
  if (gate.waiting != 0) return 0;
  std::uint32_t words = is_upper(settings.address) ? 1 : 2;
  if (gate.counted) words = std::min(words, settings.words);
  if (settings.follows) words = std::min(words, words_behind(gate));
  // room for a whole double word is waited for, while the queue has words enough to go on
  const unsigned room = agent_->room(settings.channel);
  if (room >= words) return words;
  return agent_->queue_level(settings.channel) > 1 ? 0 : room;
}

// Words that a gate to memory can write over what has been read.
std::uint32_t MemoryAgent::room_in_ring(const Gate& gate) {
  const std::uint32_t limit = gate.settings.limit;
  if (limit < gate.first + word_bytes) return 1;  // it comes to its limit
  return (limit - gate.first) / word_bytes - gate.unread;
}

// Of a gate that follows another: words that it can read.
std::uint32_t MemoryAgent::words_behind(const Gate& gate) const {
  const Gate& leader = gates_[*gate.settings.follows];
  if (gate.settings.ring) return leader.unread;
  const std::uint32_t to = leader.settings.address;
  return to > gate.settings.address ? (to - gate.settings.address) / word_bytes : 0;
}

// --- accesses

void MemoryAgent::move(unsigned number, unsigned words, Time now) {
  Gate& gate = gates_[number];
  SpoolSettings& settings = gate.settings;
  gate.lone_since = never;
  const std::uint32_t room =
      settings.limit > settings.address ? (settings.limit - settings.address) / word_bytes : 0;
  words = std::min<std::uint32_t>(words, room);
  if (words == 0) return end(number, AgentEvent::spool_error);
  const MemoryAnswer answer = settings.direction == SpoolDirection::to_memory
                                  ? write_from_queue(gate, words)
                                  : read_for_queue(gate, words, now);
  ++stolen_;
  stolen_until_ = hold_bus(answer, now);
  due_ = std::min(due_, stolen_until_);  // another gate may be ready
  if (!answer.good) return end(number, AgentEvent::spool_error);
  settings.address += words * word_bytes;
  if (settings.ring) go_round(gate, words);
  if (gate.counted) settings.words -= words;
}

void MemoryAgent::go_round(Gate& gate, unsigned words) {
  SpoolSettings& settings = gate.settings;
  if (settings.limit - settings.address < word_bytes) settings.address = gate.first;
  if (settings.direction == SpoolDirection::to_memory) {
    gate.unread += words;
  } else {
    gates_[*settings.follows].unread -= words;
  }
}

MemoryAnswer MemoryAgent::write_from_queue(Gate& gate, unsigned words) {
  const unsigned channel = gate.settings.channel;
  const std::uint32_t address = gate.settings.address;
  const bool upper = is_upper(address);
  std::uint64_t data = std::uint64_t{agent_->head(channel).value} << (upper ? 32 : 0);
  if (words == 2) data |= std::uint64_t{agent_->head(channel, 1).value} << 32;
  const MemoryAnswer answer = memory_->write(address & ~7U, data, words == 2 ? 3 : upper ? 2 : 1);
  for (unsigned i = 0; answer.good && i < words; ++i) {
    if (agent_->spool_from(channel).tag == WordTag::data) ++words_received_;
  }
  return answer;
}

MemoryAnswer MemoryAgent::read_for_queue(Gate& gate, unsigned words, Time now) {
  const std::uint32_t address = gate.settings.address;
  const MemoryAnswer answer = memory_->read(address & ~7U);
  if (!answer.good) return answer;
  gate.data = is_upper(address) ? answer.data >> 32 : answer.data;
  gate.waiting = words;
  gate.arrives = now + (1 + answer.extra_clocks) * clock_;
  return answer;
}

void MemoryAgent::put_into_queue(Gate& gate, Time now) {
  if (gate.arrives > now) {
    due_ = std::min(due_, gate.arrives);
    return;
  }
  const unsigned channel = gate.settings.channel;
  if (!agent_->may_spool_to()) {
    due_ = 0;  // another gate has the port in this clock
    return;
  }
  for (; gate.waiting != 0 && agent_->room(channel) != 0; --gate.waiting) {
    ++words_sent_;
    agent_->spool_to(channel, static_cast<std::uint32_t>(gate.data));
    gate.data >>= 32;
  }
}

void MemoryAgent::end(unsigned number, AgentEvent event) {
  stop(number);
  agent_->post_spool_event(event, number);
  due_ = 0;  // others may go on
}

Time MemoryAgent::hold_bus(const MemoryAnswer& answer, Time now) {
  bus_free_ = now + (1 + answer.extra_clocks) * clock_;
  return bus_free_;
}

MemoryAnswer MemoryAgent::load(std::uint32_t address, Time now) {
  MemoryAnswer answer = memory_->read(address & ~7U);
  if (is_upper(address)) answer.data >>= 32;
  answer.data &= 0xffff'ffff;
  hold_bus(answer, now);
  return answer;
}

MemoryAnswer MemoryAgent::write_word(std::uint32_t address, std::uint32_t value) {
  const bool upper = is_upper(address);
  return memory_->write(address & ~7U, std::uint64_t{value} << (upper ? 32 : 0), upper ? 2 : 1);
}

MemoryAnswer MemoryAgent::store(std::uint32_t address, std::uint32_t value, Time now) {
  const MemoryAnswer answer = write_word(address, value);
  hold_bus(answer, now);
  return answer;
}

MemoryAnswer MemoryAgent::load_double(std::uint32_t address, Time now) {
  const MemoryAnswer answer = memory_->read(address);
  hold_bus(answer, now);
  return answer;
}

MemoryAnswer MemoryAgent::store_double(std::uint32_t address, std::uint64_t value, Time now) {
  const MemoryAnswer answer = memory_->write(address, value, 3);
  hold_bus(answer, now);
  return answer;
}

bool MemoryAgent::preset(std::uint32_t address, const std::vector<std::uint32_t>& words) {
  for (const std::uint32_t word : words) {
    if (!write_word(address, word).good) return false;
    address += word_bytes;
  }
  return true;
}

}  // namespace weft
