#include "hw/common/huge_pages.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

#include <malloc.h>
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

// The heap of glibc is one block that grows at its end, and the advice stays with its addresses: so
// it is made large once, and what is free of it is kept. Sanitizers have another, and take no
// advice.
void use_huge_pages_for_heap() {
#ifdef __GLIBC__
  constexpr std::size_t room = std::size_t{1} << 30U;
  constexpr int usual_maps = 65536;
  if (mallopt(M_MMAP_MAX, 0) == 0) return;
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  void* const heap = std::malloc(room);
  mallopt(M_MMAP_MAX, usual_maps);
  mallopt(M_MMAP_THRESHOLD, 1 << 25);  // to which glibc raises it by itself
  if (heap == nullptr) return;
  const auto at = reinterpret_cast<std::uintptr_t>(heap);
  const std::uintptr_t page = (at + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
  madvise(reinterpret_cast<void*>(page), room - (page - at), MADV_HUGEPAGE);
  std::free(heap);
#endif
}

}  // namespace weft
