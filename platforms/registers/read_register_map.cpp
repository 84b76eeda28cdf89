#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/netlist/yaml_reader.hpp"
#include "platforms/registers/register_map.hpp"

namespace weft {
namespace {

constexpr unsigned word_bits = 32;

// which cannot be names in the constants of C++
constexpr std::string_view cpp_words[] = {
    "alignas",  "alignof",  "and",       "and_eq",    "asm",       "auto",      "bitand",
    "bitor",    "bool",     "break",     "case",      "catch",     "char",      "class",
    "compl",    "concept",  "const",     "consteval", "constexpr", "constinit", "continue",
    "decltype", "default",  "delete",    "do",        "double",    "else",      "enum",
    "explicit", "export",   "extern",    "false",     "float",     "for",       "friend",
    "goto",     "if",       "inline",    "int",       "long",      "mutable",   "namespace",
    "new",      "noexcept", "not",       "not_eq",    "nullptr",   "operator",  "or",
    "or_eq",    "private",  "protected", "public",    "register",  "requires",  "return",
    "short",    "signed",   "sizeof",    "static",    "struct",    "switch",    "template",
    "this",     "throw",    "true",      "try",       "typedef",   "typeid",    "typename",
    "union",    "unsigned", "using",     "virtual",   "void",      "volatile",  "while",
    "xor",      "xor_eq"};

std::string read_name(const Node& node) {
  const std::string& name = require_text(node, "name");
  bool good = !name.empty() && name[0] >= 'a' && name[0] <= 'z';
  for (const char c : name) good &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  if (!good) {
    throw InputError(node.place, fmt::format("the name '{}'", name),
                     "expected lower case letters, digits and _, such as random_base");
  }
  if (std::find(std::begin(cpp_words), std::end(cpp_words), name) != std::end(cpp_words)) {
    throw InputError(node.place, fmt::format("the name '{}'", name),
                     "expected another: it is a word of C++");
  }
  return name;
}

std::string read_says(const Section& section) {
  const Node* node = section.find("says");
  return node == nullptr ? "" : require_text(*node, "says");
}

std::uint32_t read_number(const Node& node, std::string_view what, std::uint32_t most) {
  const std::string& text = require_text(node, what);
  const bool hexadecimal = text.starts_with("0x");
  const char* begin = text.data() + (hexadecimal ? 2 : 0);
  const char* end = text.data() + text.size();
  std::uint32_t value = 0;
  const auto [rest, error] = std::from_chars(begin, end, value, hexadecimal ? 16 : 10);
  if (error != std::errc() || rest != end || begin == end || value > most) {
    throw InputError(node.place, fmt::format("'{}' as {}", text, what),
                     fmt::format("expected a number from 0 to {:#x}", most));
  }
  return value;
}

// "15-8", or one bit
RegisterField read_bits(const Node& node, unsigned width) {
  const std::string& text = require_text(node, "bits");
  const char* end = text.data() + text.size();
  unsigned highest = 0;
  auto result = std::from_chars(text.data(), end, highest);
  unsigned lowest = highest;
  if (result.ec == std::errc() && result.ptr != end && *result.ptr == '-') {
    result = std::from_chars(result.ptr + 1, end, lowest);
  }
  if (result.ec != std::errc() || result.ptr != end || highest < lowest || highest >= width) {
    throw InputError(node.place, fmt::format("'{}' as bits", text),
                     fmt::format("expected the highest and the lowest, such as 15-8, or one bit; "
                                 "of {} bits the highest is {}",
                                 width, width - 1));
  }
  return {lowest, highest - lowest + 1};
}

const std::vector<Node>& read_items(const Section& section, std::string_view key) {
  static const std::vector<Node> none;
  const Node* node = section.find(key);
  return node == nullptr ? none : require_list(*node, key).items;
}

template <class Named>
void require_new(const std::vector<Named>& names, const std::string& name, const Node& node) {
  for (const Named& other : names) {
    if (other.name == name) {
      throw InputError(node.place, fmt::format("'{}' is there twice", name),
                       "expected each name once");
    }
  }
}

void require_apart(const std::vector<NamedField>& fields, const NamedField& field,
                   const Node& node) {
  for (const NamedField& other : fields) {
    if ((other.bits.mask() & field.bits.mask()) != 0) {
      throw InputError(node.place, fmt::format("'{}' and '{}' overlap", field.name, other.name),
                       "expected bits of their own for each");
    }
  }
}

NamedField read_field(const Node& node, unsigned width, const std::vector<NamedField>& others) {
  const Section section(node, "a field", {"name", "bits", "says"});
  const Node& name = section.at("name", "expected its name");
  const Node& bits = section.at("bits", "expected its bits, such as 15-8");
  NamedField field{read_name(name), read_bits(bits, width), read_says(section)};
  require_new(others, field.name, name);
  return field;
}

void read_access(const Node& node, RegisterEntry& entry) {
  const std::string& access = require_text(node, "access");
  if (access != "r" && access != "w" && access != "rw") {
    unknown_name(node.place, "unknown access", access, {"r", "w", "rw"});
  }
  entry.readable = access != "w";
  entry.writable = access != "r";
}

void read_index(const Section& section, const RegisterMap& map, RegisterEntry& entry) {
  for (const Node& item : read_items(section, "index")) {
    const std::string& name = require_text(item, "a field of the address");
    std::vector<std::string> names;
    for (const NamedField& field : map.address_fields) {
      names.push_back(field.name);
      if (field.name != name) continue;
      require_apart(entry.index, field, item);
      entry.index.push_back(field);
    }
    if (entry.index.empty() || entry.index.back().name != name) {
      unknown_name(item.place, "unknown field of the address", name, names);
    }
  }
}

// Is one of them at an address of the other?
bool meet(const RegisterEntry& a, const RegisterEntry& b) {
  const RegisterEntry& low = a.at <= b.at ? a : b;
  const RegisterEntry& high = a.at <= b.at ? b : a;
  const std::uint32_t distance = high.at - low.at;
  return low.every == 0 ? distance == 0 : distance % low.every == 0;
}

RegisterEntry read_register(const Node& node, const RegisterMap& map, const RegisterBank& bank) {
  const Section section(node, "a register",
                        {"name", "at", "every", "access", "reset", "says", "index", "fields"});
  RegisterEntry entry;
  const Node& name = section.at("name", "expected its name");
  entry.name = read_name(name);
  require_new(bank.registers, entry.name, name);
  const std::uint32_t most = map.select.of(0xffff'ffffU);
  const Node& at = section.at("at", "expected its address");
  entry.at = read_number(at, "at", most);
  if (const Node* every = section.find("every")) entry.every = read_number(*every, "every", most);
  for (const RegisterEntry& other : bank.registers) {
    if (meet(entry, other)) {
      throw InputError(at.place,
                       fmt::format("'{}' and '{}' have one address", entry.name, other.name),
                       "expected an address for each");
    }
  }
  read_access(section.at("access", "expected r, w or rw"), entry);
  if (const Node* reset = section.find("reset")) {
    entry.reset = read_number(*reset, "reset", 0xffff'ffffU);
  }
  entry.meaning = read_says(section);
  read_index(section, map, entry);
  for (const Node& item : read_items(section, "fields")) {
    NamedField field = read_field(item, word_bits, entry.fields);
    require_apart(entry.fields, field, item);
    entry.fields.push_back(std::move(field));
  }
  return entry;
}

RegisterBank read_bank(const Node& node, const RegisterMap& map) {
  const Section section(node, "a bank", {"name", "at", "every", "says", "registers"});
  RegisterBank bank;
  const Node& name = section.at("name", "expected its name");
  bank.name = read_name(name);
  require_new(map.banks, bank.name, name);
  const std::uint32_t most = 0xffff'ffffU >> (word_bits - map.address_bits);
  bank.at = read_number(section.at("at", "expected its first address"), "at", most);
  if (const Node* every = section.find("every")) bank.every = read_number(*every, "every", most);
  bank.meaning = read_says(section);
  const Node& registers = section.at("registers", "expected a list of registers");
  for (const Node& item : require_list(registers, "registers").items) {
    bank.registers.push_back(read_register(item, map, bank));
  }
  return bank;
}

void read_address(const Node& node, RegisterMap& map) {
  const Section section(node, "the address", {"bits", "select", "fields"});
  const Node& bits = section.at("bits", "expected its width");
  map.address_bits = read_number(bits, "bits", word_bits);
  if (map.address_bits == 0) {
    throw InputError(bits.place, "an address without bits", "expected 1 to 32");
  }
  const Node& select = section.at("select", "expected bits that choose the register, such as 11-8");
  map.select = read_bits(select, map.address_bits);
  for (const Node& item : read_items(section, "fields")) {
    NamedField field = read_field(item, map.address_bits, map.address_fields);
    require_apart({{"select", map.select, {}}}, field, item);
    map.address_fields.push_back(std::move(field));
  }
}

}  // namespace

RegisterMap read_register_map(std::string_view text, const std::string& name) {
  const auto source = std::make_shared<const std::string>(name);
  const Node root = read_yaml(text, source);
  if (root.is_null()) {
    throw InputError({source, 1, 1}, "the file is empty", "expected a description of registers");
  }
  const Section section(root, "the description", {"block", "title", "says", "address", "banks"});
  RegisterMap map;
  map.block = read_name(section.at("block", "expected the name of the block"));
  map.title = require_text(section.at("title", "expected what the page of docs calls it"), "title");
  map.meaning = read_says(section);
  read_address(section.at("address", "expected the bits of an address"), map);
  const Node& banks = section.at("banks", "expected a list of banks");
  for (const Node& item : require_list(banks, "banks").items) {
    map.banks.push_back(read_bank(item, map));
  }
  return map;
}

}  // namespace weft
