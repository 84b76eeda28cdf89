#include "platforms/netlist/section_form.hpp"

#include <algorithm>

namespace weft {
namespace {

using Keys = TypeKeys::mapped_type;

const Keys* keys_of(const TypeKeys& types, const std::string& type) {
  const auto found = types.find(type);
  return found == types.end() ? nullptr : &found->second;
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
  if (!form.types) return;
  const TypeKeys types = form.types();
  const Keys* chosen = keys_of(types, type);
  if (chosen == nullptr) return;
  const Keys* old = keys_of(types, before);
  std::erase_if(map.entries, [&](const NodeEntry& entry) {
    const bool own = std::find(form.own.begin(), form.own.end(), entry.key) != form.own.end();
    if (own || entry.key == form.choice || stays(entry.key, old, *chosen)) return false;
    return std::any_of(types.begin(), types.end(),
                       [&](const auto& other) { return other.second.contains(entry.key); });
  });
}

}  // namespace weft
