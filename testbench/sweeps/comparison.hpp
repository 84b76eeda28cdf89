// Results of a point against those of another one.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/place.hpp"
#include "testbench/studies/relative_figure.hpp"

namespace weft {

struct SweepParameter;

/// A measure that is made of two points: a result of each point relative to that of the point that
/// differs from it in one parameter only, as theta_t and theta_r are (thesis definition 6.1).
struct Comparison {
  std::string name;
  std::string measure;    ///< The result, as `weft run` prints it.
  std::string parameter;  ///< That is varied, and ...
  std::string value;      ///< ... what it is at the other point, as it is written in YAML.
  RelativeFigure figure = RelativeFigure::share;
  Place place{};  ///< Of the measure, in the experiment's file.
};

/// Reads `compare:`. Throws InputError: unknown keys and figures, a parameter that is not varied, a
/// value that it does not take.
std::vector<Comparison> read_comparisons(const Node& node,
                                         const std::vector<SweepParameter>& parameters);

nlohmann::ordered_json json_of(const std::vector<Comparison>& comparisons);
/// Of what `json_of` has made.
std::vector<Comparison> comparisons_of(const nlohmann::json& json);

}  // namespace weft
