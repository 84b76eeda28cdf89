// Registers parameters by the fields of a plain struct.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// One parameter while it is registered; reads as a sentence:
/// `table.count("links", &C104Parameters::links).between(1, 64).help("...").source("...")`.
/// Nothing of it is inline: there are hundreds of such sentences.
class ParameterEntry {
 public:
  explicit ParameterEntry(ParameterInfo& info) : info_(&info) {}

  /// Bounds, both included, in the unit that the value is held in. A bit_rate has those of its bit.
  ParameterEntry& between(std::uint64_t minimum, std::uint64_t maximum);
  ParameterEntry& real_between(double minimum, double maximum);
  ParameterEntry& at_least(std::uint64_t minimum);
  /// 0 is allowed too, though below the minimum.
  ParameterEntry& or_zero();
  ParameterEntry& help(std::string_view text);
  ParameterEntry& source(std::string_view text);
  /// There is no default; whoever reads the map asks for it.
  ParameterEntry& required();
  ParameterEntry& form(TableForm::Kind kind, std::string_view of = {});
  /// What the default is where it depends on the platform.
  ParameterEntry& default_note(std::string_view text);

 private:
  ParameterInfo* info_;
};

/// What a table does not need to know the fields for.
class ParameterList {
 public:
  /// Read by hand from `ParameterValues::text`; bound to no field.
  ParameterEntry text(std::string_view name);

  /// Read by hand from `ParameterValues::table`; bound to no field.
  ParameterEntry table(std::string_view name);

 protected:
  ParameterList();
  ~ParameterList();

  ParameterInfo& add(ParameterKind kind, std::string_view name);
  ComponentType move_into(ComponentType&& type, std::type_index parameter_struct);

 private:
  std::vector<ParameterInfo> parameters_;
};

/// Of a type that has none, or tables alone.
struct NoParameters {};

/// Binds parameters to the fields of `Parameters`, whose initialisers are the defaults: no name,
/// default or conversion is written twice.
template <class Parameters>
class ParameterTable : public ParameterList {
 public:
  using ParameterList::text;

  template <class Whole>
  ParameterEntry count(std::string_view name, Whole Parameters::*field) {
    return whole(ParameterKind::count, name, field);
  }
  template <class Whole>
  ParameterEntry bytes(std::string_view name, Whole Parameters::*field) {
    return whole(ParameterKind::bytes, name, field);
  }
  template <class Whole>
  ParameterEntry tokens(std::string_view name, Whole Parameters::*field) {
    return whole(ParameterKind::tokens, name, field);
  }
  ParameterEntry time(std::string_view name, std::uint64_t Parameters::*field) {
    return whole(ParameterKind::time, name, field);
  }
  /// The field holds the time of one bit in ps.
  ParameterEntry bit_rate(std::string_view name, std::uint64_t Parameters::*field) {
    return whole(ParameterKind::bit_rate, name, field);
  }
  ParameterEntry boolean(std::string_view name, bool Parameters::*field) {
    return plain(ParameterKind::boolean, name, field);
  }
  ParameterEntry real(std::string_view name, double Parameters::*field) {
    return plain(ParameterKind::real, name, field);
  }
  /// The field holds percent.
  ParameterEntry percent(std::string_view name, double Parameters::*field) {
    return plain(ParameterKind::percent, name, field);
  }
  ParameterEntry text(std::string_view name, std::string Parameters::*field) {
    return plain(ParameterKind::text, name, field);
  }
  ParameterEntry range(std::string_view name, CountRange Parameters::*field) {
    return plain(ParameterKind::range, name, field);
  }
  ParameterEntry shape(std::string_view name, Shape Parameters::*field) {
    return plain(ParameterKind::shape, name, field);
  }

  /// Names in the order of `names`; one of them must stand for the field's default.
  template <class Enum>
  ParameterEntry choice(std::string_view name, Enum Parameters::*field,
                        std::initializer_list<std::pair<std::string_view, Enum>> names) {
    ParameterInfo& info = add(ParameterKind::choice, name);
    std::vector<Enum> values;
    for (const auto& [choice, value] : names) {
      if (value == defaults_.*field) info.default_value = std::uint64_t{values.size()};
      info.choices.emplace_back(choice);
      values.push_back(value);
    }
    info.store = [field, values = std::move(values)](void* target, const ParameterValue& value) {
      static_cast<Parameters*>(target)->*field = values.at(std::get<std::uint64_t>(value));
    };
    return ParameterEntry(info);
  }

  /// The type with the parameters, which are moved into it.
  ComponentType into(ComponentType type) { return move_into(std::move(type), typeid(Parameters)); }

 private:
  template <class Whole>
  ParameterEntry whole(ParameterKind kind, std::string_view name, Whole Parameters::*field) {
    static_assert(std::is_unsigned_v<Whole>);
    ParameterInfo& info = add(kind, name);
    info.default_value = std::uint64_t{defaults_.*field};
    info.maximum = std::numeric_limits<Whole>::max();
    info.store = [field](void* target, const ParameterValue& value) {
      static_cast<Parameters*>(target)->*field = static_cast<Whole>(std::get<std::uint64_t>(value));
    };
    return ParameterEntry(info);
  }

  template <class Value>
  ParameterEntry plain(ParameterKind kind, std::string_view name, Value Parameters::*field) {
    ParameterInfo& info = add(kind, name);
    info.default_value = defaults_.*field;
    info.store = [field](void* target, const ParameterValue& value) {
      static_cast<Parameters*>(target)->*field = std::get<Value>(value);
    };
    return ParameterEntry(info);
  }

  const Parameters defaults_{};
};

}  // namespace weft
