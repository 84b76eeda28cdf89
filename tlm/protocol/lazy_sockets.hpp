// Sockets of a link end that are made only for who asks for them.
#pragma once

#include <cstddef>
#include <memory>

#include "tlm/protocol/link_place.hpp"

namespace weft {

template <class Initiator, class Target>
class LazyTarget;

/// The transmitting side of a link end, to be used as the TLM-2.0 socket `Initiator`. Bound to a
/// LazyTarget it is a pointer to what is behind that, both ways, and there is no socket. For
/// anything else, and for who asks, the socket is made, with its name, in the module of its place;
/// what was bound before is bound by sockets then. Until the end of elaboration.
template <class Initiator, class Target>
class LazyInitiator {
 public:
  using Forward = typename Target::fw_interface_type;
  using Backward = typename Target::bw_interface_type;

  /// The socket is `name` in the module of `place`, and what comes back over it goes to `own`; all
  /// three must live as long as this.
  LazyInitiator(LinkPlace& place, Backward& own, const char* name)
      : place_(&place), own_(&own), name_(name) {}
  LazyInitiator(const LazyInitiator&) = delete;
  LazyInitiator& operator=(const LazyInitiator&) = delete;

  void bind(LazyTarget<Initiator, Target>& to) {
    if (is_free() && to.is_free()) {
      far_ = &to;
      to.far_ = this;
    } else {
      socket().bind(to.socket());
    }
  }
  /// A socket of anything else: a target, or an initiator around this one.
  template <class Socket>
  void bind(Socket& to) {
    socket().bind(to);
  }
  template <class Socket>
  void operator()(Socket& to) {
    bind(to);
  }

  /// Makes it if there is none.
  Initiator& socket() {
    if (socket_ == nullptr) {
      const AmongChildren here(place_->module());
      socket_ = std::make_unique<Initiator>(name_);
      socket_->bind(*own_);
      if (far_ != nullptr) bind_by_sockets();
    }
    return *socket_;
  }
  operator Initiator&() { return socket(); }

  /// What it leads to; null where nothing is bound. Sockets know that from the end of elaboration
  /// on.
  Forward* far() const {
    if (far_ != nullptr) return far_->own_;
    return socket_ == nullptr || socket_->size() == 0 ? nullptr : (*socket_)[0];
  }
  std::size_t size() const { return far() == nullptr ? 0 : 1; }
  Forward* operator->() const { return far(); }

 private:
  friend class LazyTarget<Initiator, Target>;

  bool is_free() const { return far_ == nullptr && socket_ == nullptr; }
  void bind_by_sockets() {
    LazyTarget<Initiator, Target>& to = *far_;
    far_ = nullptr;
    to.far_ = nullptr;
    socket().bind(to.socket());
  }

  LinkPlace* place_;
  Backward* own_;
  const char* name_;
  LazyTarget<Initiator, Target>* far_ = nullptr;  // bound without sockets
  std::unique_ptr<Initiator> socket_;
};

/// The receiving side, likewise.
template <class Initiator, class Target>
class LazyTarget {
 public:
  using Forward = typename Target::fw_interface_type;
  using Backward = typename Target::bw_interface_type;

  LazyTarget(LinkPlace& place, Forward& own, const char* name)
      : place_(&place), own_(&own), name_(name) {}
  LazyTarget(const LazyTarget&) = delete;
  LazyTarget& operator=(const LazyTarget&) = delete;

  void bind(LazyInitiator<Initiator, Target>& from) { from.bind(*this); }
  template <class Socket>
  void bind(Socket& from) {
    socket().bind(from);
  }
  template <class Socket>
  void operator()(Socket& from) {
    bind(from);
  }

  /// Makes it if there is none.
  Target& socket() {
    if (socket_ == nullptr) {
      const AmongChildren here(place_->module());
      socket_ = std::make_unique<Target>(name_);
      socket_->bind(*own_);
      if (far_ != nullptr) far_->bind_by_sockets();
    }
    return *socket_;
  }
  operator Target&() { return socket(); }

  /// What transmits to it; null where nothing is bound.
  Backward* far() const {
    if (far_ != nullptr) return far_->own_;
    return socket_ == nullptr || socket_->size() == 0 ? nullptr : socket_->get_base_port()[0];
  }
  std::size_t size() const { return far() == nullptr ? 0 : 1; }
  Backward* operator->() const { return far(); }

 private:
  friend class LazyInitiator<Initiator, Target>;

  bool is_free() const { return far_ == nullptr && socket_ == nullptr; }

  LinkPlace* place_;
  Forward* own_;
  const char* name_;
  LazyInitiator<Initiator, Target>* far_ = nullptr;  // bound without sockets
  std::unique_ptr<Target> socket_;
};

}  // namespace weft
