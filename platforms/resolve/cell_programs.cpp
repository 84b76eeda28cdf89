#include "platforms/resolve/cell_programs.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/image_file.hpp"
#include "hw/iwarp_toolchain/program_check.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

using Image = std::shared_ptr<const isa::ProgramImage>;

[[noreturn]] void refuse(const isa::Diagnostic& fault, std::size_t more = 0) {
  const std::string others = more == 0 ? "" : fmt::format(" (and {} more)", more);
  throw InputError({std::make_shared<const std::string>(fault.file), fault.line, fault.column},
                   fault.found + others, fault.expected, fault.nearest);
}

isa::ParameterSetting setting_of(const NodeEntry& entry) {
  const Place& value = entry.value.place;
  return {entry.key,
          require_text(entry.value, entry.key),
          *value.source,
          {entry.place.line, entry.place.column},
          {value.line, value.column}};
}

std::vector<isa::ParameterSetting> read_settings(const Node* node) {
  std::vector<isa::ParameterSetting> settings;
  if (node == nullptr) return settings;
  for (const NodeEntry& entry : require_map(*node, "set").entries) {
    settings.push_back(setting_of(entry));
  }
  return settings;
}

// What a program is assembled from: cells with the same have one image.
std::string key_of(const std::filesystem::path& file,
                   const std::vector<isa::ParameterSetting>& settings) {
  std::string key = file.string();
  for (const isa::ParameterSetting& setting : settings) {
    key += fmt::format("\n{}={}", setting.name, setting.value);
  }
  return key;
}

struct ResultKind {
  bool is_float = false;
  bool is_array = false;
  std::uint32_t words = 1;
};

// "integer", "float", or with a number of words: "float[16]".
ResultKind read_kind(const Node& value, const std::string& label) {
  const std::string& text = require_text(value, label);
  const std::size_t bracket = text.find('[');
  const std::string name = text.substr(0, bracket);
  if (name != "integer" && name != "float") {
    unknown_name(value.place, "unknown kind of result", name, {"integer", "float"});
  }
  ResultKind kind{name == "float"};
  if (bracket == std::string::npos) return kind;
  kind.is_array = true;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + bracket + 1, last, kind.words);
  if (error != std::errc{} || end + 1 != last || *end != ']' || kind.words == 0) {
    throw InputError(value.place, fmt::format("the kind of result '{}'", text),
                     "expected a number of words in brackets, such as float[16]");
  }
  return kind;
}

std::vector<CellResult> read_results(const Node& node, const isa::ProgramImage& program) {
  std::vector<CellResult> results;
  for (const auto& [label, place, value] : require_map(node, "results").entries) {
    const auto symbol = program.symbols.find(label);
    if (symbol == program.symbols.end()) {
      std::vector<std::string> labels;
      for (const auto& [name, address] : program.symbols) labels.push_back(name);
      unknown_name(place, "unknown label of the program", label, labels);
    }
    const ResultKind kind = read_kind(value, label);
    if (symbol->second % 4 != 0) {
      throw InputError(place, fmt::format("label '{}' at address {:#x}", label, symbol->second),
                       "expected the address of a word");
    }
    const std::uint32_t behind =
        program.bytes() > symbol->second ? (program.bytes() - symbol->second) / 4 : 0;
    if (kind.is_array && kind.words > behind) {
      throw InputError(value.place, fmt::format("{} words at label '{}'", kind.words, label),
                       fmt::format("expected at most {}, to the end of the program", behind));
    }
    results.push_back({label, symbol->second, kind.is_float, kind.words, kind.is_array});
  }
  return results;
}

class Reader {
 public:
  explicit Reader(Platform& platform) : platform_(&platform) {}

  void read(Cell& cell) {
    const ParameterValues& values = *platform_->components[cell.component].parameters;
    const std::string& name = values.text("program");
    const Node* results = values.table("results");
    const Node* set = values.table("set");
    if (name.empty()) {
      const Node* lost = results != nullptr ? results : set;
      if (lost == nullptr) return;
      throw InputError(
          lost->place,
          fmt::format("{} of a cell without a program", lost == results ? "results" : "parameters"),
          "expected `program:` beside them");
    }
    cell.program = image(name, values.place("program"), read_settings(set));
    if (results != nullptr) cell.results = read_results(*results, *cell.program);
    if (!checked_.insert(&values).second) return;
    const auto fault = isa::find_fault(*cell.program, iwarp_parameters(*platform_, cell.component));
    if (fault) refuse(*fault);
  }

 private:
  const Image& image(const std::string& name, const Place& place,
                     std::vector<isa::ParameterSetting> settings) {
    const std::filesystem::path file = file_beside(Node{Node::Kind::scalar, name, {}, {}, place});
    Image& known = images_[key_of(file, settings)];
    if (known) return known;
    const std::string text = read_input_file(file, place, "a program in assembly");
    const bool assembled = text.starts_with(isa::image_mark);
    if (assembled && !settings.empty()) {
      const isa::ParameterSetting& first = settings.front();
      refuse({first.file,
              first.name_at.line,
              first.name_at.column,
              fmt::format("parameter '{}' of {}, which is assembled", first.name, file.string()),
              "expected the program's text",
              {}});
    }
    try {
      known = std::make_shared<const isa::ProgramImage>(
          assembled
              ? isa::read_image(text, file.string())
              : isa::assemble(text, file.string(), {std::move(settings), read_included_program}));
    } catch (const isa::AssemblyError& error) {
      refuse(error.diagnostics().front(), error.diagnostics().size() - 1);
    }
    return known;
  }

  Platform* platform_;
  std::map<std::string, Image> images_;       // by key_of
  std::set<const ParameterValues*> checked_;  // cells that are alike share them
};

}  // namespace

std::string read_included_program(const std::string& file, const isa::Diagnostic& place,
                                  const std::string& chain) {
  const Place named{std::make_shared<const std::string>(place.file), place.line, place.column};
  return read_input_file(file, named, "a program in assembly to include" + chain);
}

void read_cell_programs(Platform& platform) {
  Reader reader(platform);
  for (Cell& cell : platform.parts.edit<Cells>().list) reader.read(cell);
}

}  // namespace weft
