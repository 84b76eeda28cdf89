#include "hw/common/huge_pages.hpp"

#include <algorithm>
#include <new>

#include <sys/mman.h>

namespace weft {

namespace {

constexpr std::size_t huge_page_bytes = std::size_t{1} << 21U;

std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
  return std::align_val_t{bytes < huge_page_bytes ? alignment
                                                  : std::max(alignment, huge_page_bytes)};
}

}  // namespace

// Where there are no such pages the advice comes to nothing.
void* HugePages::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* const block = ::operator new(bytes, alignment_of(bytes, alignment));
  if (bytes >= huge_page_bytes) madvise(block, bytes, MADV_HUGEPAGE);
  return block;
}

void HugePages::do_deallocate(void* block, std::size_t bytes, std::size_t alignment) {
  ::operator delete(block, bytes, alignment_of(bytes, alignment));
}

}  // namespace weft
