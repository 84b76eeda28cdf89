#include "testbench/app/json_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace weft::app {

JsonFile::JsonFile(const std::string& name) : standard_output_(name == "-") {
  if (!name.empty() && !standard_output_) file_.emplace(name);
}

void JsonFile::write(const nlohmann::ordered_json& json) {
  if (standard_output_) fmt::print("{}\n", json.dump(2));
  if (!file_) return;
  file_->write(json.dump(2));
  file_->write("\n");
  file_->finish();
  file_->publish();
}

}  // namespace weft::app
