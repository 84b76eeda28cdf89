#include "testbench/app/json_file.hpp"

#include <nlohmann/json.hpp>

#include "testbench/waveforms/output_file.hpp"

namespace weft::app {

void write_json(const std::string& file, const nlohmann::ordered_json& json) {
  OutputFile output(file == "-" ? "/dev/stdout" : file);
  output.write(json.dump(2));
  output.write("\n");
  output.finish();
  output.publish();
}

}  // namespace weft::app
