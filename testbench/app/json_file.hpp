// --json FILE.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "testbench/waveforms/output_file.hpp"

namespace weft::app {

/// Where a result goes as JSON, whole or not at all. It is opened before the work begins: a name
/// that cannot be written is told at once.
class JsonFile {
 public:
  /// "-" is standard output, "" nowhere. Throws InputError.
  explicit JsonFile(const std::string& name);

  /// Nothing else is to be printed.
  bool is_standard_output() const { return standard_output_; }
  /// Throws InputError.
  void write(const nlohmann::ordered_json& json);

 private:
  bool standard_output_;
  std::optional<OutputFile> file_;
};

}  // namespace weft::app
