#include "platforms/copy_transfer/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "platforms/copy_transfer/measurement.hpp"
#include "platforms/copy_transfer/rounds.hpp"
#include "platforms/copy_transfer/simulated_machine.hpp"

namespace weft::copy_transfer {
namespace {

// Buffers lie behind all that exchanges name, each at the begin of a page.
constexpr std::uint64_t send_buffers = std::uint64_t{1} << 44U;
constexpr std::uint64_t receive_buffers = std::uint64_t{1} << 45U;
// those of the system lie as far behind these
constexpr std::uint64_t to_system_buffer = std::uint64_t{1} << 46U;
constexpr std::uint64_t buffer_alignment = 4096;

// A word that tells from where it came: a node may send one to several others.
std::uint64_t word_of(unsigned node, std::uint64_t address) {
  return (std::uint64_t{node} << 48U ^ address) * 0x9e37'79b9'7f4a'7c15 + 1;
}

// An index array is where addresses are computed: that of a chained write at the sender, that of a
// fetch at the receiver.
void lay_out(SimulatedMachine& machine, const Exchange& exchange, Way way) {
  WordStore& source = machine.memory(exchange.from);
  WordStore& target = machine.memory(exchange.to);
  WordStore& read_side = way == Way::fetched ? target : source;
  WordStore& write_side = way == Way::chained ? source : target;
  for (const Piece& piece : exchange.pieces) {
    for (std::uint64_t i = 0; i < piece.words; ++i) {
      const std::uint64_t address = piece.read.address(i);
      source.write(address, word_of(exchange.from, address));
    }
    piece.read.write_indices(read_side);
    piece.write.write_indices(write_side);
  }
}

void check(SimulatedMachine& machine, const std::string& name, const Exchange& exchange) {
  std::uint64_t number = 0;
  for (const Piece& piece : exchange.pieces) {
    for (std::uint64_t i = 0; i < piece.words; ++i, ++number) {
      const std::uint64_t expected = word_of(exchange.from, piece.read.address(i));
      if (machine.memory(exchange.to).read(piece.write.address(i)) == expected) continue;
      throw std::logic_error(fmt::format("{}: word {} of {} from node {} to node {} is wrong", name,
                                         number, exchange.words(), exchange.from, exchange.to));
    }
  }
}

AccessPattern block_at(std::uint64_t base, std::uint64_t words) {
  AccessPattern block;
  block.base = base + words * memory_word_bytes;
  return block;
}

// Where each exchange has its buffer on either side.
struct Buffers {
  std::uint64_t send = 0;
  std::uint64_t receive = 0;
};

std::vector<Buffers> make_buffers(const CommunicationStep& step, unsigned nodes) {
  std::vector<std::uint64_t> sent(nodes, send_buffers);
  std::vector<std::uint64_t> received(nodes, receive_buffers);
  std::vector<Buffers> buffers;
  for (const Exchange& exchange : step.exchanges) {
    const std::uint64_t bytes = exchange.words() * memory_word_bytes;
    const std::uint64_t room = (bytes / buffer_alignment + 1) * buffer_alignment;
    buffers.push_back({sent[exchange.from], received[exchange.to]});
    sent[exchange.from] += room;
    received[exchange.to] += room;
  }
  return buffers;
}

LoopTransfer copy_loop(std::uint64_t words, const AccessPattern& from, const AccessPattern& to) {
  LoopTransfer loop;
  loop.elements = words;
  loop.from = from;
  loop.to = to;
  return loop;
}

LoopTransfer send_loop(unsigned node, std::uint64_t words, const AccessPattern& from,
                       const AccessPattern& to) {
  LoopTransfer loop = copy_loop(words, from, to);
  loop.to_port = true;
  loop.node = node;
  return loop;
}

bool is_block(const Pattern& pattern) { return pattern.kind == Pattern::Kind::contiguous; }

class Runner {
 public:
  Runner(const NodeFile& file, const CommunicationStep& step)
      : file_(file),
        engine_(file.parameters.engine),
        library_(file.library.value_or(LibraryParameters{})),
        step_(step),
        machine_(file),
        pairs_(sends_pairs(file, step.operation, Way::chained)) {}

  MemoryClocks run(Way way) {
    lay_out_all(way);
    const MemoryClocks clocks = run_way(way);
    for (const Exchange& exchange : step_.exchanges) check(machine_, step_.name, exchange);
    return clocks;
  }

  MemoryClocks run_gather() {
    lay_out_all(Way::packed);
    return machine_.run(gather(make_buffers(step_, machine_.nodes())));
  }
  MemoryClocks run_scatter() {
    lay_out_all(Way::packed);
    return machine_.run(scatter(make_buffers(step_, machine_.nodes())));
  }

 private:
  void lay_out_all(Way way) {
    for (const Exchange& exchange : step_.exchanges) lay_out(machine_, exchange, way);
  }

