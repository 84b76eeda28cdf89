// What applies to a component: defaults, groups and its own keys.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/registry/registry.hpp"

namespace weft {

/// Level and parameters of one component.
struct ResolvedSettings {
  Level level = Level::token;
  std::shared_ptr<const ParameterValues> parameters;
};

/// Applies, each over the ones before: the defaults of the type, the platform's `level` and
/// `defaults`, what the network says for all its routers or processors, the groups whose pattern
/// matches in their order, and the component's own keys.
class Settings {
 public:
  /// `root` is the netlist; kept by reference. Throws InputError: bad `level`, `defaults`,
  /// `groups`.
  Settings(const Node& root, const Registry& registry);

  /// `general` and `own` are maps of `level` and parameters (a key `type` is passed over), or null.
  /// Throws InputError: an unknown key, a bad value, a level that the type lacks.
  ResolvedSettings resolve(const ComponentType& type, std::string_view name, const Node* general,
                           const Node* own);

  /// Parameters of a link; `own` is its map, or null. Its keys in `passed_over` are not parameters.
  std::shared_ptr<const ParameterValues> resolve_link(const ComponentType& type, const Node* own,
                                                      const std::vector<std::string>& passed_over);

  /// Throws InputError if the pattern of a group has selected no component.
  void require_groups_used() const;

 private:
  struct Group {
    const Node* node = nullptr;
    std::string pattern;
    const ComponentType* type = nullptr;  // null: any
    bool used = false;
  };
  using Key = std::tuple<const ComponentType*, const Node*, std::vector<std::size_t>>;

  void read_defaults(const Node& node, const Registry& registry);
  void read_groups(const Node& node, const Registry& registry);
  std::optional<Level> level_beside(const ComponentType& type) const;
  std::vector<std::size_t> matching_groups(const ComponentType& type, std::string_view name);

  const Node* level_ = nullptr;
  std::map<const ComponentType*, const Node*> defaults_;
  std::vector<Group> groups_;
  std::set<std::string> names_;             // that groups may select; without groups empty
  std::map<Key, ResolvedSettings> shared_;  // of components that are alike
};

}  // namespace weft
