#include "testbench/app/picture_file.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"

namespace weft::app {

PictureFile::PictureFile(const std::string& name, const std::string& option)
    : standard_output_(name == "-") {
  if (name.empty() || standard_output_) return;
  if (!name.ends_with(".svg")) {
    throw InputError(place_of(option), fmt::format("'{}' is no name of an SVG file", name),
                     "expected a name that ends in .svg, such as net.svg");
  }
  file_.emplace(name);
}

void PictureFile::write(std::string_view svg) {
  if (standard_output_) fmt::print("{}", svg);
  if (!file_) return;
  file_->write(svg);
  file_->finish();
  file_->publish();
}

}  // namespace weft::app
