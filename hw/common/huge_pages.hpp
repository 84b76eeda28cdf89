// Memory in large pages.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace weft {

/// Large blocks are asked for in pages of 2 MB, of which a processor keeps the addresses where it
/// would not keep those of hundreds of small ones; all else is as from `new`.
class HugePages final : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

}  // namespace weft
