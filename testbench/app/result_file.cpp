#include "testbench/app/result_file.hpp"

#include <fmt/format.h>

#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::app {

ResultFile::ResultFile(const std::string& name, const std::string& option)
    : standard_output_(name == "-") {
  if (standard_output_) FileGuard::writing(name, option);
  if (!name.empty() && !standard_output_) file_.emplace(name, option);
}

void ResultFile::write(std::string_view text) {
  if (standard_output_) fmt::print("{}", text);
  if (!file_) return;
  file_->write(text);
  file_->finish();
  file_->publish();
}

ResultFile picture_file(const std::string& name, const std::string& option) {
  if (!name.empty() && name != "-" && !name.ends_with(".svg")) {
    throw InputError(place_of(option), fmt::format("'{}' is no name of an SVG file", name),
                     "expected a name that ends in .svg, such as net.svg");
  }
  return {name, option};
}

}  // namespace weft::app
