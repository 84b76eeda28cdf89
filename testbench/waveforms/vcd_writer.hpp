// Writes value change dumps (IEEE 1364, clause 18).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/waveforms/output_file.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// First and last time of a trace, ps.
struct TraceWindow {
  Time start = 0;
  Time stop = never;
};

/// A VCD of unsigned variables at a time scale of 1 ps, written as changes come in. What a time
/// shows is each variable's last value in it, so that the file does not depend on the order of what
/// happens at once, and holds only real changes. It has no date: equal runs give equal files.
///
/// Names are kept as they are, `node[3,2].router.link5.token`: the parts between dots become
/// scopes. GTKWave and vcd2fst take brackets and commas in scopes (tried with GTKWave 3.3.118).
class VcdWriter final : public WaveWriter {
 public:
  /// Writes into `file`, which must outlive it. `comment` is free text of one line.
  VcdWriter(OutputFile& file, TraceWindow window, std::string_view comment);

  Variable declare(std::string_view name, unsigned bits) { return declare(name, bits, 0); }
  Variable declare(std::string_view name, unsigned bits, unsigned lowest) override;

  /// Changes up to the start of the window decide what is shown at its start; those after its end
  /// are dropped.
  void change(Variable variable, std::uint64_t value, Time time) override {
    if (time > window_.stop) return;
    if (time != now_) advance(time);
    Value& entry = values_[variable];
    entry.value = value & entry.mask;
    entry.known = true;
    if (!begun_ || entry.changed) return;
    entry.changed = true;
    changed_.push_back(variable);
  }

  /// Ends the dump at `end`, or at the end of the window if that comes first.
  void finish(Time end) override;

  /// `name` as a viewer shows it: with its range if it has several bits.
  static std::string name_with_range(std::string_view name, unsigned bits, unsigned lowest = 0);

 private:
  struct Value {
    std::uint64_t value = 0;
    std::uint64_t written = 0;
    std::uint64_t mask = 0;
    std::array<char, 6> code{};  // identifier, ended by '\0'
    std::uint8_t bits = 0;
    std::uint16_t lowest = 0;
    bool known = false;
    bool written_known = false;
    bool changed = false;  // stands in `changed_`
  };

  /// A scope, or a variable in it.
  struct Node {
    std::string name;
    std::vector<std::size_t> children;  // scopes; into `nodes_`
    std::vector<std::pair<std::string, Variable>> variables;
  };

  std::size_t child_scope(std::size_t parent, std::string_view name);
  void advance(Time time);
  void begin();
  void write_scope(const Node& node);
  void write_changes();
  void write_time(Time time);
  void write_value(Value& entry);

  OutputFile* file_;
  TraceWindow window_;
  std::string comment_;
  std::vector<Node> nodes_;
  std::vector<Value> values_;
  std::vector<Variable> changed_;  // at `now_`
  Time now_ = 0;
  Time written_time_ = 0;
  bool begun_ = false;
};

}  // namespace weft
