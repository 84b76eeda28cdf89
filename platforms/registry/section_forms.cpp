#include "platforms/registry/section_forms.hpp"

#include <utility>

namespace weft {
namespace {

// Kinds of parameters, and one more for a level.
std::map<std::string, unsigned> keys_beside(const ComponentType& type) {
  constexpr unsigned level = static_cast<unsigned>(ParameterKind::table) + 1;
  std::map<std::string, unsigned> keys;
  for (const ParameterInfo& info : type.parameters) {
    keys[info.name] = static_cast<unsigned>(info.kind);
  }
  if (!type.levels.empty()) keys["level"] = level;
  return keys;
}

// What stands in a table.
SectionForm table_form(const std::shared_ptr<const Registry>& registry, const TableForm& table) {
  switch (table.kind) {
    case TableForm::Kind::map: return section_form(registry, table.of);
    case TableForm::Kind::list:
    case TableForm::Kind::named: {
      SectionForm all;
      all.children.push_back({"", section_form(registry, table.of)});
      return all;
    }
    default: return {};
  }
}

}  // namespace

SectionForm section_form(const std::shared_ptr<const Registry>& registry,
                         std::string_view section) {
  const ComponentType& type = *registry->find(section);
  SectionForm form;
  form.own = type.parameter_names();
  if (type.choice) {
    form.choice = type.choice->key;
    form.types = [registry, role = type.choice->role] {
      TypeKeys types;
      for (const std::string& name : registry->names(role)) {
        types[name] = keys_beside(*registry->find(name));
      }
      return types;
    };
  }
  for (const ParameterInfo& info : type.parameters) {
    SectionForm below = table_form(registry, info.form);
    if (!below.choice.empty() || !below.children.empty()) {
      form.children.push_back({info.name, std::move(below)});
    }
  }
  return form;
}

}  // namespace weft
