// A component as a module, as elaboration handles it.
#pragma once

#include <any>
#include <cstdint>
#include <utility>

#include "platforms/elaboration/shared_parts.hpp"

namespace weft {

/// Of a port that is two busses (PortInfo::one_way): the output where a link says `from`, the input
/// where it says `to`.
enum class Side : std::uint8_t { from, to };

/// Made by the factory of a level (ComponentModules); owns the module.
class ComponentInstance {
 public:
  virtual ~ComponentInstance() = default;

  /// A port that is connected, as what its protocol has at the level of the component
  /// (platforms/protocols): a WireEnd, a TokenEnd, a WordOutput.
  virtual std::any port(unsigned number, Side side) = 0;

  /// Once all components are made and before they are linked, in the platform's own module: what
  /// it shares with others, as a clock.
  virtual void share(SharedParts&) {}

 protected:
  ComponentInstance() = default;
  ComponentInstance(const ComponentInstance&) = delete;
  ComponentInstance& operator=(const ComponentInstance&) = delete;
};

/// A component whose module has its links as `link(port)`. `End` is what their protocol has at the
/// level, made of one of them.
template <class Module, class End>
class LinkedInstance : public ComponentInstance {
 public:
  /// Of the module.
  template <class... Arguments>
  explicit LinkedInstance(Arguments&&... arguments)
      : module_(std::forward<Arguments>(arguments)...) {}

  Module& module() { return module_; }
  std::any port(unsigned number, Side) override { return End(module_.link(number)); }

 private:
  Module module_;
};

}  // namespace weft
