// What is known of a parameter: its name, kind, range, default, help and source.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "platforms/netlist/node.hpp"

namespace weft {

/// Kinds of parameter, and how each is written.
enum class ParameterKind : std::uint8_t {
  boolean,   ///< `true` or `false`.
  count,     ///< A whole number.
  bytes,     ///< A whole number, `bytes` may follow.
  tokens,    ///< A whole number, `tokens` may follow.
  time,      ///< A number and ps, ns, us, ms or s; held in ps.
  bit_rate,  ///< A number and kbit/s, Mbit/s or Gbit/s, or ps or ns of a bit; held as ps of it.
  real,      ///< A number.
  percent,   ///< A number, `%` may follow.
  choice,    ///< One of several names; held as its index.
  text,      ///< Any text.
  range,     ///< `7` or `1..256`, both ends included.
  shape,     ///< Sizes by dimension, `4x4x2`.
  table,     ///< A list or map that its component reads by itself.
};

/// Whole numbers from `first` to `last`, both included.
struct CountRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  friend bool operator==(const CountRange&, const CountRange&) = default;
};

/// Sizes by dimension, x first; empty for "not given".
using Shape = std::vector<unsigned>;

/// "4x4x2".
std::string shape_text(const Shape& shape);

/// A value of any kind: boolean; count, bytes, tokens, time (ps), bit_rate (ps a bit), choice
/// (index); real, percent; text; range; shape; table (null: not given).
using ParameterValue = std::variant<bool, std::uint64_t, double, std::string, CountRange, Shape,
                                    std::shared_ptr<const Node>>;

/// What stands in a table, for the JSON Schema; `of` names a type.
struct TableForm {
  enum class Kind : std::uint8_t {
    any,      ///< Not described.
    map,      ///< The parameters of the type `of`.
    list,     ///< A list of such maps.
    named,    ///< Such maps by names that the user gives.
    by_type,  ///< Parameters of components and links by the names of their types.
    texts,    ///< A list of texts.
    counts,   ///< A list of whole numbers.
  };
  Kind kind = Kind::any;
  std::string of;
};

/// A registered parameter.
struct ParameterInfo {
  std::string name;
  ParameterKind kind = ParameterKind::count;
  ParameterValue default_value;
  std::string default_note;   ///< What the default is where it depends on the platform; else empty.
  std::uint64_t minimum = 0;  ///< Of whole kinds and ranges, in the unit that they are held in.
  std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max();
  bool zero_allowed = false;  ///< 0 stands for "none" below `minimum`.
  double real_minimum = std::numeric_limits<double>::lowest();
  double real_maximum = std::numeric_limits<double>::max();
  std::vector<std::string> choices;  ///< Names of a choice.
  TableForm form;                    ///< Of a table.
  bool required = false;             ///< There is no default.
  std::string help;                  ///< One line.
  std::string source;                ///< "thesis 3.1.1", "facts.md C104 [NF]"; may be empty.

  std::string unit_text() const;     ///< "ps, ns, us, ms or s"; empty where there is no unit.
  std::string range_text() const;    ///< "1..64", "1 ns..1 s", "fifo | random"; may be empty.
  std::string default_text() const;  ///< As it is written in YAML.

  /// Writes a value into a field of the plain struct that the parameter is bound to.
  std::function<void(void* target, const ParameterValue& value)> store;
};

/// A value as it is written in YAML: "100 Mbit/s", "10 ns", "fifo".
std::string format_value(const ParameterInfo& info, const ParameterValue& value);

/// Reads a value of the parameter from YAML. Throws InputError at the node: wrong type, wrong or
/// missing unit, not a whole number of ps, out of range, unknown name.
ParameterValue read_value(const ParameterInfo& info, const Node& node);

}  // namespace weft
