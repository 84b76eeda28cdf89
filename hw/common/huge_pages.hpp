// Memory in large pages: of a processor's table of addresses such a page takes one place, where it
// would take hundreds of small ones.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace weft {

/// Large blocks are asked for in pages of 2 MB; all else is as from `new`.
class HugePages final : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

/// What `new` gives from now on comes in such pages too, and stays with the process once it was
/// needed: for a program, before it allocates much. Nothing but addresses are taken for it; where
/// there are not enough of them, or a C library other than GNU's, all is as before.
void use_huge_pages_for_heap();

}  // namespace weft
