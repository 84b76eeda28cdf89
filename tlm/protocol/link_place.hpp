// Where a link end stands among the modules of SystemC.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <systemc>

namespace weft {

/// A module with this base starts the link ends that are made in its constructor: it calls `start`
/// of each at the start of the simulation.
class StartsItsLinks {
 protected:
  ~StartsItsLinks() = default;
};

/// A link end in a module that StartsItsLinks needs no module of its own: there is one, with its
/// name, once a socket of it is asked for. Any other link end has one from the begin on, which
/// starts it.
class LinkPlace {
 public:
  /// Within the module that is being constructed, or at the top. `start` is for an end that is to
  /// be started by its own module; may be empty.
  LinkPlace(const char* name, std::function<void()> start);

  /// Whose children the sockets are; makes it if there is none.
  sc_core::sc_module& module();

 private:
  class OwnModule;
  struct Delete {
    void operator()(OwnModule* module) const;
  };

  std::string name_;
  sc_core::sc_module* owner_ = nullptr;  // who starts it, if that is another one
  std::unique_ptr<OwnModule, Delete> own_;
};

/// What SystemC makes in its lifetime are children of a module that stands already.
class AmongChildren {
 public:
  explicit AmongChildren(sc_core::sc_module& parent) : context_(parent.simcontext()) {
    context_->hierarchy_push(&parent);
  }
  ~AmongChildren() { context_->hierarchy_pop(); }
  AmongChildren(const AmongChildren&) = delete;
  AmongChildren& operator=(const AmongChildren&) = delete;

 private:
  sc_core::sc_simcontext* context_;
};

}  // namespace weft
