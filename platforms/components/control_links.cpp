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

bool is_processor_unit(const Platform& platform, std::size_t component) {
  return platform.components[component].type->name == processor_unit_name;
}

// The key that names the device of a unit.
const char* device_key(const Platform& platform, std::size_t unit) {
  return is_processor_unit(platform, unit) ? "processor" : "switch";
}

// The devices on all links of a host, by component.
std::set<std::size_t> devices_of(const Platform& platform, std::size_t host) {
  std::set<std::size_t> devices;
  const auto links = platform.components[host].parameters->count("links");
  for (unsigned port = 0; port < links; ++port) {
    for (const std::size_t unit : control_units_behind(platform, {host, port})) {
      devices.insert(device_of_unit(platform, unit));
    }
  }
  return devices;
}

/// Reads the lines of a file of commands.
class ControlLines {
 public:
  ControlLines(const Platform& platform, std::size_t host)
      : platform_(&platform), devices_(devices_of(platform, host)) {
    for (const std::size_t one : devices_) names_.push_back(platform.components[one].name);
  }

  ControlStep step(const InputLines::Line& line) const {
    static const std::vector<std::string> verbs{"boot",  "start",   "identify", "peek", "poke",
                                                "reset", "recover", "load",     "run",  "stop"};
    const std::string& verb = line.words[0];
    const auto found = std::find(verbs.begin(), verbs.end(), verb);
    if (found == verbs.end()) unknown_name(line.place, "unknown command", verb, verbs);
    const std::size_t words = verb == "poke" ? 4 : verb == "peek" ? 3 : 2;
    const bool boots_all = verb == "boot" && line.words.size() == 1;
    if (line.words.size() != words && !boots_all) {
      throw InputError(
          line.place, fmt::format("{} words", line.words.size()),
          fmt::format("expected `{}{}{}{}`", verb, verb == "boot" ? " [DEVICE]" : " DEVICE",
                      words > 2 ? " ADDRESS" : "", words > 3 ? " VALUE" : ""));
    }
    ControlStep step;
    step.place = line.place;
    if (!boots_all) step.component = component(line);
    const bool of_processor = verb == "load" || verb == "run" || verb == "stop";
    if (of_processor) require_processor(line, *step.component);
    if (verb == "boot") return step;
    step.kind = verb == "load" ? ControlStep::Kind::load : ControlStep::Kind::command;
    step.request.command = command_of(verb, static_cast<std::size_t>(found - verbs.begin()));
    if (words > 2) step.request.address = word(line, 2);
    if (words > 3) step.request.value = word(line, 3);
    return step;
  }

 private:
  // `index` is that of the verb.
  static ControlCommand command_of(const std::string& verb, std::size_t index) {
    if (verb == "run") return ControlCommand::run;
    if (verb == "stop") return ControlCommand::stop;
    return verb == "load" ? ControlCommand::boot : static_cast<ControlCommand>(index);
  }

  std::size_t component(const InputLines::Line& line) const {
    const auto found = platform_->find(line.words[1]);
    if (found && devices_.contains(*found)) return *found;
    unknown_name(line.place_of(1), "no device on its control links", line.words[1], names_);
  }

  void require_processor(const InputLines::Line& line, std::size_t device) const {
    if (platform_->components[device].is(Part::processor)) return;
    throw InputError(line.place_of(1),
                     fmt::format("`{}` of the {} '{}'", line.words[0],
                                 platform_->components[device].type->name, line.words[1]),
                     "expected a t9000");
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
  std::set<std::size_t> devices_;
  std::vector<std::string> names_;
};

// A far end that sends FCTs at once would lose them.
void check_started_links(const Platform& platform, std::size_t index) {
  const Component& component = platform.components[index];
  for (const LinkSpec& link : platform.links) {
    if (link.from.component != index && link.to.component != index) continue;
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

void check_started_processor(const Platform& platform, std::size_t unit) {
  const std::size_t index = device_of_unit(platform, unit);
  if (!starts_links(platform, index)) return;
  const Component& processor = platform.components[index];
  if (processor.level != Level::signal && processor.level != Level::token) {
    throw InputError(platform.components[unit].parameters->place("starts_links"),
                     fmt::format("starts_links of '{}', which is at level {}", processor.name,
                                 name_of(processor.level)),
                     "expected it at level signal or token");
  }
  check_started_links(platform, index);
}

}  // namespace

std::size_t device_of_unit(const Platform& platform, std::size_t unit) {
  const ParameterValues& values = *platform.components[unit].parameters;
  const char* const key = device_key(platform, unit);
  const bool processor = is_processor_unit(platform, unit);
  const Part part = processor ? Part::processor : Part::table_router;
  const std::string& name = values.text(key);
  const auto found = platform.find(name);
  if (found && platform.components[*found].is(part)) return *found;
  std::vector<std::string> names;
  for (const Component& one : platform.components) {
    if (one.is(part)) names.push_back(one.name);
  }
  const char* const kind = processor ? "t9000" : "c104";
  if (!values.is_set(key)) {
    throw InputError(platform.components[unit].place,
                     fmt::format("a control unit without a {}", key),
                     fmt::format("expected `{}:`, the name of a {}", key, kind));
  }
  unknown_name(values.place(key), fmt::format("no {}", kind), name, names);
}

bool starts_links(const Platform& platform, std::size_t processor) {
  const auto unit = control_unit_of(platform, processor);
  return unit && is_processor_unit(platform, *unit) &&
         platform.components[*unit]
             .parameters->to_struct<ProcessorControlParameters>()
             .starts_links;
}

std::vector<std::uint8_t> image_of_unit(const Platform& platform, std::size_t unit) {
  const ParameterValues& values = *platform.components[unit].parameters;
  const std::string& file = values.text("image");
  if (file.empty()) return {};
  const Place& place = values.place("image");
  const Node name{Node::Kind::scalar, file, {}, {}, place};
  const std::string bytes = read_input_file(file_beside(name), place, "a readable file of bytes");
  const auto memory = values.to_struct<ProcessorControlParameters>().memory_bytes;
  if (bytes.size() <= memory) return {bytes.begin(), bytes.end()};
  throw InputError(place, fmt::format("an image of {} bytes", bytes.size()),
                   fmt::format("expected at most memory_bytes = {}", memory));
}

void enter_control_unit(Platform& platform, std::size_t component) {
  const Component& unit = platform.components[component];
  const std::string& name = unit.parameters->text(device_key(platform, component));
  const auto [other, is_new] =
      platform.parts.edit<ControlUnits>().of_device.emplace(name, component);
  if (is_new) return;
  throw InputError(unit.place,
                   fmt::format("a second control unit of '{}', beside '{}'", name,
                               platform.components[other->second].name),
                   "expected one for each device");
}

std::optional<std::size_t> control_unit_of(const Platform& platform, std::size_t component) {
  const auto& units = platform.parts.get<ControlUnits>().of_device;
  if (units.empty()) return {};
  const auto found = units.find(platform.components[component].name);
  return found == units.end() ? std::nullopt : std::optional(found->second);
}

bool is_control_unit(const Platform& platform, std::size_t component) {
  return platform.components[component].type->name == control_unit_name ||
         is_processor_unit(platform, component);
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
  device_of_unit(platform, placed.index);
  if (is_processor_unit(platform, placed.index)) {
    image_of_unit(platform, placed.index);
    check_started_processor(platform, placed.index);
  }
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
  if (control_unit_of(placed.platform, placed.index)) {
    check_started_links(placed.platform, placed.index);
  }
}

}  // namespace weft
