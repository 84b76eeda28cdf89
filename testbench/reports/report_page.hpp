// A report as one page.
#pragma once

#include <string>
#include <vector>

#include "testbench/reports/report_pictures.hpp"
#include "testbench/sweeps/results.hpp"

namespace weft {

/// HTML with everything in it: style, pictures and a few lines of script for what the pointer is
/// on; nothing is loaded, and all of it is there without script.
std::string report_page(Results& results, const std::vector<ReportPicture>& pictures);

}  // namespace weft
