// Objects that are held by several and count who holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weft {

/// Base of such an object.
class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 protected:
  ~Counted() = default;

 private:
  template <class Object>
  friend class CountedPtr;

  std::uint32_t holders_ = 0;
};

/// Holds one, or none; it goes with its last holder, who deletes it, or calls its
/// `last_holder_gone` if it has one. As std::shared_ptr, within one thread: a copy costs an
/// increment where that of a std::shared_ptr is an atomic one, in two words.
template <class Object>
class CountedPtr {
 public:
  CountedPtr() = default;
  CountedPtr(std::nullptr_t) {}
  /// One that was made elsewhere; null for none.
  explicit CountedPtr(Object* object) : object_(object) {
    if (object_ != nullptr) ++object_->holders_;
  }
  CountedPtr(const CountedPtr& other) : CountedPtr(other.object_) {}
  CountedPtr(CountedPtr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  CountedPtr& operator=(const CountedPtr& other) {
    if (other.object_ != nullptr) ++other.object_->holders_;
    let_go(std::exchange(object_, other.object_));
    return *this;
  }
  CountedPtr& operator=(CountedPtr&& other) noexcept {
    Object* const taken = std::exchange(other.object_, nullptr);
    let_go(std::exchange(object_, taken));
    return *this;
  }
  ~CountedPtr() { let_go(object_); }

  template <class... Arguments>
  static CountedPtr make(Arguments&&... arguments) {
    CountedPtr made;
    made.object_ = new Object(std::forward<Arguments>(arguments)...);
    made.object_->holders_ = 1;
    return made;
  }

  void reset() { let_go(std::exchange(object_, nullptr)); }
  Object* get() const { return object_; }
  Object& operator*() const { return *object_; }
  Object* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  /// Holders of it, this one among them; there is one.
  std::uint32_t use_count() const { return object_->holders_; }

  friend bool operator==(const CountedPtr&, const CountedPtr&) = default;
  friend bool operator==(const CountedPtr& one, std::nullptr_t) { return one.object_ == nullptr; }

 private:
  static void let_go(Object* object) {
    if (object == nullptr || --object->holders_ != 0) return;
    if constexpr (requires { object->last_holder_gone(); }) {
      object->last_holder_gone();
    } else {
      delete object;
    }
  }

  Object* object_ = nullptr;
};

}  // namespace weft
