#include "platforms/netlist/override.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/yaml_reader.hpp"

namespace weft {
namespace {

constexpr std::string_view one_more = "+";  // instead of a number: behind the last item of a list

// The value has no lines that a user could look up: its place is the option itself.
void set_place(Node& node, const Place& place) {
  node.place = place;
  for (Node& item : node.items) set_place(item, place);
  for (NodeEntry& entry : node.entries) {
    entry.place = place;
    set_place(entry.value, place);
  }
}

// Nothing is what a shell variable gives that is not set.
Node read_value(std::string_view text, const Place& place) {
  if (text.find_first_not_of(' ') == std::string_view::npos) {
    throw InputError(place, "no value", "expected a YAML value; null is the default");
  }
  try {
    Node value = read_yaml(text, place.source);
    set_place(value, place);
    return value;
  } catch (const InputError&) {
    throw InputError(place, fmt::format("the value '{}'", text), "expected a YAML value");
  }
}

// Keys may hold dots ("node[1,2].cpu"): the longest key that the path begins with is meant.
NodeEntry* longest_key(Node& map, std::string_view path) {
  NodeEntry* longest = nullptr;
  for (NodeEntry& entry : map.entries) {
    const bool begins = path.substr(0, entry.key.size()) == entry.key &&
                        (path.size() == entry.key.size() || path[entry.key.size()] == '.');
    if (begins && (longest == nullptr || entry.key.size() > longest->key.size())) longest = &entry;
  }
  return longest;
}

std::string_view after(std::string_view path, std::size_t length) {
  return length == path.size() ? std::string_view{} : path.substr(length + 1);
}

// `form` is that of the node, or null.
void set_in(Node& node, std::string_view path, Node value, const Place& place,
            const SectionForm* form);

const SectionForm* child_of(const SectionForm* form, std::string_view key) {
  return form == nullptr ? nullptr : form->child(key);
}

void set_in_map(Node& map, std::string_view path, Node value, const Place& place,
                const SectionForm* form) {
  NodeEntry* entry = longest_key(map, path);
  if (entry == nullptr) {
    // no dot inside of brackets ends a key
    std::size_t end = 0;
    for (int depth = 0; end < path.size() && (path[end] != '.' || depth > 0); ++end) {
      depth += path[end] == '[' ? 1 : path[end] == ']' ? -1 : 0;
    }
    if (end == 0) throw InputError(place, "an empty key in the path", "expected path.to.key");
    map.entries.push_back({std::string(path.substr(0, end)), place, Node{}});
    entry = &map.entries.back();
    entry->value.place = place;
  }
  const std::string key = entry->key;
  const std::string_view rest = after(path, key.size());
  const bool chooses = form != nullptr && key == form->choice && rest.empty();
  const std::string before = entry->value.text;
  const std::string type = chooses && before != value.text ? value.text : std::string();
  entry->place = place;
  set_in(entry->value, rest, std::move(value), place, child_of(form, key));
  if (!type.empty()) drop_other_types(map, *form, before, type);
}

void set_in_list(Node& list, std::string_view path, Node value, const Place& place,
                 const SectionForm* form) {
  const std::string_view digits = path.substr(0, path.find('.'));
  if (digits == one_more) {
    list.items.emplace_back().place = place;
    set_in(list.items.back(), after(path, digits.size()), std::move(value), place,
           child_of(form, digits));
    return;
  }
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (!whole || index >= list.items.size()) {
    throw InputError(
        place, fmt::format("'{}' as a place in a list", digits),
        list.items.empty()
            ? std::string("expected + for one more")
            : fmt::format("expected a number below {}, or + for one more", list.items.size()));
  }
  set_in(list.items[index], after(path, digits.size()), std::move(value), place,
         child_of(form, digits));
}

void set_in(Node& node, std::string_view path, Node value, const Place& place,
            const SectionForm* form) {
  if (path.empty()) {
    node = std::move(value);
    return;
  }
  if (node.is_null()) {
    const bool list = path.substr(0, path.find('.')) == one_more;
    node.kind = list ? Node::Kind::list : Node::Kind::map;
  }
  if (node.is_map()) {
    set_in_map(node, path, std::move(value), place, form);
  } else if (node.is_list()) {
    set_in_list(node, path, std::move(value), place, form);
  } else {
    throw InputError(place, fmt::format("'{}' below the value {}", path, node.description()),
                     "expected the path to end there");
  }
}

void set_path(Netlist& netlist, std::string_view path, Node value, const Place& place) {
  if (path.empty()) throw InputError(place, "an empty path", "expected path.to.key");
  if (path.back() == '.') {
    throw InputError(place, "a path that ends in a dot", "expected path.to.key");
  }
  if (std::count(path.begin(), path.end(), '.') >= static_cast<long>(max_netlist_depth)) {
    throw InputError(place, "a path this deep",
                     fmt::format("expected at most {} keys", max_netlist_depth));
  }
  if (path.substr(0, path.find('.')) == "include") {
    throw InputError(place, "'include', which is done when the file is read",
                     "expected another key; an include stands in a file");
  }
  set_in(netlist.root, path, std::move(value), place, netlist.form.get());
}

}  // namespace

void apply_override(Netlist& netlist, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string_view path = assignment.substr(0, equals);
  if (equals == std::string_view::npos || path.empty()) {
    throw InputError(place_of(fmt::format("--set {}", assignment)), "no assignment",
                     "expected path.to.key=value");
  }
  set_key(netlist, path, assignment.substr(equals + 1), place_of(fmt::format("--set {}", path)));
}

void apply_option(Netlist& netlist, std::string_view path, std::string_view value,
                  const std::string& option) {
  set_key(netlist, path, value, place_of(option));
}

void set_key(Netlist& netlist, std::string_view path, std::string_view value, const Place& place) {
  set_path(netlist, path, read_value(value, place), place);
}

void set_key(Netlist& netlist, std::string_view path, const Node& value) {
  set_path(netlist, path, value, value.place);
}

}  // namespace weft
