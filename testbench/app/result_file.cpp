#include "testbench/app/result_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "platforms/netlist/input_error.hpp"

namespace weft::app {

ResultFile::ResultFile(const std::string& name) : standard_output_(name == "-") {
  if (!name.empty() && !standard_output_) file_.emplace(name);
}

void ResultFile::write(std::string_view text) {
  if (standard_output_) fmt::print("{}", text);
  if (!file_) return;
  file_->write(text);
  file_->finish();
  file_->publish();
}

void require_other_file(const std::string& output, const std::string& option,
                        const std::string& input) {
  std::error_code none;
  if (output.empty() || output == "-" || !std::filesystem::equivalent(output, input, none)) return;
  throw InputError(place_of(option), fmt::format("'{}', which the results are made of", output),
                   "expected another file");
}

ResultFile picture_file(const std::string& name, const std::string& option) {
  if (!name.empty() && name != "-" && !name.ends_with(".svg")) {
    throw InputError(place_of(option), fmt::format("'{}' is no name of an SVG file", name),
                     "expected a name that ends in .svg, such as net.svg");
  }
  return ResultFile(name);
}

}  // namespace weft::app
