#include "platforms/netlist/section_form.hpp"

#include <algorithm>

namespace weft {
namespace {

using Keys = std::map<std::string, unsigned>;

const Keys* keys_of(const SectionForm& form, const std::string& type) {
  const auto found = form.of_type.find(type);
  return found == form.of_type.end() ? nullptr : &found->second;
}

// Can what stands there for `before`, which may be null, stay for `chosen`?
bool stays(const std::string& key, const Keys* before, const Keys& chosen) {
  const auto now = chosen.find(key);
  if (now == chosen.end()) return false;
  if (before == nullptr) return true;
  const auto then = before->find(key);
  return then == before->end() || then->second == now->second;
}

}  // namespace

const SectionForm* SectionForm::child(std::string_view key) const {
  const auto found = std::find_if(children.begin(), children.end(), [&](const SectionChild& other) {
    return other.key.empty() || other.key == key;
  });
  return found == children.end() ? nullptr : &found->form;
}

void drop_other_types(Node& map, const SectionForm& form, const std::string& before,
                      const std::string& type) {
  const Keys* chosen = keys_of(form, type);
  if (chosen == nullptr) return;
  const Keys* old = keys_of(form, before);
  std::erase_if(map.entries, [&](const NodeEntry& entry) {
    const bool own = std::find(form.own.begin(), form.own.end(), entry.key) != form.own.end();
    if (own || entry.key == form.choice || stays(entry.key, old, *chosen)) return false;
    return std::any_of(form.of_type.begin(), form.of_type.end(),
                       [&](const auto& other) { return other.second.contains(entry.key); });
  });
}

}  // namespace weft
