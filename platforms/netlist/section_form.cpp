#include "platforms/netlist/section_form.hpp"

#include <algorithm>

namespace weft {
namespace {

bool contains(const std::vector<std::string>& keys, const std::string& key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

const SectionForm* SectionForm::child(std::string_view key) const {
  const auto found = std::find_if(children.begin(), children.end(), [&](const SectionChild& other) {
    return other.key.empty() || other.key == key;
  });
  return found == children.end() ? nullptr : &found->form;
}

void drop_other_types(Node& map, const SectionForm& form, const std::string& type) {
  const auto chosen = form.of_type.find(type);
  if (chosen == form.of_type.end()) return;
  std::erase_if(map.entries, [&](const NodeEntry& entry) {
    if (entry.key == form.choice || contains(form.own, entry.key)) return false;
    if (contains(chosen->second, entry.key)) return false;
    return std::any_of(form.of_type.begin(), form.of_type.end(),
                       [&](const auto& other) { return contains(other.second, entry.key); });
  });
}

}  // namespace weft
