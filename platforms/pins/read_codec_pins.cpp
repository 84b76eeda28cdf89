#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/netlist/yaml_reader.hpp"
#include "platforms/pins/codec_pins.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

constexpr unsigned most_constant_bits = 64;
constexpr unsigned most_width = 4096;

/// What a meaning is like.
struct MeaningInfo {
  const char* name;
  PinDirection direction;
  unsigned width;  ///< 0: any.
  unsigned other_width = 0;
  bool required = false;
  bool clocked = false;  ///< It goes with a clock that must be named.
  bool many = false;     ///< There may be several.
};

constexpr auto in = PinDirection::input;
constexpr auto out = PinDirection::output;

// In the order of PinMeaning.
constexpr std::array<MeaningInfo, 30> meanings{{
    {"clock", in, 1, 0, true, false, true},
    {"reset", in, 1, 0, false, false, true},
    {"d_in", in, 1, 0, true},
    {"s_in", in, 1, 0, true},
    {"d_out", out, 1, 0, true},
    {"s_out", out, 1, 0, true},
    {"tx_data", in, 8, 9, true, true},
    {"tx_flag", in, 1, 0, false, true},
    {"tx_write", in, 1, 0, true, true},
    {"tx_ready", out, 1, 0, true, true},
    {"rx_data", out, 8, 9, true, true},
    {"rx_flag", out, 1, 0, false, true},
    {"rx_valid", out, 1, 0, true, true},
    {"rx_read", in, 1, 0, true, true},
    {"running", out, 1, 0, true},
    {"connecting", out, 1},
    {"started", out, 1},
    {"disconnect_error", out, 1},
    {"parity_error", out, 1},
    {"escape_error", out, 1},
    {"credit_error", out, 1},
    {"link_start", in, 1},
    {"auto_start", in, 1},
    {"link_disable", in, 1},
    {"tick_in", in, 1, 0, false, true},
    {"time_in", in, 6, 8, false, true},
    {"tick_out", out, 1, 0, false, true},
    {"time_out", out, 6, 8, false, true},
    {"constant", in, 0, 0, false, false, true},
    {"unused", out, 0, 0, false, false, true},
}};

const MeaningInfo& info_of(PinMeaning meaning) {
  return meanings.at(static_cast<std::size_t>(meaning));
}

const char* name_of_direction(PinDirection direction) {
  return direction == in ? "input" : "output";
}

// One of several words.
std::size_t read_one_of(const Node& node, std::string_view what,
                        const std::vector<std::string>& names) {
  const std::string& text = require_text(node, what);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  unknown_name(node.place, fmt::format("unknown {}", what), text, names);
}

