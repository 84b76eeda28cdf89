#include "platforms/registry/parameter_values.hpp"

#include <fmt/format.h>

#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/component_type.hpp"

namespace weft {

ParameterValues::ParameterValues(const ComponentType& type, Place map)
    : type_(&type),
      map_(std::move(map)),
      places_(type.parameters.size()),
      read_(type.parameters.size(), false) {
  for (const ParameterInfo& info : type.parameters) values_.push_back(info.default_value);
}

void ParameterValues::set(const NodeEntry& entry) {
  const ParameterInfo* info = type_->find_parameter(entry.key);
  if (info == nullptr) {
    unknown_name(entry.place, fmt::format("unknown parameter of {}", type_->name), entry.key,
                 type_->parameter_names());
  }
  if (entry.value.is_null()) return;
  const auto index = static_cast<std::size_t>(info - type_->parameters.data());
  values_[index] = read_value(*info, entry.value);
  places_[index] = entry.value.place;
}

bool ParameterValues::is_set(std::string_view name) const {
  return places_[index_of(name)].source != nullptr;
}

const Place& ParameterValues::place(std::string_view name) const {
  return is_set(name) ? places_[index_of(name)] : map_;
}

bool ParameterValues::boolean(std::string_view name) const {
  return std::get<bool>(read(name, ParameterKind::boolean));
}

std::uint64_t ParameterValues::count(std::string_view name) const {
  const ParameterKind kind = type_->parameters[index_of(name)].kind;
  const bool whole =
      kind == ParameterKind::count || kind == ParameterKind::bytes || kind == ParameterKind::tokens;
  return std::get<std::uint64_t>(read(name, whole ? kind : ParameterKind::count));
}

std::uint64_t ParameterValues::time(std::string_view name) const {
  return std::get<std::uint64_t>(read(name, ParameterKind::time));
}

const std::string& ParameterValues::choice(std::string_view name) const {
  const auto chosen = std::get<std::uint64_t>(read(name, ParameterKind::choice));
  return type_->parameters[index_of(name)].choices.at(chosen);
}

const std::string& ParameterValues::text(std::string_view name) const {
  return std::get<std::string>(read(name, ParameterKind::text));
}

const Shape& ParameterValues::shape(std::string_view name) const {
  return std::get<Shape>(read(name, ParameterKind::shape));
}

const Node* ParameterValues::table(std::string_view name) const {
  return std::get<std::shared_ptr<const Node>>(read(name, ParameterKind::table)).get();
}

void ParameterValues::require_all_read() const {
  for (std::size_t i = 0; i < read_.size(); ++i) {
    if (read_[i]) continue;
    throw std::logic_error(
        fmt::format("nothing reads the parameter {}.{}", type_->name, type_->parameters[i].name));
  }
}

std::size_t ParameterValues::index_of(std::string_view name) const {
  const ParameterInfo* info = type_->find_parameter(name);
  if (info == nullptr) {
    throw std::logic_error(fmt::format("{} has no parameter {}", type_->name, name));
  }
  return static_cast<std::size_t>(info - type_->parameters.data());
}

const ParameterValue& ParameterValues::read(std::string_view name, ParameterKind kind) const {
  const std::size_t index = index_of(name);
  if (type_->parameters[index].kind != kind) {
    throw std::logic_error(fmt::format("{}.{} is of another kind", type_->name, name));
  }
  read_[index] = true;
  return values_[index];
}

void ParameterValues::store_all(std::type_index parameters, void* target) const {
  if (parameters != type_->parameter_struct) {
    throw std::logic_error(
        fmt::format("{} has other parameters than {}", type_->name, parameters.name()));
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const ParameterInfo& info = type_->parameters[i];
    if (!info.store) continue;
    info.store(target, values_[i]);
    read_[i] = true;
  }
}

}  // namespace weft
