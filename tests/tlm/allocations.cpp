// In a file of its own, as a compiler that sees both looks for `new` and `free` that do not match.
#include "tests/tlm/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

std::uint64_t count = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace weft::test {

std::uint64_t allocations() { return count; }

}  // namespace weft::test
