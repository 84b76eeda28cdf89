#include "platforms/conset/read_connections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "platforms/conset/schedule_file.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/pattern.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/byte_rate.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::conset {
namespace {

std::string read_name(const NodeEntry& entry) {
  if (!entry.key.empty() && entry.key.find_first_of("*?") == std::string::npos) return entry.key;
  throw InputError(entry.place, fmt::format("'{}' as the name of a connection", entry.key),
                   "expected one without * and ?, which stand for others in patterns");
}

void require_two_cells(const Connection& connection, const Place& place, const CellGraph& graph) {
  if (connection.from != connection.to) return;
  throw InputError(place,
                   fmt::format("a connection from '{}' to itself", graph.name(connection.from)),
                   "expected two cells");
}

Connection read_connection(const NodeEntry& entry, const CellGraph& graph) {
  Connection connection;
  connection.name = read_name(entry);
  connection.place = entry.place;
  const std::string what = "a connection";
  const Section section(entry.value, what, {"from", "to", "words", "bandwidth", "latency"});
  const Node& from = section.at("from", "expected the cell that sends");
  const Node& to = section.at("to", "expected the cell that receives");
  connection.from = read_cell(require_text(from, "from"), from.place, graph);
  connection.to = read_cell(require_text(to, "to"), to.place, graph);
  require_two_cells(connection, to.place, graph);
  if (const Node* words = section.find("words")) {
    connection.words = read_whole_in(*words, "words", 1, most_words);
  }
  if (const Node* bandwidth = section.find("bandwidth")) {
    connection.bandwidth = read_byte_rate(*bandwidth, "bandwidth");
  }
  if (const Node* latency = section.find("latency")) {
    connection.latency = read_time(*latency, "latency");
  }
  return connection;
}

/// Connections by the patterns of their names.
class Names {
 public:
  explicit Names(const std::vector<Connection>& connections) {
    for (std::size_t i = 0; i < connections.size(); ++i) {
      names_.push_back(connections[i].name);
      by_name_.emplace(connections[i].name, i);
    }
  }

  // A pattern, or a list of them; ascending, each once.
  std::vector<std::size_t> matching(const Node& patterns, std::string_view what) const {
    std::set<std::size_t> found;
    if (!patterns.is_list()) add(patterns, what, found);
    for (const Node& pattern : patterns.items) add(pattern, what, found);
    return {found.begin(), found.end()};
  }

