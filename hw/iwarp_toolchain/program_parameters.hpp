// Parameters of a program (`.param`), and what they are set to from outside.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hw/iwarp_toolchain/error_list.hpp"
#include "hw/iwarp_toolchain/expression.hpp"
#include "hw/iwarp_toolchain/parameter_setting.hpp"

namespace weft::isa {

/// What is wrong with a setting is told of where it is set; the parameter has its usual value then.
class ProgramParameters {
 public:
  /// Both must outlive it. Of two settings with one name the last one counts.
  ProgramParameters(const std::vector<ParameterSetting>& settings, ErrorList& errors)
      : settings_(&settings), errors_(&errors) {}

  /// The value of the parameter `name`, whose usual one is read at `at`; a range may follow. Throws
  /// a TokenError for a usual value that is out of it.
  Value read(const Token& name, const Token& at, Value usual, TokenStream& tokens,
             const SymbolTable& symbols);

  /// Settings of parameters that the program `file` does not have are errors.
  void check_settings(const std::string& file);

 private:
  struct Range {
    Value least;
    Value most;
    bool has(Value value) const {
      return !value.known || !least.known || !most.known ||
             (value.number >= least.number && value.number <= most.number);
    }
  };

  const ParameterSetting* setting_of(const std::string& name) const;
  std::optional<Value> value_of(const ParameterSetting& setting) const;
  void report(const Token& name, const ParameterSetting& setting, std::string found,
              std::string expected);

  const std::vector<ParameterSetting>* settings_;
  ErrorList* errors_;
  std::set<std::string> names_;
};

}  // namespace weft::isa
