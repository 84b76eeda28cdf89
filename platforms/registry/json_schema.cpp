#include "platforms/registry/json_schema.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "platforms/registry/json_value_schema.hpp"

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

class Schema {
 public:
  explicit Schema(const Registry& registry) : registry_(&registry) {}

  Json make() const {
    Json schema;
    schema["$schema"] = "http://json-schema.org/draft-07/schema#";
    schema["title"] = "Weft platform";
    schema["allOf"] = Json::array({reference("platform")});
    schema["anyOf"] = Json::array();
    for (const char* key : {"network", "components", "include"}) {
      schema["anyOf"].push_back({{"required", Json::array({key})}});
    }
    for (const ComponentType& type : registry_->types()) {
      schema["definitions"][type.name] =
          type.role == TypeRole::section ? section(type) : plain(type);
    }
    return schema;
  }

 private:
  Json reference(const std::string& type) const {
    if (registry_->find(type) == nullptr) {
      throw std::logic_error(fmt::format("a table of the unknown type {}", type));
    }
    return {{"$ref", fmt::format("#/definitions/{}", type)}};
  }

  Json table(const ParameterInfo& info) const {
    const TableForm& form = info.form;
    switch (form.kind) {
      case TableForm::Kind::any: return {{"type", {"array", "object"}}};
      case TableForm::Kind::map: return {{"allOf", Json::array({reference(form.of)})}};
      case TableForm::Kind::list:
        return {{"type", "array"},
                {"items", form.of.empty() ? Json{{"type", "string"}} : reference(form.of)}};
      case TableForm::Kind::named:
        return {{"type", "object"}, {"additionalProperties", reference(form.of)}};
      case TableForm::Kind::texts:
        return {{"type", {"string", "array"}}, {"items", {{"type", "string"}}}};
      case TableForm::Kind::counts:
        return {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}};
      case TableForm::Kind::by_type: return by_type();
    }
    return {};
  }

  Json by_type() const {
    Json properties = Json::object();
    for (const TypeRole role : {TypeRole::component, TypeRole::link}) {
      for (const std::string& name : registry_->names(role)) properties[name] = reference(name);
    }
    return closed(std::move(properties));
  }

  static Json closed(Json properties) {
    return {
        {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  }

  Json parameters(const ComponentType& type) const {
    Json properties = Json::object();
    if (type.role == TypeRole::component && !type.levels.empty()) {
      properties["level"] = {{"description", "Level of abstraction."}, {"enum", Json::array()}};
      for (const Level level : type.levels) properties["level"]["enum"].push_back(name_of(level));
    }
    for (const ParameterInfo& info : type.parameters) {
      Json value = info.kind == ParameterKind::table ? table(info) : value_schema(info);
      value["description"] = description(info);
      properties[info.name] = std::move(value);
    }
    return properties;
  }

  Json plain(const ComponentType& type) const {
    Json schema = closed(parameters(type));
    schema["description"] = type.help;
    return schema;
  }

  // Adds what `type` has, by reference.
  void add_references(Json& properties, const ComponentType& type) const {
    const Json own = parameters(type);
    for (const auto& [key, value] : own.items()) {
      const Json referred = {
          {"$ref", fmt::format("#/definitions/{}/properties/{}", type.name, key)}};
      if (!properties.contains(key)) {
        properties[key] = {{"anyOf", Json::array({referred})}};
      } else if (properties[key].is_object()) {
        properties[key]["anyOf"].push_back(referred);
      }
    }
  }

  Json section(const ComponentType& type) const {
    Json properties = parameters(type);
    Json required = Json::array();
    for (const ParameterInfo& info : type.parameters) {
      if (info.required) required.push_back(info.name);
    }
    if (type.choice) {
      properties[type.choice->key] = {{"enum", registry_->names(type.choice->role)}};
      if (type.choice->required) required.push_back(type.choice->key);
    }
    if (!type.beside.empty()) add_references(properties, *registry_->find(type.beside));
    Json schema = {{"type", "object"}, {"description", type.help}};
    if (!required.empty()) schema["required"] = std::move(required);
    if (type.choice) {
      schema["allOf"] = branches(*type.choice, properties);
    } else {
      schema["additionalProperties"] = false;
    }
    schema["properties"] = std::move(properties);
    return schema;
  }

  // For each type that can be chosen, the keys that may then be there. `always` are those of the
  // section, whose values it checks itself.
  Json branches(const TypeChoice& choice, const Json& always) const {
    Json known = Json::object();
    for (const auto& [key, value] : always.items()) known[key] = true;
    Json result = Json::array();
    Json of_any = known;
    for (const std::string& name : registry_->names(choice.role)) {
      const ComponentType& type = *registry_->find(name);
      Json properties = known;
      add_references(properties, type);
      add_references(of_any, type);
      result.push_back({{"if",
                         {{"properties", {{choice.key, {{"const", name}}}}},
                          {"required", Json::array({choice.key})}}},
                        {"then", closed(std::move(properties))}});
    }
    result.push_back({{"if", {{"not", {{"required", Json::array({choice.key})}}}}},
                      {"then", closed(std::move(of_any))}});
    return result;
  }

  const Registry* registry_;
};

}  // namespace

nlohmann::ordered_json json_schema(const Registry& registry) { return Schema(registry).make(); }

}  // namespace weft
