#include "platforms/components/control_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "platforms/checks/placed_component.hpp"
#include "platforms/components/control_tree.hpp"
#include "platforms/link_kinds.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

constexpr std::size_t most_labels = 255;

// The switches on all links of a host, by component.
std::set<std::size_t> switches_of(const Platform& platform, std::size_t host) {
  std::set<std::size_t> switches;
  const auto links = platform.components[host].parameters->count("links");
  for (unsigned port = 0; port < links; ++port) {
    for (const std::size_t unit : control_units_behind(platform, {host, port})) {
      switches.insert(switch_of_unit(platform, unit));
    }
  }
  return switches;
}

/// Reads the lines of a file of commands.
class ControlLines {
 public:
  ControlLines(const Platform& platform, std::size_t host)
      : platform_(&platform), switches_(switches_of(platform, host)) {
    for (const std::size_t one : switches_) names_.push_back(platform.components[one].name);
  }

  ControlStep step(const InputLines::Line& line) const {
    static const std::vector<std::string> verbs{"boot", "start", "identify", "peek",
                                                "poke", "reset", "recover"};
    const std::string& verb = line.words[0];
    const auto found = std::find(verbs.begin(), verbs.end(), verb);
    if (found == verbs.end()) unknown_name(line.place, "unknown command", verb, verbs);
    const std::size_t words = verb == "poke" ? 4 : verb == "peek" ? 3 : 2;
    const bool boots_all = verb == "boot" && line.words.size() == 1;
    if (line.words.size() != words && !boots_all) {
      throw InputError(
          line.place, fmt::format("{} words", line.words.size()),
          fmt::format("expected `{}{}{}{}`", verb, verb == "boot" ? " [SWITCH]" : " SWITCH",
                      words > 2 ? " ADDRESS" : "", words > 3 ? " VALUE" : ""));
    }
    ControlStep step;
    step.place = line.place;
    if (!boots_all) step.component = component(line);
    if (verb == "boot") return step;
    ControlRequest request;
    request.command = static_cast<ControlCommand>(found - verbs.begin());
    if (words > 2) request.address = word(line, 2);
    if (words > 3) request.value = word(line, 3);
    step.request = request;
    return step;
  }

 private:
  std::size_t component(const InputLines::Line& line) const {
    const auto found = platform_->find(line.words[1]);
    if (found && switches_.contains(*found)) return *found;
    unknown_name(line.place_of(1), "no switch on its control links", line.words[1], names_);
  }

  static std::uint32_t word(const InputLines::Line& line, std::size_t at) {
    const std::string& text = line.words[at];
    const bool hexadecimal = text.starts_with("0x");
    const std::string_view digits = std::string_view(text).substr(hexadecimal ? 2 : 0);
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
    if (error == std::errc() && end == digits.data() + digits.size() && !digits.empty()) {
      return value;
    }
    throw InputError(line.place_of(at), fmt::format("'{}' as a word", text),
                     "expected 32 bits, such as 17 or 0x1014");
  }

  const Platform* platform_;
  std::set<std::size_t> switches_;
  std::vector<std::string> names_;
};

}  // namespace

std::size_t switch_of_unit(const Platform& platform, std::size_t unit) {
  const ParameterValues& values = *platform.components[unit].parameters;
  const std::string& name = values.text("switch");
  const auto found = platform.find(name);
  if (found && platform.components[*found].is(Part::table_router)) return *found;
  std::vector<std::string> names;
  for (const Component& one : platform.components) {
    if (one.is(Part::table_router)) names.push_back(one.name);
  }
  if (!values.is_set("switch")) {
    throw InputError(platform.components[unit].place, "a control unit without a switch",
                     "expected `switch:`, the name of a c104");
  }
  unknown_name(values.place("switch"), "no c104", name, names);
}

std::optional<std::size_t> control_unit_of(const Platform& platform, std::size_t component) {
  const auto& units = platform.parts.get<ControlUnits>().of_switch;
  if (units.empty()) return {};
  const auto found = units.find(platform.components[component].name);
  return found == units.end() ? std::nullopt : std::optional(found->second);
}

bool is_control_unit(const Platform& platform, std::size_t component) {
  return platform.components[component].type->name == control_unit_name;
}

std::vector<std::size_t> control_units_behind(const Platform& platform, const LinkEnd& host) {
  return ControlTree(platform, Connections(platform), host).units();
}

std::vector<ControlStep> control_steps(const Platform& platform, std::size_t host) {
  const Component& component = platform.components[host];
  const std::string& file = component.parameters->text("commands");
  if (file.empty()) return {ControlStep{}};
  const ControlLines lines(platform, host);
  std::vector<ControlStep> steps;
  const Node name{Node::Kind::scalar, file, {}, {}, component.parameters->place("commands")};
  for (const InputLines::Line& line : InputLines(name, "a readable text file of commands")) {
    steps.push_back(lines.step(line));
  }
  return steps;
}

void check_control_unit(const PlacedComponent& placed) {
  const Platform& platform = placed.platform;
  switch_of_unit(platform, placed.index);
  for (const LinkSpec& link : platform.links) {
    if (!is_control_unit(platform, link.from.component) ||
        !is_control_unit(platform, link.to.component)) {
      continue;
    }
    if (link.from.port != link.to.port) continue;
    throw InputError(link.place,
                     fmt::format("a control link between '{}' and '{}' that joins {} of both",
                                 platform.components[link.from.component].name,
                                 platform.components[link.to.component].name,
                                 link.from.port == clink0 ? "clink0" : "clink1"),
                     "expected clink1 of the one that is nearer to the host, and clink0");
  }
}

void check_control_host(const PlacedComponent& placed) {
  const Component& component = placed.component();
  const auto links = component.parameters->count("links");
  for (unsigned port = 0; port < links; ++port) {
    const auto units = control_units_behind(placed.platform, {placed.index, port});
    if (units.size() <= most_labels) continue;
    throw InputError(
        component.place,
        fmt::format("{} control units behind '{}.link{}'", units.size(), component.name, port),
        "expected at most 255: a label is a byte, and 0 is none");
  }
  control_steps(placed.platform, placed.index);
}

void check_controlled_switch(const PlacedComponent& placed) {
  const Platform& platform = placed.platform;
  const auto unit = control_unit_of(platform, placed.index);
  if (!unit) return;
  const Component& component = placed.component();
  for (const LinkSpec& link : platform.links) {
    if (link.from.component != placed.index && link.to.component != placed.index) continue;
    const DsLinkParameters parameters = dslink_parameters(link);
    if (parameters.form == LinkForm::ieee1355 && parameters.await_null) continue;
    const bool spacewire = parameters.form == LinkForm::spacewire;
    throw InputError(
        link.place,
        fmt::format(
            "a link to '{}', which is started by its control links, {}", component.name,
            spacewire ? "of the form spacewire" : "that may send FCTs before its far end listens"),
        spacewire ? "expected `form: ieee1355`" : "expected `await_null: true`");
  }
}

}  // namespace weft