 private:
  void add(const Node& node, std::string_view what, std::set<std::size_t>& found) const {
    const std::string& pattern = require_text(node, what);
    bool any = false;
    if (const auto one = by_name_.find(pattern); one != by_name_.end()) {
      found.insert(one->second);
      any = true;
    } else if (pattern.find_first_of("*?") != std::string::npos) {
      for (std::size_t i = 0; i < names_.size(); ++i) {
        if (!matches_pattern(names_[i], pattern)) continue;
        found.insert(i);
        any = true;
      }
    }
    if (!any) unknown_name(node.place, "no connection", pattern, names_);
  }

  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
};

std::vector<std::vector<std::size_t>> read_steps(const Node& node, const Names& names,
                                                 const std::vector<Connection>& connections) {
  std::vector<std::vector<std::size_t>> steps;
  std::vector<bool> used(connections.size(), false);
  for (const Node& step : require_list(node, "steps").items) {
    steps.push_back(names.matching(require_list(step, "a step"), "a step"));
    if (steps.back().empty()) {
      throw InputError(step.place, "a step without connections", "expected some");
    }
    for (const std::size_t connection : steps.back()) used[connection] = true;
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return steps;
  const Connection& connection = connections[static_cast<std::size_t>(unused - used.begin())];
  throw InputError(connection.place, fmt::format("'{}' is in no step", connection.name),
                   "expected each connection in one of `steps:` at least");
}

Ordering read_ordering(const Node& node, const Names& names) {
  const Section section(node, "an ordering", {"before", "after"});
  const std::string expected = "expected names of connections, or a pattern of them";
  return {names.matching(section.at("before", expected), "before"),
          names.matching(section.at("after", expected), "after"), node.place};
}

void require_number(std::size_t connections, const Place& place) {
  if (connections >= 1 && connections <= most_connections) return;
  throw InputError(place, fmt::format("{} connections", connections),
                   fmt::format("expected 1 to {}", most_connections));
}

std::vector<std::size_t> all_of(const std::vector<Connection>& connections) {
  std::vector<std::size_t> all(connections.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

ConnectionSet read_lines(const std::filesystem::path& file, std::uint64_t words,
                         const CellGraph& graph) {
  Node name;
  name.kind = Node::Kind::scalar;
  name.text = file.string();
  name.place = place_of(file.string());
  const InputLines lines(name, "expected a readable file of connections");
  ConnectionSet set;
  set.place = lines.place();
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (const InputLines::Line& line : lines) {
    const auto words_here = line.words.size() == 3 ? parse_whole(line.words[2]) : words;
    if (line.words.size() < 2 || line.words.size() > 3 || !words_here || *words_here < 1 ||
        *words_here > most_words) {
      throw InputError(line.words.size() == 3 ? line.place_of(2) : line.place,
                       fmt::format("'{}' as a connection", fmt::join(line.words, " ")),
                       fmt::format("expected two cells, and perhaps words, 1 to {}", most_words));
    }
    Connection connection;
    connection.from = read_cell(line.words[0], line.place_of(0), graph);
    connection.to = read_cell(line.words[1], line.place_of(1), graph);
    connection.words = *words_here;
    connection.place = line.place;
    connection.name = fmt::format("{}>{}", graph.name(connection.from), graph.name(connection.to));
    require_two_cells(connection, line.place_of(1), graph);
    if (!pairs.emplace(connection.from, connection.to).second) {
      throw InputError(line.place, fmt::format("'{}' once more", connection.name),
                       "expected each pair of cells once");
    }
    set.connections.push_back(std::move(connection));
  }
  require_number(set.connections.size(), set.place);
  set.steps.push_back(all_of(set.connections));
  return set;
}

}  // namespace

unsigned read_cell(const std::string& text, const Place& place, const CellGraph& graph) {
  if (const auto cell = graph.find(text)) return *cell;
  const auto address = parse_whole(text);
  if (address && *address < graph.cells()) return static_cast<unsigned>(*address);
  unknown_name(place, "no cell", text, graph.names());
}

ConnectionSet read_connection_set(const Node& map, const CellGraph& graph) {
  ConnectionSet set;
  set.place = map.place;
  const Node* connections = value_of(map, "connections");
  if (connections == nullptr) {
    missing_key(map, "a connection set", "connections", "expected connections by their names");
  }
  require_number(require_map(*connections, "connections").entries.size(), connections->place);
  for (const NodeEntry& entry : connections->entries) {
    set.connections.push_back(read_connection(entry, graph));
  }
  const Names names(set.connections);
  const Node* steps = value_of(map, "steps");
  if (steps == nullptr) {
    set.steps.push_back(all_of(set.connections));
  } else {
    set.steps = read_steps(*steps, names, set.connections);
  }
  if (const Node* order = value_of(map, "order")) {
    for (const Node& one : require_list(*order, "order").items) {
      set.order.push_back(read_ordering(one, names));
    }
  }
  return set;
}

ConnectionSet read_connection_file(const std::filesystem::path& file, std::uint64_t words,
                                   const CellGraph& graph) {
  if (file.extension() != ".yaml" && file.extension() != ".yml") {
    return read_lines(file, words, graph);
  }
  const Netlist tree = load_tree(file);
  const Section section(tree.root, "a connection set", schedule_keys());
  return read_connection_set(section.node(), graph);
}

ConnectionSet read_pattern_or_file(const std::string& input, const PatternOptions& options,
                                   const CellGraph& graph) {
  const std::vector<std::string> names = pattern_names();
  const bool is_pattern = std::find(names.begin(), names.end(), input) != names.end();
  if (!is_pattern && std::filesystem::exists(input) && !std::filesystem::is_directory(input)) {
    return read_connection_file(input, options.words, graph);
  }
  return make_pattern(input, options, graph);
}

}  // namespace weft::conset