std::string read_identifier(const Node& node, std::string_view what) {
  const std::string& name = require_text(node, what);
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const bool good = !name.empty() && is_letter(name[0]) &&
                    std::all_of(name.begin(), name.end(),
                                [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  if (good) return name;
  throw InputError(node.place, fmt::format("'{}' as {}", name, what),
                   "expected a name of Verilog: letters, digits and _");
}

Time read_positive_time(const Node& node, std::string_view what, Time least) {
  constexpr Time most = millisecond;
  const Time time = read_time(node, what);
  if (time >= least && time <= most) return time;
  throw InputError(node.place, fmt::format("a {} of {}", what, time_text(time)),
                   fmt::format("expected {} to {}", time_text(least), time_text(most)));
}

bool says_yes_or_no(const CodecPin& pin) {
  switch (pin.meaning) {
    case PinMeaning::clock:
    case PinMeaning::d_in:
    case PinMeaning::s_in:
    case PinMeaning::d_out:
    case PinMeaning::s_out:
    case PinMeaning::constant:
    case PinMeaning::unused: return false;
    default: return pin.width == 1;
  }
}

/// Keys that only some meanings have.
void require_only(const Section& section, std::string_view key, bool wanted,
                  std::string_view of_what) {
  const Node* const node = section.find(key);
  if (node == nullptr || wanted) return;
  throw InputError(node->place, fmt::format("`{}` of a pin that has none", key),
                   fmt::format("expected it of {}", of_what));
}

void require_like_meaning(const CodecPin& pin) {
  const MeaningInfo& info = info_of(pin.meaning);
  if (pin.direction != info.direction) {
    throw InputError(
        pin.direction_place,
        fmt::format("{} '{}' as {}", name_of_direction(pin.direction), pin.name, info.name),
        fmt::format("expected an {}", name_of_direction(info.direction)));
  }
  const bool fits = info.width == 0 || pin.width == info.width || pin.width == info.other_width;
  if (!fits) {
    const std::string also = info.other_width == 0 ? "" : fmt::format(" or {}", info.other_width);
    throw InputError(pin.width_place,
                     fmt::format("{} bits of '{}' as {}", pin.width, pin.name, info.name),
                     fmt::format("expected {}{}", info.width, also));
  }
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file)
      : root_(read_yaml(text, std::make_shared<const std::string>(file))) {}

  CodecPins read() {
    const Section section(root_, "a file of pins", {"module", "max_credit", "pins"});
    const Node& module = section.at("module", "expected the name of the codec's top");
    pins_.module = read_identifier(module, "a module");
    pins_.module_place = module.place;
    if (const Node* credit = section.find("max_credit")) {
      pins_.max_credit = static_cast<unsigned>(read_whole_in(*credit, "max_credit", 8, 4096));
    }
    const Node& list = require_list(section.at("pins", "expected the list of its pins"), "pins");
    pins_.place = list.place;
    for (const Node& item : list.items) pins_.pins.push_back(read_pin(item));
    for (std::size_t i = 0; i < list.items.size(); ++i) find_clock(list.items[i], pins_.pins[i]);
    require_link_end();
    return std::move(pins_);
  }

 private:
  CodecPin read_pin(const Node& node) {
    const Section section(node, "a pin",
                          {"name", "direction", "width", "meaning", "clock", "active", "period",
                           "length", "value", "latency"});
    CodecPin pin;
    const Node& name = section.at("name", "expected the name of a port of the module");
    pin.name = read_identifier(name, "a pin");
    pin.place = name.place;
    for (const CodecPin& other : pins_.pins) {
      if (other.name != pin.name) continue;
      throw InputError(pin.place, fmt::format("the pin '{}' again", pin.name),
                       fmt::format("expected each once, it is at {}", other.place.text()));
    }
    const Node& direction = section.at("direction", "expected input or output");
    pin.direction = read_one_of(direction, "direction", {"input", "output"}) == 0 ? in : out;
    pin.direction_place = direction.place;
    const Node& width = section.at("width", "expected its bits");
    pin.width = static_cast<unsigned>(read_whole_in(width, "width", 1, most_width));
    pin.width_place = width.place;
    read_meaning(section, pin);
    require_like_meaning(pin);
    read_of_meaning(section, pin);
    return pin;
  }

  void read_meaning(const Section& section, CodecPin& pin) {
    const Node& node = section.at("meaning", "expected what it is for, or `unused`");
    std::vector<std::string> names;
    for (const MeaningInfo& info : meanings) names.emplace_back(info.name);
    pin.meaning = static_cast<PinMeaning>(read_one_of(node, "meaning", names));
    const CodecPin* const other = pins_.find(pin.meaning);
    if (other == nullptr || info_of(pin.meaning).many) return;
    throw InputError(node.place,
                     fmt::format("a second {}: '{}'", info_of(pin.meaning).name, pin.name),
                     fmt::format("expected one, '{}' at {}", other->name, other->place.text()));
  }

  static void read_of_meaning(const Section& section, CodecPin& pin) {
    const PinMeaning meaning = pin.meaning;
    const bool is_clock = meaning == PinMeaning::clock;
    require_only(section, "period", is_clock, "a clock");
    require_only(section, "length", meaning == PinMeaning::reset, "a reset");
    require_only(section, "value", meaning == PinMeaning::constant, "a constant");
    require_only(section, "latency", meaning == PinMeaning::rx_data, "rx_data");
    require_only(section, "clock", !is_clock && meaning != PinMeaning::constant,
                 "what goes with a clock");
    require_only(section, "active", says_yes_or_no(pin), "one bit that says yes or no");
    if (const Node* active = section.find("active")) {
      pin.active_low = read_one_of(*active, "active", {"high", "low"}) == 1;
    }
    if (is_clock) {
      pin.period = read_positive_time(section.at("period", "expected its period, such as 10 ns"),
                                      "clock", 2);
    } else if (meaning == PinMeaning::reset) {
      pin.length = read_positive_time(
          section.at("length", "expected how long it lasts, such as 100 ns"), "reset", 1);
    } else if (meaning == PinMeaning::constant) {
      read_constant(section, pin);
    } else if (const Node* latency = section.find("latency")) {
      pin.latency = static_cast<unsigned>(read_whole_in(*latency, "latency", 0, 1));
    }
  }

  static void read_constant(const Section& section, CodecPin& pin) {
    if (pin.width > most_constant_bits) {
      throw InputError(pin.width_place, fmt::format("a constant of {} bits", pin.width),
                       fmt::format("expected {} at most", most_constant_bits));
    }
    const std::uint64_t most =
        pin.width == most_constant_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << pin.width) - 1;
    pin.value = read_whole_in(section.at("value", "expected its value"), "value", 0, most);
  }

  // Once all pins are known.
  void find_clock(const Node& node, CodecPin& pin) const {
    const Node* const name = value_of(node, "clock");
    if (name == nullptr) {
      if (!info_of(pin.meaning).clocked) return;
      throw InputError(pin.place, fmt::format("'{}' without a clock", pin.name),
                       "expected `clock:` and the pin of the clock with which it goes");
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < pins_.pins.size(); ++i) {
      if (pins_.pins[i].meaning != PinMeaning::clock) continue;
      names.push_back(pins_.pins[i].name);
      if (pins_.pins[i].name == require_text(*name, "clock")) pin.clock = i;
    }
    if (!pin.clock) unknown_name(name->place, "unknown clock", name->text, names);
  }

  void require_link_end() const {
    for (std::size_t i = 0; i < meanings.size(); ++i) {
      if (meanings[i].required) require(static_cast<PinMeaning>(i));
    }
    require_side(PinMeaning::tx_data,
                 {PinMeaning::tx_flag, PinMeaning::tx_write, PinMeaning::tx_ready});
    require_side(PinMeaning::rx_data,
                 {PinMeaning::rx_flag, PinMeaning::rx_valid, PinMeaning::rx_read});
    const auto times = {PinMeaning::tick_in, PinMeaning::time_in, PinMeaning::tick_out,
                        PinMeaning::time_out};
    const bool any = std::any_of(times.begin(), times.end(),
                                 [this](PinMeaning meaning) { return pins_.has(meaning); });
    for (const PinMeaning meaning : times) {
      if (any) require(meaning);
    }
  }

  void require(PinMeaning meaning) const {
    if (pins_.has(meaning)) return;
    throw InputError(pins_.place, fmt::format("no pin is {}", info_of(meaning).name),
                     fmt::format("expected one with `meaning: {}`", info_of(meaning).name));
  }

  // The FIFO of one way: one clock, and a flag unless the data have nine bits.
  void require_side(PinMeaning data, const std::vector<PinMeaning>& beside) const {
    const CodecPin& bytes = *pins_.find(data);
    const PinMeaning flag = beside.front();
    if (bytes.width == 8 && !pins_.has(flag)) {
      throw InputError(
          bytes.width_place,
          fmt::format("8 bits of '{}', and no pin is {}", bytes.name, info_of(flag).name),
          fmt::format("expected 9, or a pin with `meaning: {}`", info_of(flag).name));
    }
    for (const PinMeaning meaning : beside) {
      const CodecPin* const pin = pins_.find(meaning);
      if (pin == nullptr) continue;
      if (meaning == flag && bytes.width == 9) {
        throw InputError(pin->place,
                         fmt::format("'{}' beside '{}' of nine bits", pin->name, bytes.name),
                         "expected the flag as its highest bit, or eight bits and a flag");
      }
      if (pin->clock == bytes.clock) continue;
      throw InputError(pin->place,
                       fmt::format("'{}' with another clock than '{}'", pin->name, bytes.name),
                       "expected one clock for all pins of a FIFO's side");
    }
  }

  Node root_;
  CodecPins pins_;
};

}  // namespace

const CodecPin* CodecPins::find(PinMeaning meaning) const {
  const auto found = std::find_if(
      pins.begin(), pins.end(), [meaning](const CodecPin& pin) { return pin.meaning == meaning; });
  return found == pins.end() ? nullptr : &*found;
}

CodecPins read_codec_pins(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

}  // namespace weft
