#include "platforms/netlist/netlist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/netlist/yaml_reader.hpp"

namespace weft {
namespace {

namespace fs = std::filesystem;

// of one netlist, counted as often as they are read
constexpr std::size_t max_included_files = 256;

// A file on the way from the one that the user named to the one that is read now.
struct Including {
  const SectionForm* form = nullptr;  // of the files
  std::vector<fs::path> ring;         // canonical
  std::vector<std::string> names;     // as shown
  std::size_t files = 0;
};

// What `over` says wins; `form` may be null.
void merge_below(Node& over, Node&& under, const SectionForm* form) {
  if (!over.is_map() || !under.is_map()) return;
  if (form != nullptr && !form->choice.empty()) {
    const Node* type = value_of(over, form->choice);
    const Node* below = value_of(under, form->choice);
    if (type != nullptr && below != nullptr && type->text != below->text) {
      drop_other_types(under, *form, below->text, type->text);
    }
  }
  for (NodeEntry& entry : under.entries) {
    if (Node* mine = over.find(entry.key)) {
      merge_below(*mine, std::move(entry.value),
                  form == nullptr ? nullptr : form->child(entry.key));
    } else {
      over.entries.push_back(std::move(entry));
    }
  }
}

Node read_tree(const fs::path& file, const Place& named_at, Including& including);

std::vector<Node> include_list(const Node& include) {
  if (include.is_null()) return {};
  if (include.is_scalar()) return {include};
  const bool names_only =
      include.is_list() && std::all_of(include.items.begin(), include.items.end(),
                                       [](const Node& n) { return n.is_scalar(); });
  if (!names_only) {
    throw InputError(include.place, fmt::format("{} as include", include.description()),
                     "expected the name of a file, or a list of them");
  }
  return include.items;
}

Node read_text(std::string_view text, const std::string& name, const fs::path& folder,
               Including& including) {
  const auto source = std::make_shared<const std::string>(name);
  Node root = read_yaml(text, source);
  if (root.is_null()) {
    throw InputError({source, 1, 1}, "the file is empty",
                     "expected a platform: `network:`, or `components:` and `links:`");
  }
  if (!root.is_map()) {
    throw InputError(root.place, root.description(), "expected a map of keys and values");
  }
  const auto include = std::find_if(root.entries.begin(), root.entries.end(),
                                    [](const NodeEntry& entry) { return entry.key == "include"; });
  if (include == root.entries.end()) return root;
  const std::vector<Node> files = include_list(include->value);
  root.entries.erase(include);
  // the last file of the list wins over the ones before it
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    merge_below(root, read_tree(folder / file->text, file->place, including), including.form);
  }
  return root;
}

Node read_tree(const fs::path& file, const Place& named_at, Including& including) {
  std::error_code ignored;
  fs::path canonical = fs::weakly_canonical(file, ignored);
  const std::string name = file.lexically_normal().string();
  const auto before = std::find(including.ring.begin(), including.ring.end(), canonical);
  if (before != including.ring.end()) {
    std::string ring;
    for (auto i = static_cast<std::size_t>(before - including.ring.begin());
         i < including.names.size(); ++i) {
      ring += including.names[i] + " -> ";
    }
    throw InputError(named_at, fmt::format("a file that includes itself: {}{}", ring, name),
                     "expected includes without a ring");
  }
  if (++including.files > max_included_files) {
    throw InputError(named_at, fmt::format("more than {} included files", max_included_files),
                     "expected fewer");
  }
  const std::string text = read_input_file(file, named_at, "a readable YAML file");
  including.ring.push_back(std::move(canonical));
  including.names.push_back(name);
  Node root = read_text(text, name, file.parent_path(), including);
  including.ring.pop_back();
  including.names.pop_back();
  return root;
}

}  // namespace

Netlist load_tree(const fs::path& file, std::shared_ptr<const SectionForm> form) {
  Including including{form.get(), {}, {}, 0};
  return {read_tree(file, place_of(file.string()), including), std::move(form)};
}

Netlist parse_tree(std::string_view text, const std::string& name,
                   std::shared_ptr<const SectionForm> form) {
  Including including{form.get(), {}, {}, 0};
  if (text.size() > max_netlist_bytes) {
    throw InputError(place_of(name), fmt::format("{} bytes", text.size()),
                     fmt::format("expected at most {} MiB", max_netlist_bytes >> 20U));
  }
  return {read_text(text, name, fs::path(name).parent_path(), including), std::move(form)};
}

}  // namespace weft
