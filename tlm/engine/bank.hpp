// Memory for what all models of a platform need for each token.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <utility>

#include "hw/common/huge_pages.hpp"

namespace weft {

/// Objects that stand side by side, each from the begin of a line of the host's cache, in the order
/// in which they were made; in large pages where there are many. Their memory goes with the bank,
/// which outlives them.
class Bank {
 public:
  struct Destroy {
    template <class T>
    void operator()(T* object) const {
      std::destroy_at(object);
    }
  };
  template <class T>
  using Owned = std::unique_ptr<T, Destroy>;

  template <class T, class... Arguments>
  Owned<T> make(Arguments&&... arguments) {
    constexpr std::size_t line = 64;
    void* const place = memory_.allocate((sizeof(T) + line - 1) / line * line, line);
    return Owned<T>(
        std::construct_at(static_cast<T*>(place), std::forward<Arguments>(arguments)...));
  }
  /// For containers of what belongs there too.
  std::pmr::memory_resource& memory() { return memory_; }

 private:
  HugePages pages_;
  std::pmr::monotonic_buffer_resource memory_{&pages_};
};

}  // namespace weft
