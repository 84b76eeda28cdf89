#include "platforms/registry/json_value_schema.hpp"

#include <fmt/format.h>

#include <limits>

#include <nlohmann/json.hpp>

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* number = "(0|[1-9][0-9]*)";

Json text_like(const std::string& pattern) {
  return {{"type", "string"}, {"pattern", fmt::format("^{}$", pattern)}};
}

Json whole(const ParameterInfo& info) {
  Json schema = {{"type", "integer"}, {"minimum", info.zero_allowed ? 0 : info.minimum}};
  // beyond, validators count in floating point
  constexpr std::uint64_t exact = std::uint64_t{1} << 53U;
  if (info.maximum <= exact) schema["maximum"] = info.maximum;
  return schema;
}

Json either(Json a, Json b) { return {{"anyOf", {std::move(a), std::move(b)}}}; }

Json whole_with(const ParameterInfo& info, std::string_view unit) {
  return either(whole(info), text_like(fmt::format("{} *{}", number, unit)));
}

Json real(const ParameterInfo& info) {
  Json schema = {{"type", "number"}};
  if (info.real_minimum > std::numeric_limits<double>::lowest()) {
    schema["minimum"] = info.real_minimum;
  }
  if (info.real_maximum < std::numeric_limits<double>::max()) {
    schema["maximum"] = info.real_maximum;
  }
  return schema;
}

Json kind_schema(const ParameterInfo& info) {
  const std::string decimal = fmt::format("{}(\\.[0-9]+)? *", number);
  switch (info.kind) {
    case ParameterKind::boolean: return {{"type", "boolean"}};
    case ParameterKind::count: return whole(info);
    case ParameterKind::bytes: return whole_with(info, "bytes");
    case ParameterKind::tokens: return whole_with(info, "tokens");
    case ParameterKind::time: return text_like(decimal + "(ps|ns|us|ms|s)");
    case ParameterKind::bit_rate: return text_like(decimal + "(kbit/s|Mbit/s|Gbit/s|ps|ns)");
    case ParameterKind::real: return real(info);
    case ParameterKind::percent: return either(real(info), text_like(decimal + "%"));
    case ParameterKind::choice: return {{"enum", info.choices}};
    case ParameterKind::text: return {{"type", {"string", "number", "boolean"}}};
    case ParameterKind::range:
      return either(whole(info), text_like(fmt::format("{0}(\\.\\.{0})?", number)));
    case ParameterKind::shape:
      return either({{"type", "integer"}, {"minimum", 1}}, text_like("[1-9][0-9]*(x[1-9][0-9]*)*"));
    case ParameterKind::table: break;
  }
  return {};
}

Json default_value(const ParameterInfo& info) {
  switch (info.kind) {
    case ParameterKind::boolean: return std::get<bool>(info.default_value);
    case ParameterKind::real:
    case ParameterKind::percent: return std::get<double>(info.default_value);
    case ParameterKind::count:
    case ParameterKind::bytes:
    case ParameterKind::tokens: return std::get<std::uint64_t>(info.default_value);
    default: return info.default_text();
  }
}

}  // namespace

Json value_schema(const ParameterInfo& info) {
  Json schema = kind_schema(info);
  if (info.default_note.empty()) schema["default"] = default_value(info);
  return schema;
}

std::string description(const ParameterInfo& info) {
  std::string text = info.help;
  if (!info.range_text().empty()) text += fmt::format("\nRange: {}", info.range_text());
  if (!info.default_text().empty() && !info.required)
    text += fmt::format("\nDefault: {}", info.default_text());
  if (!info.source.empty()) text += fmt::format("\nSource: {}", info.source);
  return text;
}

}  // namespace weft
