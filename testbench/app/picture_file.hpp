// The file that a picture goes into.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "testbench/waveforms/output_file.hpp"

namespace weft::app {

/// It is opened before the work begins and appears whole or not at all.
class PictureFile {
 public:
  /// "-" is standard output, "" nowhere. Throws InputError, with `option` as its place for a name
  /// that does not end in ".svg".
  PictureFile(const std::string& name, const std::string& option);

  /// Nothing else is to be printed.
  bool is_standard_output() const { return standard_output_; }
  /// Throws InputError.
  void write(std::string_view svg);

 private:
  bool standard_output_;
  std::optional<OutputFile> file_;
};

}  // namespace weft::app
