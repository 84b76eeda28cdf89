// An experiment: a platform and what is varied on it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/place.hpp"
#include "testbench/sweeps/comparison.hpp"

namespace weft {

/// What a parameter is set to in a run.
struct SweepValue {
  std::string text;   ///< As it is written in YAML: "12.5 us", "dimension_order".
  double number = 0;  ///< In the unit of the parameter; NaN where it is none.
};

/// A parameter of an experiment: varied, or computed from those before it.
struct SweepParameter {
  std::string name;                ///< A name for expressions, columns and axes.
  std::string key;                 ///< The key of the platform that it sets; empty for none.
  std::string unit;                ///< "us"; empty for none.
  std::vector<SweepValue> values;  ///< What it takes; empty if it is computed.
  std::string expression;          ///< Of one that is computed.
  Place place;                     ///< Of its key, its values or its expression.
};

/// What is run: every combination of the values, for each seed (thesis 3.6.1.1).
struct Experiment {
  std::string name;  ///< Of the file.
  std::string title;
  Netlist platform;                        ///< With all that `set` sets.
  std::vector<SweepParameter> parameters;  ///< Varied ones, then computed ones.
  std::vector<std::uint64_t> seeds;
  std::vector<std::string> measures;    ///< Reported values that a report shows.
  std::vector<Place> measure_places;    ///< Of each.
  std::vector<Comparison> comparisons;  ///< Shown behind them.
  /// Each run of the plan is a search, `find_saturation`, whose results are those of the run.
  bool finds_saturation = false;
  std::string x;  ///< The parameter along the horizontal axis of curves.
  /// Fingerprint of each file that the platform or a value names, in hexadecimal digits.
  std::map<std::string, std::string> files;

  /// Of everything but the values, the seeds and what lies in `files`: results of two experiments
  /// belong into one file only if it is the same. A text, to be compared.
  std::string identity() const;
};

/// Most values of one parameter.
inline constexpr std::uint64_t most_values = 1'000'000;

/// Reads an experiment. `find_platform` makes a file of what `platform:` names, which is looked for
/// beside the experiment first. Throws InputError: unknown and missing keys, a range without
/// values, units that do not fit, a parameter that sets nothing and that no expression uses.
Experiment load_experiment(
    const std::filesystem::path& file,
    const std::function<std::filesystem::path(const std::string&)>& find_platform);

}  // namespace weft
