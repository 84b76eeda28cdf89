// Registers parameters by the fields of a plain struct.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// One parameter while it is registered; reads as a sentence:
/// `table.count("links", &C104Parameters::links).between(1, 64).help("...").source("...")`.
class ParameterEntry {
 public:
  explicit ParameterEntry(ParameterInfo& info) : info_(&info) {}

  /// Bounds, both included, in the unit that the value is held in. A bit_rate has those of its bit.
  ParameterEntry& between(std::uint64_t minimum, std::uint64_t maximum) {
    info_->minimum = minimum;
    info_->maximum = maximum;
    return *this;
  }
  ParameterEntry& real_between(double minimum, double maximum) {
    info_->real_minimum = minimum;
    info_->real_maximum = maximum;
    return *this;
  }
  ParameterEntry& at_least(std::uint64_t minimum) {
    info_->minimum = minimum;
    return *this;
  }
  /// 0 is allowed too, though below the minimum.
  ParameterEntry& or_zero() {
    info_->zero_allowed = true;
    return *this;
  }
  ParameterEntry& help(std::string text) {
    info_->help = std::move(text);
    return *this;
  }
  ParameterEntry& source(std::string text) {
    info_->source = std::move(text);
    return *this;
  }
  /// There is no default; whoever reads the map asks for it.
  ParameterEntry& required() {
    info_->required = true;
    return default_note("required");
  }
  ParameterEntry& form(TableForm::Kind kind, std::string of = {}) {
    info_->form = {kind, std::move(of)};
    return *this;
  }
  /// What the default is where it depends on the platform.
  ParameterEntry& default_note(std::string text) {
    info_->default_note = std::move(text);
    return *this;
  }

 private:
  ParameterInfo* info_;
};

/// Of a type that has none, or tables alone.
struct NoParameters {};

/// Binds parameters to the fields of `Parameters`, whose initialisers are the defaults: no name,
/// default or conversion is written twice.
template <class Parameters>
class ParameterTable {
 public:
  template <class Whole>
  ParameterEntry count(std::string name, Whole Parameters::*field) {
    return whole(ParameterKind::count, std::move(name), field);
  }
  template <class Whole>
  ParameterEntry bytes(std::string name, Whole Parameters::*field) {
    return whole(ParameterKind::bytes, std::move(name), field);
  }
  template <class Whole>
  ParameterEntry tokens(std::string name, Whole Parameters::*field) {
    return whole(ParameterKind::tokens, std::move(name), field);
  }
  ParameterEntry time(std::string name, std::uint64_t Parameters::*field) {
    return whole(ParameterKind::time, std::move(name), field);
  }
  /// The field holds the time of one bit in ps.
  ParameterEntry bit_rate(std::string name, std::uint64_t Parameters::*field) {
    return whole(ParameterKind::bit_rate, std::move(name), field);
  }
  ParameterEntry boolean(std::string name, bool Parameters::*field) {
    return plain(ParameterKind::boolean, std::move(name), field);
  }
  ParameterEntry real(std::string name, double Parameters::*field) {
    return plain(ParameterKind::real, std::move(name), field);
  }
  /// The field holds percent.
  ParameterEntry percent(std::string name, double Parameters::*field) {
    return plain(ParameterKind::percent, std::move(name), field);
  }
  ParameterEntry text(std::string name, std::string Parameters::*field) {
    return plain(ParameterKind::text, std::move(name), field);
  }
  ParameterEntry range(std::string name, CountRange Parameters::*field) {
    return plain(ParameterKind::range, std::move(name), field);
  }
  ParameterEntry shape(std::string name, Shape Parameters::*field) {
    return plain(ParameterKind::shape, std::move(name), field);
  }

  /// Names in the order of `names`; one of them must stand for the field's default.
  template <class Enum>
  ParameterEntry choice(std::string name, Enum Parameters::*field,
                        std::vector<std::pair<std::string, Enum>> names) {
    ParameterInfo& info = add(ParameterKind::choice, std::move(name));
    for (std::uint64_t i = 0; i < names.size(); ++i) {
      info.choices.push_back(names[i].first);
      if (names[i].second == defaults_.*field) info.default_value = i;
    }
    info.store = [field, names = std::move(names)](void* target, const ParameterValue& value) {
      static_cast<Parameters*>(target)->*field = names.at(std::get<std::uint64_t>(value)).second;
    };
    return ParameterEntry(info);
  }

  /// Read by hand from `ParameterValues::text`; bound to no field.
  ParameterEntry text(std::string name) {
    ParameterInfo& info = add(ParameterKind::text, std::move(name));
    info.default_value = std::string();
    return ParameterEntry(info);
  }

  /// Read by hand from `ParameterValues::table`; bound to no field.
  ParameterEntry table(std::string name) {
    ParameterInfo& info = add(ParameterKind::table, std::move(name));
    info.default_value = std::shared_ptr<const Node>();
    return ParameterEntry(info);
  }

  /// The type with the parameters, which are moved into it.
  ComponentType into(ComponentType type) {
    type.parameters = std::move(parameters_);
    type.parameter_struct = std::type_index(typeid(Parameters));
    return type;
  }

 private:
  ParameterInfo& add(ParameterKind kind, std::string name) {
    parameters_.emplace_back();
    parameters_.back().kind = kind;
    parameters_.back().name = std::move(name);
    return parameters_.back();
  }

  template <class Whole>
  ParameterEntry whole(ParameterKind kind, std::string name, Whole Parameters::*field) {
    static_assert(std::is_unsigned_v<Whole>);
    ParameterInfo& info = add(kind, std::move(name));
    info.default_value = std::uint64_t{defaults_.*field};
    info.maximum = std::numeric_limits<Whole>::max();
    info.store = [field](void* target, const ParameterValue& value) {
      static_cast<Parameters*>(target)->*field = static_cast<Whole>(std::get<std::uint64_t>(value));
    };
    return ParameterEntry(info);
  }

  template <class Value>
  ParameterEntry plain(ParameterKind kind, std::string name, Value Parameters::*field) {
    ParameterInfo& info = add(kind, std::move(name));
    info.default_value = defaults_.*field;
    info.store = [field](void* target, const ParameterValue& value) {
      static_cast<Parameters*>(target)->*field = std::get<Value>(value);
    };
    return ParameterEntry(info);
  }

  const Parameters defaults_{};
  std::vector<ParameterInfo> parameters_;
};

}  // namespace weft
