// The pictures of a sweep.
#pragma once

#include <string>
#include <vector>

#include "testbench/sweeps/results.hpp"

namespace weft {

/// One picture of a report.
struct ReportPicture {
  enum class Section : std::uint8_t { curves, maps, histograms };
  Section section = Section::curves;
  std::string name;  ///< For a file: letters, digits and _.
  std::string svg;
};

/// Curves of the measures over the experiment's x (of all means and rates where it names none), a
/// curve for each value of what else is varied; where those are more than a picture holds, a
/// picture for each value of all but the first. Then maps and histograms: of the points at which
/// all of `at` hold ("load=0.5"), or without any of the largest x of each curve; of the first six.
/// Throws InputError for a condition that holds nowhere.
std::vector<ReportPicture> report_pictures(Results& results,
                                           const std::vector<std::string>& at = {});

}  // namespace weft
