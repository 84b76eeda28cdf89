// Memory for what all models of a platform need for each token.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <typeindex>
#include <unordered_map>
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
  /// What there is one of for all models of a platform, as they need one; made for who asks first.
  template <class T>
  T& shared() {
    std::shared_ptr<void>& made = shared_[typeid(T)];
    if (made == nullptr) made = std::make_shared<T>();
    return *static_cast<T*>(made.get());
  }
  /// For containers of what belongs there too.
  std::pmr::memory_resource& memory() { return memory_; }

 private:
  HugePages pages_;
  std::pmr::monotonic_buffer_resource memory_{&pages_};
  std::unordered_map<std::type_index, std::shared_ptr<void>> shared_;
};

}  // namespace weft