  MemoryClocks run_way(Way way) {
    switch (way) {
      case Way::chained: return pairs_ ? chained_pairs() : chained();
      case Way::fetched: return fetched();
      case Way::packed:
      case Way::library: break;
    }
    return packed(way);
  }

  // A library copies each message to a buffer of the system before it is sent, and from one there.
  MemoryClocks packed(Way way) {
    const std::vector<Buffers> buffers = make_buffers(step_, machine_.nodes());
    const bool library = way == Way::library;
    const std::uint64_t behind = library ? to_system_buffer : 0;
    MemoryClocks clocks = machine_.run(gather(buffers));
    if (library) clocks += machine_.run(system_copies(buffers, true));
    clocks += send(way, [&](std::size_t i, Phase& phase) {
      const Exchange& exchange = step_.exchanges[i];
      send_block(exchange, exchange.words(), block_at(buffers[i].send + behind, 0),
                 block_at(buffers[i].receive + behind, 0), phase);
    });
    if (library) clocks += machine_.run(system_copies(buffers, false));
    return clocks + machine_.run(scatter(buffers));
  }

  Phase gather(const std::vector<Buffers>& buffers) const {
    Phase phase(machine_.nodes());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      std::uint64_t at = 0;
      for (const Piece& piece : step_.exchanges[i].pieces) {
        phase[step_.exchanges[i].from].loops.push_back(
            copy_loop(piece.words, piece.read.access, block_at(buffers[i].send, at)));
        at += piece.words;
      }
    }
    return phase;
  }

  Phase scatter(const std::vector<Buffers>& buffers) const {
    Phase phase(machine_.nodes());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      std::uint64_t at = 0;
      for (const Piece& piece : step_.exchanges[i].pieces) {
        phase[step_.exchanges[i].to].loops.push_back(
            copy_loop(piece.words, block_at(buffers[i].receive, at), piece.write.access));
        at += piece.words;
      }
    }
    return phase;
  }

  // At the senders, or at the receivers.
  Phase system_copies(const std::vector<Buffers>& buffers, bool senders) const {
    Phase phase(machine_.nodes());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const Exchange& exchange = step_.exchanges[i];
      const std::uint64_t user = senders ? buffers[i].send : buffers[i].receive;
      const AccessPattern own = block_at(user, 0);
      const AccessPattern system = block_at(user + to_system_buffer, 0);
      LoopTransfer copy = senders ? copy_loop(exchange.words(), own, system)
                                  : copy_loop(exchange.words(), system, own);
      copy.overhead_clocks = senders ? library_.send_clocks : library_.receive_clocks;
      phase[senders ? exchange.from : exchange.to].loops.push_back(copy);
    }
    return phase;
  }

  MemoryClocks chained() {
    const bool blocks = is_block(step_.operation.read) && is_block(step_.operation.write);
    return send(Way::chained, [&](std::size_t i, Phase& phase) {
      const Exchange& exchange = step_.exchanges[i];
      for (const Piece& piece : exchange.pieces) {
        if (blocks) {
          send_block(exchange, piece.words, piece.read.access, piece.write.access, phase);
        } else {
          phase[exchange.from].loops.push_back(
              send_loop(exchange.to, piece.words, piece.read.access, piece.write.access));
        }
      }
    });
  }

  MemoryClocks chained_pairs() {
    return send(Way::chained, [&](std::size_t i, Phase& phase) {
      const Exchange& exchange = step_.exchanges[i];
      for (const Piece& piece : exchange.pieces) {
        LoopTransfer loop =
            send_loop(exchange.to, piece.words, piece.read.access, piece.write.access);
        loop.pairs = true;
        phase[exchange.from].loops.push_back(loop);
      }
      std::optional<LoopTransfer>& receives = phase[exchange.to].receives;
      if (!receives) receives = LoopTransfer{};
      receives->pairs = true;
      receives->elements += exchange.words();
    });
  }

  MemoryClocks fetched() {
    return send(Way::fetched, [&](std::size_t i, Phase& phase) {
      const Exchange& exchange = step_.exchanges[i];
      for (const Piece& piece : exchange.pieces) {
        LoopTransfer loop = copy_loop(piece.words, piece.read.access, piece.write.access);
        loop.from_node = exchange.from;
        phase[exchange.to].loops.push_back(loop);
      }
    });
  }

  void send_block(const Exchange& exchange, std::uint64_t words, const AccessPattern& from,
                  const AccessPattern& to, Phase& phase) const {
    NodeWork& work = phase[exchange.from];
    if (engine_.fetches) {
      work.fetches.push_back({from.base, to.base, words, exchange.to});
    } else {
      work.loops.push_back(send_loop(exchange.to, words, from, to));
    }
  }

  // `add` puts an exchange into the work of nodes.
  template <class Add>
  MemoryClocks send(Way way, const Add& add) {
    MemoryClocks clocks = 0;
    for (const Round& round : rounds_of(file_, step_, way)) {
      Phase phase(machine_.nodes());
      for (const std::size_t i : round.exchanges) add(i, phase);
      clocks += machine_.run(phase);
    }
    return clocks;
  }

  const NodeFile& file_;
  EngineParameters engine_;
  LibraryParameters library_;
  const CommunicationStep& step_;
  SimulatedMachine machine_;
  bool pairs_;
};

