#include "platforms/netlist/yaml_reader.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <sstream>
#include <unordered_set>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/yaml_hint.hpp"

namespace weft {
namespace {

using Source = std::shared_ptr<const std::string>;

Place place_at(const Source& source, const YAML::Mark& mark) {
  // yaml-cpp counts from 0 and has -1 for "no place"
  const auto from_one = [](int n) { return static_cast<std::uint32_t>(n < 0 ? 1 : n + 1); };
  return {source, from_one(mark.line), from_one(mark.column)};
}

// Length of the UTF-8 sequence that begins at `i`, 0 if there is none.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(i);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0U) != 0x80) return 0;
  }
  return length;
}

// yaml-cpp takes binary junk for text as long as it can; say what it is at the first byte of it.
void require_text(std::string_view text, const Source& source) {
  std::uint32_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text, i);
    const bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    if (control || length == 0) {
      const Place place{source, line, static_cast<std::uint32_t>(i - line_start + 1)};
      throw InputError(place, fmt::format("byte 0x{:02x}", c), "expected a YAML file in UTF-8");
    }
    i += length;
    if (c == '\n') {
      ++line;
      line_start = i;
    }
  }
}

// Builds the tree from yaml-cpp's events; its own Node would accept duplicate keys.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(Source source) : source_(std::move(source)) {}

  Node take_root() { return std::move(root_); }
  /// Where the last value in quotes begins, if there is one.
  const std::optional<Place>& last_quoted() const { return last_quoted_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    throw InputError(at(mark), "a second document", "expected one YAML document in a file");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    leaf(make(Node::Kind::null, mark, ""), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node = make(Node::Kind::scalar, mark, tag);
    node.text = value;
    if (tag == "!") last_quoted_ = node.place;  // so yaml-cpp has it, and blocks of lines too
    // yaml-cpp has these as scalars in some positions and as nulls in others
    if (tag == "?" && (value.empty() || value == "~" || value == "null")) {
      node.kind = Node::Kind::null;
      node.text.clear();
    }
    leaf(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end()) {
      throw InputError(at(mark), "an alias inside of what it stands for",
                       "expected an anchor that is complete");
    }
    count_nodes(known->second.nodes, mark);
    add(known->second.node);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(make(Node::Kind::list, mark, tag), anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(make(Node::Kind::map, mark, tag), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // A list or map that is not complete yet.
  struct Open {
    Node node;
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::size_t nodes_before = 0;
    bool awaits_value = false;
    std::unordered_set<std::string> keys;
  };
  struct Anchored {
    Node node;
    std::size_t nodes = 0;  // in it, itself included
  };

  Place at(const YAML::Mark& mark) const { return place_at(source_, mark); }

  Node make(Node::Kind kind, const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!") {
      throw InputError(at(mark), fmt::format("the tag {}", tag), "expected a value without a tag");
    }
    count_nodes(1, mark);
    Node node;
    node.kind = kind;
    node.place = at(mark);
    return node;
  }

  void count_nodes(std::size_t more, const YAML::Mark& mark) {
    nodes_ += more;
    require_few(at(mark));
  }

  void require_few(const Place& place) const {
    if (nodes_ + kept_ <= max_netlist_nodes) return;
    throw InputError(place, "too many values",
                     fmt::format("expected at most {}, aliases written out", max_netlist_nodes));
  }

  void leaf(Node node, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) keep(anchor, node, 1);
    add(std::move(node));
  }

  // What an anchor stands for is a copy, and anchors can stand in each other.
  void keep(YAML::anchor_t anchor, const Node& node, std::size_t nodes) {
    kept_ += nodes;
    require_few(node.place);
    anchors_[anchor] = {node, nodes};
  }

  void open(Node node, YAML::anchor_t anchor) {
    if (open_.size() >= max_netlist_depth) {
      throw InputError(node.place, fmt::format("nesting {} deep", open_.size() + 1),
                       fmt::format("expected at most {}", max_netlist_depth));
    }
    Open opened;
    opened.node = std::move(node);
    opened.anchor = anchor;
    opened.nodes_before = nodes_ - 1;
    open_.push_back(std::move(opened));
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    if (closed.anchor != YAML::NullAnchor) {
      keep(closed.anchor, closed.node, nodes_ - closed.nodes_before);
    }
    add(std::move(closed.node));
  }

  void add(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& top = open_.back();
    if (top.node.is_list()) {
      top.node.items.push_back(std::move(node));
    } else if (top.awaits_value) {
      top.node.entries.back().value = std::move(node);
      top.awaits_value = false;
    } else {
      add_key(top, node);
    }
  }

  void add_key(Open& map, const Node& key) {
    if (!key.is_scalar() || key.text.empty()) {
      throw InputError(key.place, fmt::format("{} as a key", key.description()), "expected a name");
    }
    if (!map.keys.insert(key.text).second) {
      Place first;
      for (const NodeEntry& entry : map.node.entries) {
        if (entry.key == key.text) first = entry.place;
      }
      throw InputError(key.place, fmt::format("the key {} again", key.description()),
                       fmt::format("expected it once, it is at {}", first.text()));
    }
    map.node.entries.push_back({key.text, key.place, Node{}});
    map.awaits_value = true;
  }

  Source source_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;
  std::size_t kept_ = 0;  // copies for aliases
  unsigned documents_ = 0;
  std::optional<Place> last_quoted_;
};

void refuse(const YamlHint& hint, const Source& source) {
  throw InputError(
      {source, static_cast<std::uint32_t>(hint.line), static_cast<std::uint32_t>(hint.column)},
      hint.found, hint.expected);
}

// To yaml-cpp a quote that nothing closes ends with the file, whatever keys it has swallowed.
void require_closed_quotes(std::string_view text, const TreeBuilder& builder,
                           const Source& source) {
  if (!builder.last_quoted()) return;
  const YamlHint hint =
      unclosed_quote(text, builder.last_quoted()->line, builder.last_quoted()->column);
  if (!hint.found.empty()) refuse(hint, source);
}

}  // namespace

Node read_yaml(std::string_view text, std::shared_ptr<const std::string> source) {
  require_text(text, source);
  TreeBuilder builder(source);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const Place place = place_at(source, error.mark);
    YamlHint hint = yaml_hint(text, place.line);
    if (hint.found.empty()) hint = unclosed_hint(text);
    if (!hint.found.empty()) refuse(hint, source);
    throw InputError(place, fmt::format("not YAML: {}", error.msg),
                     "expected YAML that is complete and well indented");
  }
  require_closed_quotes(text, builder, source);
  return builder.take_root();
}

}  // namespace weft
