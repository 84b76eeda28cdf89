// What the library of studies tells the program of itself.
#include <map>
#include <string_view>

#include "platforms/plugins/stamp.hpp"
#include "testbench/app/studies.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/studies/run_picture.hpp"

namespace weft::app {
namespace {

void define(std::string_view name, Command& command) {
  static const std::map<std::string_view, void (*)(Command&)> commands{
      {"draw", define_draw},
      {"saturate", define_saturate},
      {"reproduce", define_reproduce},
      {"sweep", define_sweep},
      {"extract", define_extract},
      {"report", define_report},
      {"bench", define_bench},
      {"assemble", define_assemble},
      {"disassemble", define_disassemble},
      {"conset", define_conset},
      {"copy-transfer", define_copy_transfer},
      {"registers", define_registers},
  };
  commands.at(name)(command);
}

}  // namespace
}  // namespace weft::app

extern "C" __attribute__((visibility("default"))) const weft::app::Studies weft_studies;
extern "C" const weft::app::Studies weft_studies{WEFT_STAMP, weft::app::define,
                                                 weft::app::draw_run};