// What the node has to do that sends most, or receives most; to itself, as node 0 that is alone.
// What it stores in other nodes lies apart there.
CommunicationStep of_busiest(const CommunicationStep& step, unsigned Exchange::*end) {
  constexpr std::uint64_t apart = std::uint64_t{1} << 36U;
  std::map<unsigned, std::uint64_t> words;
  for (const Exchange& exchange : step.exchanges) words[exchange.*end] += exchange.words();
  const auto fewer = [](const auto& one, const auto& other) { return one.second < other.second; };
  const unsigned busiest = std::max_element(words.begin(), words.end(), fewer)->first;
  CommunicationStep its_own{step.name, step.operation, {}};
  for (Exchange exchange : step.exchanges) {
    if (exchange.*end != busiest) continue;
    for (Piece& piece : exchange.pieces)
      piece.write.access.base += its_own.exchanges.size() * apart;
    its_own.exchanges.push_back({0, 0, exchange.pieces, 0});
  }
  return its_own;
}

}  // namespace

std::uint64_t Exchange::words() const {
  std::uint64_t sum = 0;
  for (const Piece& piece : pieces) sum += piece.words;
  return sum;
}

std::uint64_t CommunicationStep::words() const {
  std::uint64_t sum = 0;
  for (const Exchange& exchange : exchanges) sum += exchange.words();
  return sum;
}

std::uint64_t CommunicationStep::most_words() const {
  std::map<unsigned, std::uint64_t> sent;
  for (const Exchange& exchange : exchanges) sent[exchange.from] += exchange.words();
  std::uint64_t most = 0;
  for (const auto& [node, words] : sent) most = std::max(most, words);
  return most;
}

std::string_view text_of(Way way) {
  constexpr std::array<std::string_view, all_ways.size()> texts{"packed", "chained", "library",
                                                                "fetched"};
  return texts[static_cast<std::size_t>(way)];
}

bool sends_pairs(const NodeFile& file, const Operation& operation, Way way) {
  const NodeParameters& node = file.parameters;
  return way == Way::chained && !is_block(operation.write) && !node.engine.scatters &&
         node.processors > 1 && node.port.read_clocks != 0;
}

std::string lacks_for(const NodeFile& file, const Operation& operation, Way way) {
  const EngineParameters& engine = file.parameters.engine;
  if (!file.network) return "a network";
  if (way == Way::fetched && !engine.reads) return "an engine that answers remote loads";
  // requests that wait on links would keep the replies from them that they wait for
  if (way == Way::fetched && file.network->wormhole_bytes != 0)
    return "routers that hold whole packets, where replies go past requests (wormhole_bytes of 0)";
  if (way == Way::fetched) return {};
  if (!engine.deposits) return "an engine that deposits";
  if (way == Way::library && !file.library) return "the overhead of a message (the key 'library')";
  if (way == Way::chained && !is_block(operation.write) && !engine.scatters &&
      !sends_pairs(file, operation, way))
    return "an engine that scatters, or a second processor that loads what arrives";
  return {};
}

ExchangeResult run_exchanges(const NodeFile& file, const CommunicationStep& step, Way way) {
  Runner runner(file, step);
  ExchangeResult result;
  result.clocks = runner.run(way);
  result.rate = rate_in(result.clocks, step.most_words(), file.parameters.clock);
  return result;
}

double rate_of_gather(const NodeFile& file, const CommunicationStep& step) {
  const NodeFile node = alone(file);
  const CommunicationStep busiest = of_busiest(step, &Exchange::from);
  return rate_in(Runner(node, busiest).run_gather(), busiest.words(), node.parameters.clock);
}

double rate_of_scatter(const NodeFile& file, const CommunicationStep& step) {
  const NodeFile node = alone(file);
  const CommunicationStep busiest = of_busiest(step, &Exchange::to);
  return rate_in(Runner(node, busiest).run_scatter(), busiest.words(), node.parameters.clock);
}

double rate_of_both(const NodeFile& file, const CommunicationStep& step) {
  return run_exchanges(alone(file), of_busiest(step, &Exchange::from), Way::chained).rate;
}

NodeFile alone(const NodeFile& file) {
  NodeFile one = file;
  one.network->x = one.network->y = one.network->z = one.network->nodes_per_router = 1;
  return one;
}

}  // namespace weft::copy_transfer
