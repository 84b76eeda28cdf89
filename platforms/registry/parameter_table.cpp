#include "platforms/registry/parameter_table.hpp"

#include <memory>

namespace weft {

ParameterEntry& ParameterEntry::between(std::uint64_t minimum, std::uint64_t maximum) {
  info_->minimum = minimum;
  info_->maximum = maximum;
  return *this;
}

ParameterEntry& ParameterEntry::real_between(double minimum, double maximum) {
  info_->real_minimum = minimum;
  info_->real_maximum = maximum;
  return *this;
}

ParameterEntry& ParameterEntry::at_least(std::uint64_t minimum) {
  info_->minimum = minimum;
  return *this;
}

ParameterEntry& ParameterEntry::or_zero() {
  info_->zero_allowed = true;
  return *this;
}

ParameterEntry& ParameterEntry::help(std::string_view text) {
  info_->help = text;
  return *this;
}

ParameterEntry& ParameterEntry::source(std::string_view text) {
  info_->source = text;
  return *this;
}

ParameterEntry& ParameterEntry::required() {
  info_->required = true;
  return default_note("required");
}

ParameterEntry& ParameterEntry::form(TableForm::Kind kind, std::string_view of) {
  info_->form = {kind, std::string(of)};
  return *this;
}

ParameterEntry& ParameterEntry::default_note(std::string_view text) {
  info_->default_note = text;
  return *this;
}

ParameterList::ParameterList() = default;
ParameterList::~ParameterList() = default;

ParameterEntry ParameterList::text(std::string_view name) {
  ParameterInfo& info = add(ParameterKind::text, name);
  info.default_value = std::string();
  return ParameterEntry(info);
}

ParameterEntry ParameterList::table(std::string_view name) {
  ParameterInfo& info = add(ParameterKind::table, name);
  info.default_value = std::shared_ptr<const Node>();
  return ParameterEntry(info);
}

ParameterInfo& ParameterList::add(ParameterKind kind, std::string_view name) {
  parameters_.emplace_back();
  parameters_.back().kind = kind;
  parameters_.back().name = name;
  return parameters_.back();
}

ComponentType ParameterList::move_into(ComponentType&& type, std::type_index parameter_struct) {
  type.parameters = std::move(parameters_);
  type.parameter_struct = parameter_struct;
  return std::move(type);
}

}  // namespace weft
