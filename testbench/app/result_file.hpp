// The file that a result goes into.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "testbench/waveforms/output_file.hpp"

namespace weft::app {

/// It is opened before the work begins, so that a name that cannot be written is told at once, and
/// appears whole or not at all.
class ResultFile {
 public:
  /// "-" is standard output, "" nowhere; `option` is what names it. Throws InputError.
  ResultFile(const std::string& name, const std::string& option);

  bool is_nowhere() const { return !standard_output_ && !file_; }
  /// Nothing else is to be printed.
  bool is_standard_output() const { return standard_output_; }
  /// All of it, once. Throws InputError.
  void write(std::string_view text);

 private:
  bool standard_output_;
  std::optional<OutputFile> file_;
};

/// A ResultFile for a picture. Throws InputError, with `option` as its place for a name that does
/// not end in ".svg".
ResultFile picture_file(const std::string& name, const std::string& option);

}  // namespace weft::app
