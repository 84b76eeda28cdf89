#include "platforms/topologies/graphml.hpp"

#include <fmt/format.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/topologies/xml_elements.hpp"

namespace weft {
namespace {

using XmlTree = boost::property_tree::ptree;

std::optional<std::string> xml_attribute(const XmlTree& element, const char* name) {
  const auto attributes = element.get_child_optional("<xmlattr>");
  if (!attributes) return std::nullopt;
  const auto found = attributes->find(name);  // by get it would be a path: `attr.name`
  if (found == attributes->not_found()) return std::nullopt;
  return found->second.data();
}

std::string required_attribute(const XmlTree& element, const char* name, std::string_view what,
                               const Place& place) {
  std::optional<std::string> value = xml_attribute(element, name);
  if (!value) throw InputError(place, fmt::format("{} without {}", what, name), "expected both");
  return *std::move(value);
}

/// Places of the elements of a tree.
class ElementPlaces {
 public:
  ElementPlaces(const XmlTree& tree, const std::vector<XmlElement>& elements, const Place& file)
      : file_(&file) {
    auto next = elements.cbegin();
    note(tree, next, elements.cend());
  }

  /// The file, if the parser reads its text otherwise.
  const Place& of(const XmlTree& element) const {
    const auto found = places_.find(&element);
    return found == places_.end() ? *file_ : found->second;
  }

 private:
  using Next = std::vector<XmlElement>::const_iterator;

  // Both are in the order of the text.
  void note(const XmlTree& tree, Next& next, const Next& end) {
    for (const auto& [tag, child] : tree) {
      if (tag == "<xmlattr>") continue;
      if (next == end) return;
      if (next->name == tag) places_.emplace(&child, next->place);
      ++next;
      note(child, next, end);
    }
  }

  const Place* file_;
  std::map<const XmlTree*, Place> places_;
};

// What is said of a node or an edge, by the names of the keys.
using ElementData = std::map<std::string, std::string, std::less<>>;

std::optional<int> number_of(const ElementData& data, std::string_view name, const Place& place) {
  const auto found = data.find(name);
  if (found == data.end()) return std::nullopt;
  const std::string& text = found->second;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw InputError(place, fmt::format("'{}' as {}", text, name), "expected a whole number");
  }
  return number;
}

/// Goes through the tree, in the order of the text.
class GraphMlReader {
 public:
  explicit GraphMlReader(const ElementPlaces& places) : places_(&places) {}

  FileGraph read(const XmlTree& graphml) {
    for (const auto& [tag, child] : graphml) {
      if (tag == "key") read_key(child);
    }
    for (const auto& [tag, child] : graphml) {
      if (tag == "graph") read_graph_element(child);
    }
    for (const UnresolvedEdge& edge : edges_) {
      graph_.edges.push_back({end_of(edge, "source", edge.source),
                              end_of(edge, "target", edge.target), edge.width, edge.place});
    }
    return std::move(graph_);
  }

 private:
  struct Key {
    std::string name;
    bool of_nodes;
    bool of_edges;
  };
  struct UnresolvedEdge {
    std::string source;
    std::string target;
    std::optional<int> width;
    Place place;
  };

  void read_key(const XmlTree& element) {
    const std::string of = xml_attribute(element, "for").value_or("all");
    const Key key{xml_attribute(element, "attr.name").value_or(""), of == "node" || of == "all",
                  of == "edge" || of == "all"};
    const std::string id = xml_attribute(element, "id").value_or("");
    if (const auto value = element.get_optional<std::string>("default")) {
      if (key.of_nodes) node_defaults_[key.name] = *value;
      if (key.of_edges) edge_defaults_[key.name] = *value;
    }
    keys_[id] = key;
  }

  // `of` is the member of Key that says whether it is for such an element.
  ElementData data_of(const XmlTree& element, ElementData data, bool Key::*of) const {
    for (const auto& [tag, child] : element) {
      if (tag != "data") continue;
      const auto key = keys_.find(xml_attribute(child, "key").value_or(""));
      if (key != keys_.end() && key->second.*of) data[key->second.name] = child.data();
    }
    return data;
  }

  void read_graph_element(const XmlTree& element) {
    const std::string direction = xml_attribute(element, "edgedefault").value_or("");
    for (const auto& [tag, child] : element) {
      if (tag == "node") read_node(child);
      if (tag == "edge") read_edge(child, direction == "directed");
    }
  }

  void read_node(const XmlTree& element) {
    const Place& place = places_->of(element);
    const std::string id = required_attribute(element, "id", "a node", place);
    if (!ids_.emplace(id, graph_.vertices.size()).second) {
      throw InputError(place, fmt::format("two nodes with the id '{}'", id),
                       "expected ids of their own");
    }
    const ElementData data = data_of(element, node_defaults_, &Key::of_nodes);
    const auto name = data.find("name");
    graph_.vertices.push_back(
        {name == data.end() ? "" : name->second, number_of(data, "processors", place), place});
    for (const auto& [tag, child] : element) {
      if (tag == "graph") read_graph_element(child);
    }
  }

  void read_edge(const XmlTree& element, bool directed) {
    const Place& place = places_->of(element);
    if (const auto own = xml_attribute(element, "directed")) directed = *own == "true";
    if (directed) {
      throw InputError(place, "a directed edge", "expected edges that are undirected");
    }
    edges_.push_back({required_attribute(element, "source", "an edge", place),
                      required_attribute(element, "target", "an edge", place),
                      number_of(data_of(element, edge_defaults_, &Key::of_edges), "width", place),
                      place});
  }

  std::size_t end_of(const UnresolvedEdge& edge, const char* which, const std::string& id) const {
    const auto found = ids_.find(id);
    if (found != ids_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [name, index] : ids_) known.push_back(name);
    unknown_name(edge.place, fmt::format("unknown {} of an edge", which), id, known);
  }

  const ElementPlaces* places_;
  std::map<std::string, Key, std::less<>> keys_;
  ElementData node_defaults_;
  ElementData edge_defaults_;
  std::map<std::string, std::size_t, std::less<>> ids_;
  std::vector<UnresolvedEdge> edges_;
  FileGraph graph_;
};

}  // namespace

FileGraph read_graphml(const std::string& text, const Place& file) {
  constexpr const char* expected = "expected a file that begins with <graphml>";
  const std::vector<XmlElement> elements = xml_elements(text, file);
  XmlTree tree;
  std::istringstream stream(text);
  try {
    namespace xml = boost::property_tree::xml_parser;
    xml::read_xml(stream, tree, xml::no_comments | xml::trim_whitespace);
  } catch (const boost::property_tree::xml_parser_error& error) {
    throw InputError({file.source, static_cast<std::uint32_t>(error.line()), 1},
                     fmt::format("not GraphML: {}", error.message()), expected);
  }
  const auto graphml = tree.get_child_optional("graphml");
  if (!graphml) throw InputError(file, "not GraphML: no <graphml>", expected);
  return GraphMlReader(ElementPlaces(tree, elements, file)).read(*graphml);
}

}  // namespace weft
