// What the control links of a T9000 do to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/t9000_core.hpp"

namespace weft {

/// Memory that a boot loads, and a processor that waits for it: its processes begin with `run`.
/// What is loaded decides nothing, as no instruction is executed: programs are the testbench's.
/// Links and virtual channels go on whatever the processor does.
class ProcessorControl {
 public:
  static constexpr std::uint32_t word_bytes = 4;
  /// What it is asked for by `identify`; with the number of links. Weft's own [NF].
  static constexpr std::uint32_t device = 0x9000'0000;
  /// Registers of its links, above all memory: of each link one every `link_every` bytes, a
  /// command, which a 1 starts, and behind it a status as that of a link of a C104. Weft's own
  /// [NF].
  static constexpr std::uint32_t link_base = 0x8000'0000;
  static constexpr std::uint32_t link_every = 0x10;
  static constexpr std::uint32_t link_command = 0;
  static constexpr std::uint32_t link_status = 4;
  static constexpr std::uint32_t link_register(unsigned link, std::uint32_t which) {
    return link_base + link * link_every + which;
  }

  /// Stops the processor, before the run. `core` must outlive it.
  ProcessorControl(T9000Core& core, std::size_t memory_bytes)
      : core_(&core), memory_(memory_bytes) {
    core.processor().stop(0);
  }

  std::uint32_t identity() const { return device | core_->parameters().links; }
  /// A word of memory, the least significant byte first; nothing where there is none, or the
  /// address is not that of a word.
  std::optional<std::uint32_t> read(std::uint32_t address) const;
  /// False likewise.
  bool write(std::uint32_t address, std::uint32_t word);
  /// So many bytes are to come, from this address on; false unless there is memory for them.
  bool begin_load(std::uint32_t address, std::uint32_t bytes);
  /// The next of them; false for more than are to come.
  bool load(std::span<const std::uint8_t> bytes);
  /// The processes begin, or go on, at the next edge of the T9000's clock; false while bytes of a
  /// load are missing, while they run, and after a reset of those that cannot begin again
  /// (T9000Core::begins_again).
  bool run(Time now);
  /// False unless they run.
  bool stop(Time now);
  /// Stops the processor and empties its memory: the next `run` begins its processes anew
  /// (T9000Core::reset).
  void reset(Time now);

 private:
  bool has(std::uint32_t address, std::size_t bytes) const {
    return address <= memory_.size() && bytes <= memory_.size() - address;
  }

  T9000Core* core_;
  std::vector<std::uint8_t> memory_;
  std::size_t next_ = 0;    // of a load: where the next byte goes
  std::size_t end_ = 0;     // ... and where it ends
  bool has_run_ = false;    // since it was made or reset
  bool has_ended_ = false;  // by a reset that its processes do not begin again after
};

}  // namespace weft
