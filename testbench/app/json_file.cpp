#include "testbench/app/json_file.hpp"

#include <nlohmann/json.hpp>

namespace weft::app {

void JsonFile::write(const nlohmann::ordered_json& json) {
  if (!file_.is_nowhere()) file_.write(json.dump(2) + "\n");
}

}  // namespace weft::app
