// How a program loads from the memory of its processor, and stores there.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/memory/block_port.hpp"
#include "hw/memory/memory_transaction.hpp"
#include "testbench/programs/process.hpp"

namespace weft {

/// Awaitable of `load`, which takes its turn at the memory with what virtual channels read and
/// write. Throws std::invalid_argument for no words or an address that is no word's, and
/// std::logic_error without a memory.
class Process::Load {
 public:
  Load(Process& process, std::uint64_t address, std::size_t words) : process_(&process) {
    block_.address = address;
    block_.words.resize(words);
    if (words == 0 || address % memory_word_bytes != 0)
      throw std::invalid_argument("expected one word or more, at a multiple of 8");
  }
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) {
    process_->suspend(program, Wait::memory);
    block_.done = [this](const MemoryBlock& done, Time now) {
      block_.words = done.words;
      process_->woken(now);
    };
    process_->core_->access(block_);
  }
  std::vector<std::uint64_t> await_resume() { return std::move(block_.words); }

 protected:
  Process* process_;
  MemoryBlock block_;
};

/// Awaitable of `store`; likewise.
class Process::Store : private Process::Load {
 public:
  Store(Process& process, std::uint64_t address, std::vector<std::uint64_t> words)
      : Load(process, address, words.size()) {
    block_.write = true;
    block_.words = std::move(words);
  }
  using Load::await_ready;
  using Load::await_suspend;
  void await_resume() const {}
};

inline Process::Load Process::load(std::uint64_t address, std::size_t words) {
  return {*this, address, words};
}
inline Process::Store Process::store(std::uint64_t address, std::vector<std::uint64_t> words) {
  return {*this, address, std::move(words)};
}

}  // namespace weft
