// What moves packets between the link and the memory without a processor.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "hw/memory/memory_path.hpp"
#include "hw/node/network_port.hpp"

namespace weft {

/// Stops at the end of a block of memory until a processor that attends to it has started it again.
class EngineStops {
 public:
  explicit EngineStops(const EngineParameters& parameters) : parameters_(parameters) {}

  /// Whether it goes on at that clock, with what lies at an address.
  bool passes(std::uint64_t address, MemoryClocks now);
  std::uint64_t stops() const { return stops_; }

 private:
  EngineParameters parameters_;
  std::optional<std::uint64_t> block_;
  MemoryClocks restarted_ = 0;
  std::uint64_t stops_ = 0;
};

/// Sends a contiguous block of memory, packet by packet: a DMA.
class FetchEngine {
 public:
  FetchEngine(const EngineParameters& parameters, unsigned master, MemoryPath& path,
              NetworkPort& port);

  /// The block before has been sent. Its words go to as many from `to` on, of that node. Throws
  /// ParameterError if there is no such engine, or the block does not begin where a packet of
  /// memory does.
  void start(std::uint64_t from, std::uint64_t to, std::uint64_t words, unsigned node = 0);
  bool done() const { return read_ == words_ && !in_flight_; }
  void complete(const PathCompletion& completion);
  void evaluate(MemoryClocks now);
  std::uint64_t stops() const { return stops_.stops(); }

 private:
  EngineParameters parameters_;
  unsigned master_;
  MemoryPath* path_;
  NetworkPort* port_;
  EngineStops stops_{parameters_};
  std::uint64_t from_ = 0;
  std::uint64_t to_ = 0;
  std::uint64_t words_ = 0;
  unsigned node_ = 0;
  std::uint64_t read_ = 0;
  unsigned in_flight_ = 0;
};

/// Stores packets that arrive: a DMA, or a deposit engine where it scatters.
class DepositEngine {
 public:
  DepositEngine(const EngineParameters& parameters, unsigned master, MemoryPath& path,
                NetworkPort& port);

  /// Packets that arrive are for it from now on, not for a processor. Throws ParameterError if
  /// there is no such engine.
  void start();
  /// Packets that arrive are for a processor from now on.
  void stop() { on_ = false; }
  bool on() const { return on_; }
  void complete(const PathCompletion& completion);
  /// Throws ParameterError for a packet that does not follow the one before, where it does not
  /// scatter.
  void evaluate(MemoryClocks now);
  bool idle() const { return in_flight_ == 0; }
  std::uint64_t stops() const { return stops_.stops(); }

 private:
  EngineParameters parameters_;
  unsigned master_;
  MemoryPath* path_;
  NetworkPort* port_;
  EngineStops stops_{parameters_};
  bool on_ = false;
  std::optional<std::uint64_t> follows_;
  unsigned in_flight_ = 0;
};

}  // namespace weft
