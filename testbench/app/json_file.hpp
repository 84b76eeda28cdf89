// --json FILE.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "testbench/app/result_file.hpp"

namespace weft::app {

/// Where a result goes as JSON.
class JsonFile {
 public:
  /// As of ResultFile.
  explicit JsonFile(const std::string& name) : file_(name, "--json") {}

  bool is_standard_output() const { return file_.is_standard_output(); }
  const ResultFile& file() const { return file_; }
  void write(const nlohmann::ordered_json& json);

 private:
  ResultFile file_;
};

}  // namespace weft::app
