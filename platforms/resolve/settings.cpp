#include "platforms/resolve/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/name_filter.hpp"
#include "platforms/netlist/section.hpp"

namespace weft {
namespace {

// Collects the layers of one component.
class Layers {
 public:
  explicit Layers(const ComponentType& type)
      : type_(&type), values_(std::make_shared<ParameterValues>(type)) {}

  void level(const Node* node) {
    if (node != nullptr) level_ = node;
  }
  void usual_level(Level level) { usual_level_ = level; }

  void apply(const Node* map, const std::vector<std::string>& passed_over) {
    if (map == nullptr) return;
    for (const NodeEntry& entry : map->entries) {
      if (std::find(passed_over.begin(), passed_over.end(), entry.key) != passed_over.end()) {
        continue;
      }
      if (entry.key == "level" && !type_->levels.empty()) {
        if (!entry.value.is_null()) level_ = &entry.value;
      } else if (type_->find_parameter(entry.key) == nullptr) {
        unknown_key(entry, passed_over);
      } else {
        values_->set(entry);
      }
    }
  }

  std::shared_ptr<const ParameterValues> take_values() {
    if (type_->check) type_->check(*values_);
    return std::move(values_);
  }

  Level take_level() const {
    std::vector<std::string> names;
    for (const Level level : type_->levels) names.emplace_back(name_of(level));
    if (level_ == nullptr) return usual_level_ ? *usual_level_ : usual_level();
    const Level level = read_level(*level_);
    if (type_->has_level(level)) return level;
    throw InputError(level_->place,
                     fmt::format("the level {}, which {} lacks", name_of(level), type_->name),
                     "expected " + list_names(names), nearest_name(name_of(level), names));
  }

 private:
  // A call a token, a call a word, or calls for packets.
  Level usual_level() const {
    for (const Level level : {Level::token, Level::word, Level::packet}) {
      if (type_->has_level(level)) return level;
    }
    return type_->levels.at(0);
  }

  [[noreturn]] void unknown_key(const NodeEntry& entry,
                                const std::vector<std::string>& passed_over) const {
    std::vector<std::string> names = type_->parameter_names();
    if (!type_->levels.empty()) names.emplace_back("level");
    names.insert(names.end(), passed_over.begin(), passed_over.end());
    unknown_name(entry.place, fmt::format("unknown key of {}", type_->name), entry.key, names);
  }

  const ComponentType* type_;
  std::shared_ptr<ParameterValues> values_;
  const Node* level_ = nullptr;
  std::optional<Level> usual_level_;
};

const std::vector<std::string> group_keys{"match", "type"};

}  // namespace

Settings::Settings(const Node& root, const Registry& registry) {
  level_ = value_of(root, "level");
  if (level_ != nullptr) read_level(*level_);
  if (const Node* node = value_of(root, "defaults")) read_defaults(*node, registry);
  if (const Node* node = value_of(root, "groups")) read_groups(*node, registry);
}

void Settings::read_defaults(const Node& node, const Registry& registry) {
  for (const NodeEntry& entry : require_map(node, "defaults").entries) {
    const ComponentType* type = registry.find(entry.key);
    if (type == nullptr || (type->role != TypeRole::component && type->role != TypeRole::link)) {
      std::vector<std::string> names = registry.names(TypeRole::component);
      for (std::string& name : registry.names(TypeRole::link)) names.push_back(std::move(name));
      unknown_name(entry.place, "unknown type in defaults", entry.key, names);
    }
    if (entry.value.is_null()) continue;
    require_map(entry.value, fmt::format("defaults of {}", entry.key));
    defaults_[type] = &entry.value;
    // also where no such component comes to see them
    Layers layers(*type);
    layers.apply(&entry.value, {});
    layers.take_values();
    if (!type->levels.empty()) layers.take_level();
  }
}

void Settings::read_groups(const Node& node, const Registry& registry) {
  for (const Node& item : require_list(node, "groups").items) {
    require_map(item, "a group");
    const Node* match = value_of(item, "match");
    if (match == nullptr) {
      missing_key(item, "a group", "match",
                  "expected `match:`, a pattern such as 'node[3,*].router'");
    }
    Group group;
    group.node = &item;
    group.pattern = require_text(*match, "match");
    if (const Node* type = value_of(item, "type"))
      group.type = &registry.at(*type, TypeRole::component);
    groups_.push_back(std::move(group));
  }
}

std::vector<std::size_t> Settings::matching_groups(const ComponentType& type,
                                                   std::string_view name) {
  std::vector<std::size_t> matching;
  if (groups_.empty()) return matching;
  any_level(name, [this](std::string_view level) { return !names_.emplace(level).second; });
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    if (group.type != nullptr && group.type != &type) continue;
    if (!selects(group.pattern, name)) continue;
    group.used = true;
    matching.push_back(i);
  }
  return matching;
}

std::optional<Level> Settings::level_beside(const ComponentType& type) const {
  if (!type.beside_network || level_ == nullptr) return {};
  const Level level = read_level(*level_);
  if (is_of_packets(level)) return Level::token;
  if (level == Level::rtl) return Level::signal;
  return {};
}

ResolvedSettings Settings::resolve(const ComponentType& type, std::string_view name,
                                   const Node* general, const Node* own) {
  Key key{&type, general, matching_groups(type, name)};
  if (own == nullptr) {
    const auto known = shared_.find(key);
    if (known != shared_.end()) return known->second;
  }
  Layers layers(type);
  // what has one level only has that on any platform
  if (const auto beside = level_beside(type)) {
    layers.usual_level(*beside);
  } else if (type.levels.size() > 1) {
    layers.level(level_);
  }
  if (const auto defaults = defaults_.find(&type); defaults != defaults_.end()) {
    layers.apply(defaults->second, {});
  }
  layers.apply(general, {"type"});
  for (const std::size_t i : std::get<2>(key)) layers.apply(groups_[i].node, group_keys);
  layers.apply(own, {"type"});
  ResolvedSettings resolved;
  resolved.level = layers.take_level();
  resolved.parameters = layers.take_values();
  if (own == nullptr) shared_.emplace(std::move(key), resolved);
  return resolved;
}

std::shared_ptr<const ParameterValues> Settings::resolve_link(
    const ComponentType& type, const Node* own, const std::vector<std::string>& passed_over) {
  Layers layers(type);
  if (const auto defaults = defaults_.find(&type); defaults != defaults_.end()) {
    layers.apply(defaults->second, {});
  }
  layers.apply(own, passed_over);
  return layers.take_values();
}

void Settings::require_groups_used() const {
  for (const Group& group : groups_) {
    if (group.used) continue;
    throw InputError(group.node->find("match")->place,
                     fmt::format("the pattern '{}' matches no component", group.pattern),
                     "expected a name, in which * stands for anything and ? for one character",
                     nearest_name(group.pattern, {names_.begin(), names_.end()}));
  }
}

}  // namespace weft
