#include "testbench/sweeps/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/sweeps/expression.hpp"
#include "testbench/sweeps/named_files.hpp"
#include "testbench/sweeps/value_range.hpp"

namespace weft {

namespace {

const std::vector<std::string> keys{"title", "platform", "set",     "vary", "compute",
                                    "seeds", "measures", "compare", "x",    "find"};
// columns of the table of runs
const std::vector<std::string> reserved{
    "id", "seed", "status", "error", "warm_up", "simulated", "convergence", "run", "confidence"};

std::string text_of(const Section& section, std::string_view key, std::string other) {
  const Node* node = section.find(key);
  return node == nullptr ? std::move(other) : require_text(*node, key);
}

void require_name(const NodeEntry& entry, const Experiment& experiment) {
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const bool fit =
      letter(entry.key.front()) && std::all_of(entry.key.begin(), entry.key.end(), [&](char c) {
        return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
      });
  if (!fit) {
    throw InputError(entry.place, fmt::format("'{}' as the name of a parameter", entry.key),
                     "expected letters, digits and _, such as load; its key goes into `key:`");
  }
  // columns of SQL have names without case
  const auto same = [&entry](std::string_view other) {
    return std::equal(
        entry.key.begin(), entry.key.end(), other.begin(), other.end(),
        [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
  };
  if (std::any_of(reserved.begin(), reserved.end(), same)) {
    throw InputError(entry.place, fmt::format("a parameter '{}'", entry.key),
                     same("seed") ? "expected another name; `seeds:` varies the seed"
                                  : "expected another name; results have that one");
  }
  for (const SweepParameter& other : experiment.parameters) {
    if (other.name == entry.key) {
      throw InputError(entry.place, fmt::format("'{}' varied and computed", entry.key),
                       "expected each parameter once");
    }
    if (same(other.name)) {
      throw InputError(entry.place, fmt::format("'{}' beside '{}'", entry.key, other.name),
                       "expected names that differ in more than their case");
    }
  }
}

void read_key(const Section& section, SweepParameter& parameter) {
  const Node* key = section.find("key");
  if (key == nullptr) return;
  parameter.key = require_text(*key, "key");
  parameter.place = key->place;
}

void read_varied(const Section& root, Experiment& experiment) {
  const Node& vary = root.at("vary", "the parameters that are varied, each with its values");
  for (const NodeEntry& entry : require_map(vary, "vary").entries) {
    require_name(entry, experiment);
    const Section section(entry.value, entry.key, value_keys());
    SweepParameter parameter;
    parameter.name = entry.key;
    parameter.place = entry.place;
    read_key(section, parameter);
    read_values(entry.value, parameter);
    experiment.parameters.push_back(std::move(parameter));
  }
  if (experiment.parameters.empty()) {
    throw InputError(vary.place, "nothing that is varied", "expected one parameter or more");
  }
}

// Only numbers can be computed with.
std::vector<std::string> numeric_names(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const SweepParameter& parameter : experiment.parameters) {
    const bool numeric =
        std::none_of(parameter.values.begin(), parameter.values.end(),
                     [](const SweepValue& value) { return std::isnan(value.number); });
    if (numeric) names.push_back(parameter.name);
  }
  return names;
}

void read_computed(const Section& root, Experiment& experiment) {
  const Node* compute = root.find("compute");
  if (compute == nullptr) return;
  for (const NodeEntry& entry : require_map(*compute, "compute").entries) {
    require_name(entry, experiment);
    const Section section(entry.value, entry.key, {"key", "value", "unit"});
    SweepParameter parameter;
    parameter.name = entry.key;
    parameter.place = entry.place;
    read_key(section, parameter);
    const Node& value = section.at("value", "a formula, such as 6.4 / load");
    parameter.expression = require_text(value, "value");
    parameter.unit = text_of(section, "unit", "");
    const Expression check(parameter.expression, numeric_names(experiment), value.place);
    if (parameter.key.empty()) parameter.place = value.place;
    experiment.parameters.push_back(std::move(parameter));
  }
}

// A name that is misspelled in a formula must not leave a parameter without any effect.
void require_effects(const Experiment& experiment) {
  for (const SweepParameter& parameter : experiment.parameters) {
    if (!parameter.key.empty()) continue;
    const bool used =
        std::any_of(experiment.parameters.begin(), experiment.parameters.end(),
                    [&](const SweepParameter& other) {
                      if (other.expression.empty()) return false;
                      std::vector<std::string> names;
                      for (const SweepParameter& any : experiment.parameters)
                        names.push_back(any.name);
                      return Expression(other.expression, names, other.place).uses(parameter.name);
                    });
    if (used) continue;
    throw InputError(
        parameter.place, fmt::format("a parameter '{}' that changes nothing", parameter.name),
        "expected `key:`, the key of the platform that it sets, or a formula that uses it");
  }
}

void require_different_keys(const Experiment& experiment) {
  for (auto one = experiment.parameters.begin(); one != experiment.parameters.end(); ++one) {
    if (one->key.empty()) continue;
    if (one->key == "seed") {
      throw InputError(one->place, "the seed as a parameter", "expected `seeds:`, which varies it");
    }
    const auto same = std::find_if(experiment.parameters.begin(), one,
                                   [&](const auto& other) { return other.key == one->key; });
    if (same == one) continue;
    throw InputError(one->place, fmt::format("'{}', which '{}' sets as well", one->key, same->name),
                     "expected each key once");
  }
}

std::vector<std::uint64_t> read_seeds(const Node* node) {
  std::vector<std::uint64_t> seeds;
  if (node == nullptr) return {1};
  if (node->is_list()) {
    for (const Node& item : node->items) {
      const std::uint64_t seed = read_whole(item, "seeds");
      if (std::find(seeds.begin(), seeds.end(), seed) != seeds.end()) {
        throw InputError(item.place, fmt::format("the seed {} twice", seed), "expected each once");
      }
      seeds.push_back(seed);
    }
    if (seeds.empty()) throw InputError(node->place, "no seeds", "expected one or more");
    return seeds;
  }
  const std::uint64_t count = read_whole_in(*node, "seeds", 1, most_values);
  for (std::uint64_t seed = 1; seed <= count; ++seed) seeds.push_back(seed);
  return seeds;
}

// `{a: {b: 1}}` and `{a.b: 1}` alike. What chooses a type comes first: it takes out what belonged
// to the one before. `form` may be null.
void apply_set(Netlist& netlist, const Node& node, const std::string& path,
               const SectionForm* form) {
  if (!node.is_map()) return set_key(netlist, path, node);
  std::vector<const NodeEntry*> entries;
  for (const NodeEntry& entry : node.entries) entries.push_back(&entry);
  std::stable_partition(entries.begin(), entries.end(), [form](const NodeEntry* entry) {
    return form != nullptr && entry->key == form->choice;
  });
  for (const NodeEntry* entry : entries) {
    apply_set(netlist, entry->value, path.empty() ? entry->key : path + '.' + entry->key,
              form == nullptr ? nullptr : form->child(entry->key));
  }
}

std::filesystem::path platform_file(
    const Node& node, const std::filesystem::path& experiment,
    const std::function<std::filesystem::path(const std::string&)>& find_platform) {
  const std::string& name = require_text(node, "platform");
  const auto beside = experiment.parent_path() / name;
  std::error_code none;
  if (std::filesystem::is_regular_file(beside, none)) return beside;
  try {
    return find_platform(name);
  } catch (const InputError& error) {
    const std::string problem = error.what() + error.place().text().size() + 2;
    throw InputError(node.place, fmt::format("'{}'", name), problem);
  }
}

void read_x(const Section& root, Experiment& experiment) {
  const auto names = numeric_names(experiment);
  const Node* x = root.find("x");
  if (x == nullptr) {
    experiment.x = names.empty() ? experiment.parameters.front().name : names.front();
    return;
  }
  experiment.x = require_text(*x, "x");
  std::vector<std::string> all;
  for (const SweepParameter& parameter : experiment.parameters) all.push_back(parameter.name);
  if (std::find(all.begin(), all.end(), experiment.x) == all.end()) {
    unknown_name(x->place, "unknown parameter", experiment.x, all);
  }
}

void fingerprint_files(Experiment& experiment) {
  NamedFiles files;
  add_named_files(files, experiment.platform.root);
  for (const SweepParameter& parameter : experiment.parameters) {
    for (const SweepValue& value : parameter.values) {
      if (parameter.key.empty() || !std::isnan(value.number)) continue;
      Netlist alone;
      alone.root.kind = Node::Kind::map;
      set_key(alone, "value", value.text, parameter.place);
      add_named_files(files, alone.root);
    }
  }
  for (const auto& [name, text] : files) {
    experiment.files[name] = fmt::format("{:016x}", fingerprint(text));
  }
}

nlohmann::ordered_json json_of(const Node& node) {
  if (node.is_scalar()) return node.text;
  nlohmann::ordered_json json;
  for (const Node& item : node.items) json.push_back(json_of(item));
  for (const NodeEntry& entry : node.entries) json[entry.key] = json_of(entry.value);
  return json;
}

}  // namespace

std::string Experiment::identity() const {
  nlohmann::ordered_json json{{"platform", json_of(platform.root)}};
  if (finds_saturation) json["find"] = "saturation";
  json["parameters"] = nlohmann::ordered_json::array();
  for (const SweepParameter& parameter : parameters) {
    json["parameters"].push_back({{"name", parameter.name},
                                  {"key", parameter.key},
                                  {"unit", parameter.unit},
                                  {"value", parameter.expression}});
  }
  return json.dump();
}

Experiment load_experiment(
    const std::filesystem::path& file,
    const std::function<std::filesystem::path(const std::string&)>& find_platform) {
  const Netlist netlist = load_tree(file);
  const Section root(netlist.root, "an experiment", keys);
  Experiment experiment;
  experiment.name = file.stem().string();
  experiment.title = text_of(root, "title", experiment.name);
  const Node& platform = root.at("platform", "a platform file, or the name of a ready platform");
  experiment.platform = load_netlist(platform_file(platform, file, find_platform));
  if (const Node* set = root.find("set")) {
    apply_set(experiment.platform, require_map(*set, "set"), "", experiment.platform.form.get());
  }
  read_varied(root, experiment);
  read_computed(root, experiment);
  require_effects(experiment);
  require_different_keys(experiment);
  experiment.seeds = read_seeds(root.find("seeds"));
  if (const Node* measures = root.find("measures")) {
    for (const Node& item : require_list(*measures, "measures").items) {
      experiment.measures.push_back(result_name(require_text(item, "measure"), item.place));
      experiment.measure_places.push_back(item.place);
    }
  }
  if (const Node* compare = root.find("compare")) {
    experiment.comparisons = read_comparisons(*compare, experiment.parameters);
  }
  if (const Node* find = root.find("find")) {
    const std::string& what = require_text(*find, "find");
    if (what != "saturation") unknown_name(find->place, "unknown search", what, {"saturation"});
    experiment.finds_saturation = true;
  }
  read_x(root, experiment);
  fingerprint_files(experiment);
  return experiment;
}

}  // namespace weft
