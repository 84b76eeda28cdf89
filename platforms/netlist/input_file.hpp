// Files that a user names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/netlist/place.hpp"

namespace weft {

/// The whole text of a regular file of at most `max_netlist_bytes`. `place` is where the file is
/// named: a line of another file, an option, or nothing but its own name. Throws InputError;
/// `expected` says what should be there ("a readable YAML file").
std::string read_input_file(const std::filesystem::path& file, const Place& place,
                            std::string_view expected);

/// The file that a node of a netlist names, beside the file that the node stands in.
std::filesystem::path file_beside(const Node& name);

/// A text file of lines of words; `#` begins a comment, lines without words are left out.
class InputLines {
 public:
  struct Line {
    std::vector<std::string> words;
    Place place;  ///< Of the first word.
    std::vector<std::uint32_t> columns;

    Place place_of(std::size_t word) const { return {place.source, place.line, columns[word]}; }
  };

  /// Reads the file that `name` names. Throws InputError; see read_input_file.
  InputLines(const Node& name, std::string_view expected);

  std::vector<Line>::const_iterator begin() const { return lines_.begin(); }
  std::vector<Line>::const_iterator end() const { return lines_.end(); }
  /// Of the file as a whole.
  const Place& place() const { return place_; }

 private:
  Place place_;
  std::vector<Line> lines_;
};

}  // namespace weft
