// weft draw PLATFORM
#include <fmt/format.h>

#include <memory>
#include <string>

#include "testbench/app/commands.hpp"
#include "testbench/app/picture_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/pictures/picture.hpp"

namespace weft::app {

void add_draw(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("draw", "Draw a platform: its parts, links and levels");
  struct Arguments {
    PlatformArguments platform;
    std::string output;
  };
  auto arguments = std::make_shared<Arguments>();
  arguments->platform.add_to(*command);
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the picture into this .svg; - for standard output")
      ->type_name("FILE")
      ->required()
      ->check(require_value);
  command->callback([arguments, &outcome] {
    const Platform platform = arguments->platform.resolved();
    PictureFile file(arguments->output, "--output");
    file.write(draw_picture(platform));
    outcome.status = ok;
  });
}

}  // namespace weft::app
