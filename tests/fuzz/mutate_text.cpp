// Every second mutation is one of a platform's text, the others are libFuzzer's own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/support/platform_mutator.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  static weft::test::PlatformMutator mutator("fuzz", seed);
  if (seed % 2 == 0 || size == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text = mutator.mutate(std::string(data, data + size));
  const std::size_t length = std::min(text.size(), most);
  std::copy_n(text.begin(), length, data);
  return length;
}
