// The memory of a node of a hypercube.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "hw/memory/block_port.hpp"
#include "hw/memory/memory_contents.hpp"

namespace weft {

/// Bytes from address 0 on; a word is four of them, the lowest first. Who accesses it asks `holds`
/// before.
///
/// They may lie in a memory beside it (lie_in). Then what is read comes from there; what is
/// written goes there, but for what is only noted: that is on its way, in whole words of 8 bytes.
class HypercubeMemory {
 public:
  static constexpr std::uint32_t word_bytes = 4;

  /// All bytes are 0. They take no memory of the computer before they are written.
  explicit HypercubeMemory(std::uint32_t bytes)
      : size_(bytes), bytes_(static_cast<std::uint8_t*>(std::calloc(bytes, 1)), std::free) {
    if (!bytes_) throw std::bad_alloc();
  }

  std::uint32_t size() const { return size_; }
  bool holds(std::uint32_t address, std::uint64_t bytes) const { return address + bytes <= size_; }

  /// That memory lives as long, and holds as many bytes; to be called before all others.
  void lie_in(MemoryContents& contents) { contents_ = &contents; }

  /// Valid until something else is read.
  std::span<const std::uint8_t> bytes(std::uint32_t address, std::uint32_t count) const;
  void write(std::uint32_t address, std::span<const std::uint8_t> bytes);
  std::uint32_t word(std::uint32_t address) const;
  void set_word(std::uint32_t address, std::uint32_t value);
  /// A word that is on its way.
  struct NotedWord {
    std::uint32_t address = 0;
    std::uint64_t around = 0;  ///< The 8 bytes that it is part of, as they are to be written.
  };
  /// From now on words that are set are only noted, and pushed there; null ends that.
  void note_words(std::vector<NotedWord>* there) { words_noted_ = there; }
  /// Notes bytes; gives the words of 8 bytes from `word_below(address)` on that they are part of,
  /// as they are to be written.
  std::vector<std::uint64_t> note(std::uint32_t address, std::span<const std::uint8_t> bytes);
  /// Noted bytes have been written. In their first and last word stands again what was written to
  /// the rest of these words meanwhile.
  void noted_written(std::uint32_t address, std::uint32_t count);
  static std::uint32_t word_below(std::uint32_t address) { return address / 8 * 8; }
  /// To be read: the words of 8 bytes that these bytes, one or more, are part of.
  static MemoryBlock block_around(std::uint32_t address, std::uint32_t bytes);

 private:
  void put_words(std::uint32_t address, std::size_t bytes);
  std::uint64_t noted_word(std::uint32_t address) const;

  std::uint32_t size_;
  std::unique_ptr<std::uint8_t[], decltype(&std::free)> bytes_;  // all that was written or noted
  MemoryContents* contents_ = nullptr;
  std::vector<NotedWord>* words_noted_ = nullptr;
  mutable std::vector<std::uint8_t> read_;  // from there, last
};

}  // namespace weft
