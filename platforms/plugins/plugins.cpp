#include "platforms/plugins/plugins.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/plugins/library.hpp"

namespace weft {
namespace {

constexpr const char* key = "plugins";

std::vector<Node> named_in(const Node& plugins) {
  return plugins.is_list() ? plugins.items : std::vector<Node>{plugins};
}

}  // namespace

std::shared_ptr<const Registry> with_plugins(const Netlist& netlist,
                                             std::shared_ptr<const Registry> base) {
  const Node* plugins = value_of(netlist.root, key);
  if (plugins == nullptr) return base;
  auto registry = std::make_shared<Registry>(*base);
  std::vector<std::filesystem::path> added;
  for (const Node& name : named_in(*plugins)) {
    require_text(name, "plugin");
    // with a slash, so that it is looked for nowhere else
    const auto path = std::filesystem::absolute(file_beside(name)).lexically_normal();
    if (std::find(added.begin(), added.end(), path) != added.end()) continue;
    FileGuard::reading(path);
    add_types_of(path, name, *registry);
    added.push_back(path);
  }
  return registry;
}

void name_plugin(Netlist& netlist, const std::string& library, const Place& place) {
  Node name{Node::Kind::scalar, library, {}, {}, place};
  Node* plugins = netlist.root.find(key);
  if (plugins == nullptr) {
    netlist.root.entries.push_back({key, place, {}});
    plugins = &netlist.root.entries.back().value;
  }
  if (!plugins->is_list()) {
    std::vector<Node> items;
    if (!plugins->is_null()) items.push_back(*plugins);
    *plugins = {Node::Kind::list, {}, std::move(items), {}, place};
  }
  plugins->items.push_back(std::move(name));
}

}  // namespace weft
