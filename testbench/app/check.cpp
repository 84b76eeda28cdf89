// weft check PLATFORM
#include <fmt/format.h>

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "platforms/components/hypercube_deadlock.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/link_kinds.hpp"
#include "platforms/processors.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/routing_report.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

struct CheckArguments {
  PlatformArguments platform;
  bool headers = false;
  bool intervals = false;
  std::string json;
};

void print(const CheckArguments& arguments, const Platform& platform,
           const RoutingReport& routing) {
  const std::size_t cube = hypercube_nodes_of(platform).size();
  if (cube != 0) {
    fmt::print("{}: good: {} of a cube of degree {}, {}\n", arguments.platform.platform,
               counted(cube, "node"), hypercube_degree(platform),
               counted(platform.links.size(), "link"));
    if (const auto deadlock = hypercube_deadlock(platform)) {
      fmt::print("can deadlock, which is allowed: {}\n", deadlock->messages);
    } else {
      fmt::print("free of deadlock: no messages can wait for each other in a circle\n");
    }
  }
  if (has_dslinks(platform) || (cells_of(platform).empty() && cube == 0)) {
    fmt::print(
        "{}: good: {}, {}, {}, {}-byte headers\n", arguments.platform.platform,
        counted(platform.components.size(), "component"), counted(platform.links.size(), "link"),
        counted(processors_of(platform).size(), "processor"), headers_of(platform).header_bytes);
    print_routing(platform, routing);
  }
  if (!cells_of(platform).empty()) {
    fmt::print("{}: good: {}, {} bus{}\n", arguments.platform.platform,
               counted(cells_of(platform).size(), "iWarp cell"), platform.busses.size(),
               platform.busses.size() == 1 ? "" : "ses");
  }
  fmt::print("{}", unreachable_text(platform));
  if (arguments.intervals) print_intervals(platform);
  if (arguments.headers) print_headers(platform);
}

nlohmann::ordered_json json_of_cells(const Platform& platform) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (std::size_t address = 0; address < cells_of(platform).size(); ++address) {
    const std::size_t component = cells_of(platform)[address].component;
    json.push_back({{"cell", platform.components[component].name}, {"address", address}});
  }
  return json;
}

nlohmann::ordered_json to_json(const Platform& platform, const RoutingReport& routing) {
  return {{"platform", platform.name},
          {"components", platform.components.size()},
          {"links", platform.links.size()},
          {"cells", json_of_cells(platform)},
          {"busses", platform.busses.size()},
          {"header_bytes", headers_of(platform).header_bytes},
          {"routing", json_of_routing(routing)},
          {"unreachable", json_of_unreachable(platform)},
          {"processors", json_of_headers(platform)},
          {"routers", json_of_intervals(platform)}};
}

void check(const CheckArguments& arguments) {
  JsonFile file(arguments.json);
  const Platform platform = arguments.platform.resolved();
  const RoutingReport routing = report_routing(platform);
  if (!file.is_standard_output()) print(arguments, platform, routing);
  if (!arguments.json.empty()) file.write(to_json(platform, routing));
}

}  // namespace

void define_check(Command& command) {
  auto arguments = std::make_shared<CheckArguments>();
  arguments->platform.add_to(command);
  command.flag("--headers", arguments->headers, "Print the headers of each processor");
  command.flag("--intervals", arguments->intervals,
               "Print how many intervals the tables of each router have");
  command
      .text("--json", arguments->json,
            "Write what is known, headers and intervals too, as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments] {
    check(*arguments);
    return ok;
  });
}

}  // namespace weft::app
