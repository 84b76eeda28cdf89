#include "hw/iwarp_toolchain/program_parameters.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hw/common/nearest_name.hpp"
#include "hw/iwarp_toolchain/numbers.hpp"

namespace weft::isa {

Value ProgramParameters::read(const Token& name, const Token& at, Value usual, TokenStream& tokens,
                              const SymbolTable& symbols) {
  std::optional<Range> range;
  if (tokens.take_if(",")) {
    const Value least = read_constant(tokens, symbols);
    tokens.expect(",");
    range = Range{least, read_constant(tokens, symbols)};
  }
  names_.insert(name.text);
  const ParameterSetting* setting = setting_of(name.text);
  Value value = usual;
  if (setting != nullptr) {
    const std::optional<Value> chosen = value_of(*setting);
    if (!chosen) {
      report(name, *setting, fmt::format("{} = {}", setting->name, setting->value),
             "expected a number, or an expression of numbers and constants that every program has");
      return usual;
    }
    value = *chosen;
  }
  if (!range || range->has(value)) return value;
  const std::string found = fmt::format("{} = {} is out of range", name.text, value.number);
  const std::string expected =
      fmt::format("expected {} to {}", range->least.number, range->most.number);
  if (setting == nullptr) TokenStream::fail(at, found, expected);
  report(name, *setting, found, expected);
  return usual;
}

void ProgramParameters::check_settings(const std::string& file) {
  const std::vector<std::string> names(names_.begin(), names_.end());
  for (const ParameterSetting& setting : *settings_) {
    if (names_.contains(setting.name)) continue;
    errors_->add(
        0, {setting.file, setting.name_at.line, setting.name_at.column,
            fmt::format("{} has no parameter '{}'", file, setting.name),
            names.empty() ? "expected a program with .param" : "expected " + list_names(names),
            nearest_name(setting.name, names)});
  }
}

const ParameterSetting* ProgramParameters::setting_of(const std::string& name) const {
  const auto found =
      std::find_if(settings_->rbegin(), settings_->rend(),
                   [&name](const ParameterSetting& setting) { return setting.name == name; });
  return found == settings_->rend() ? nullptr : &*found;
}

std::optional<Value> ProgramParameters::value_of(const ParameterSetting& setting) const {
  TokenStream stream(read_tokens(setting.value));
  SymbolTable constants;
  constants.lenient = false;
  try {
    const Value value = read_constant(stream, constants);
    if (stream.peek().kind == TokenKind::end) return value;
  } catch (const TokenError&) {
    // told of as a value that is none
  }
  return std::nullopt;
}

void ProgramParameters::report(const Token& name, const ParameterSetting& setting,
                               std::string found, std::string expected) {
  errors_->add(name.statement, {setting.file,
                                setting.value_at.line,
                                setting.value_at.column,
                                std::move(found),
                                std::move(expected),
                                {}});
}

}  // namespace weft::isa
