#include "platforms/topologies/xml_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view ends_of_name = " \t\r\n/>?";

// Behind the next `end` from `at` on, or the end of the text.
std::size_t behind(std::string_view text, std::string_view end, std::size_t at) {
  const std::size_t found = text.find(end, at);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

// Behind the `>` of a document type, which may have more of them in brackets.
std::size_t behind_document_type(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size() && (text[at] != '>' || depth > 0); ++at) {
    if (text[at] == '[') ++depth;
    if (text[at] == ']' && depth > 0) --depth;
  }
  return std::min(at + 1, text.size());
}

// The `>` of the tag of an element whose name begins at `at`; its attributes may hold more of them.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  at = std::min(text.find_first_of(ends_of_name, at), text.size());
  char before = 0;  // the last character that is no blank
  for (; at < text.size() && text[at] != '>'; ++at) {
    const char c = text[at];
    if (before == '=' && (c == '"' || c == '\'')) {
      at = std::min(text.find(c, at + 1), text.size() - 1);
    }
    if (blanks.find(c) == std::string_view::npos) before = c;
  }
  return at;
}

// Of what begins with `<!`: a comment, CDATA, the document type or anything else.
std::size_t behind_declaration(std::string_view text, std::size_t at) {
  constexpr std::string_view comment = "<!--";
  constexpr std::string_view data = "<![CDATA[";
  constexpr std::string_view document_type = "<!DOCTYPE";
  const std::string_view rest = text.substr(at);
  if (rest.starts_with(comment)) return behind(text, "-->", at + comment.size());
  if (rest.starts_with(data)) return behind(text, "]]>", at + data.size());
  const bool is_type = rest.starts_with(document_type) && rest.size() > document_type.size() &&
                       blanks.find(rest[document_type.size()]) != std::string_view::npos;
  return is_type ? behind_document_type(text, at) : behind(text, ">", at);
}

/// Lines and columns of places that come in order.
class Places {
 public:
  Places(std::string_view text, const Place& file) : text_(text), file_(&file) {}

  Place at(std::size_t offset) {
    for (; seen_ < offset; ++seen_) {
      if (text_[seen_] != '\n') continue;
      ++line_;
      begin_ = seen_ + 1;
    }
    return {file_->source, line_, static_cast<std::uint32_t>(offset - begin_ + 1)};
  }

 private:
  std::string_view text_;
  const Place* file_;
  std::size_t seen_ = 0;
  std::size_t begin_ = 0;  // of the line
  std::uint32_t line_ = 1;
};

}  // namespace

std::vector<XmlElement> xml_elements(std::string_view text, const Place& file) {
  std::vector<XmlElement> elements;
  Places places(text, file);
  unsigned depth = 0;
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!")) {
      at = behind_declaration(text, at);
    } else if (rest.starts_with("<?")) {
      at = behind(text, "?>", at + 2);
    } else if (rest.starts_with("</")) {
      if (depth > 0) --depth;
      at = behind(text, ">", at);
    } else {
      const Place place = places.at(at);
      if (depth == max_netlist_depth) {
        throw InputError(place, fmt::format("nesting {} deep", max_netlist_depth + 1),
                         fmt::format("expected at most {}", max_netlist_depth));
      }
      const std::size_t name_end = std::min(text.find_first_of(ends_of_name, at + 1), text.size());
      elements.push_back({text.substr(at + 1, name_end - at - 1), place});
      const std::size_t end = end_of_tag(text, at + 1);
      const bool empty = end < text.size() && text[end - 1] == '/';
      if (!empty) ++depth;
      at = end;
    }
  }
  return elements;
}

}  // namespace weft
