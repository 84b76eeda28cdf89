// Reads value change dumps, for tests.
#pragma once

#include <cstdint>
#include <fstream>
#include <istream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/common/time.hpp"

namespace weft::test {

/// A value that a variable took: binary digits without leading zeros, or "x".
struct VcdChange {
  Time time = 0;
  std::string value;

  /// Throws std::invalid_argument for "x".
  std::uint64_t number() const { return std::stoull(value, nullptr, 2); }
  friend bool operator==(const VcdChange&, const VcdChange&) = default;
};

/// A VCD, variable by variable. Initial values are changes at the first time.
struct Vcd {
  std::map<std::string, std::vector<VcdChange>> waves;  ///< By "scope.scope.name".
  std::map<std::string, unsigned> bits;
  std::string comment;
  std::string timescale;
  Time begin = never;  ///< First and last time in it.
  Time end = 0;
};

namespace detail {

inline std::string read_to_end(std::istream& in) {
  std::string text;
  for (std::string word; in >> word && word != "$end";) text += (text.empty() ? "" : " ") + word;
  return text;
}

inline void read_variable(std::istream& in, const std::vector<std::string>& scopes, Vcd& vcd,
                          std::map<std::string, std::string>& name_of_code) {
  std::string type, bits, code, name;
  in >> type >> bits >> code >> name;
  read_to_end(in);
  std::string path;
  for (const std::string& scope : scopes) path += scope + '.';
  path += name;
  if (vcd.waves.count(path) != 0) throw std::runtime_error("VCD: " + path + " is there twice");
  vcd.waves[path];
  vcd.bits[path] = static_cast<unsigned>(std::stoul(bits));
  name_of_code[code] = path;
}

}  // namespace detail

/// Throws std::runtime_error for what is no VCD as VcdWriter makes them, times that do not rise,
/// and changes to the value that is there already.
inline Vcd read_vcd(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("VCD: cannot read " + file);
  Vcd vcd;
  std::vector<std::string> scopes;
  std::map<std::string, std::string> name_of_code;
  for (std::string word; in >> word;) {
    if (word == "$comment") {
      vcd.comment = detail::read_to_end(in);
    } else if (word == "$timescale") {
      vcd.timescale = detail::read_to_end(in);
    } else if (word == "$scope") {
      in >> word >> word;
      scopes.push_back(word);
      detail::read_to_end(in);
    } else if (word == "$upscope") {
      scopes.pop_back();
      detail::read_to_end(in);
    } else if (word == "$var") {
      detail::read_variable(in, scopes, vcd, name_of_code);
    } else if (word == "$version" || word == "$enddefinitions") {
      detail::read_to_end(in);
    } else if (word[0] == '#') {
      const Time time = std::stoull(word.substr(1));
      if (vcd.begin != never && time <= vcd.end) throw std::runtime_error("VCD: " + word);
      if (vcd.begin == never) vcd.begin = time;
      vcd.end = time;
    } else if (word[0] != '$') {
      std::string code;
      if (word[0] == 'b') {
        in >> code;
      } else {
        code = word.substr(1);
      }
      const std::string value = word[0] == 'b' ? word.substr(1) : word.substr(0, 1);
      std::vector<VcdChange>& changes = vcd.waves.at(name_of_code.at(code));
      if (!changes.empty() && changes.back().value == value) {
        throw std::runtime_error("VCD: no change of " + name_of_code.at(code));
      }
      changes.push_back({vcd.end, value});
    }
  }
  return vcd;
}

}  // namespace weft::test
