#include "platforms/resolve/cell_programs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/image_file.hpp"
#include "hw/iwarp_toolchain/program_check.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"

namespace weft {
namespace {

using Image = std::shared_ptr<const isa::ProgramImage>;

[[noreturn]] void refuse(const isa::Diagnostic& fault, std::size_t more = 0) {
  const std::string others = more == 0 ? "" : fmt::format(" (and {} more)", more);
  throw InputError({std::make_shared<const std::string>(fault.file), fault.line, fault.column},
                   fault.found + others, fault.expected, fault.nearest);
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
    const std::string& kind = require_text(value, label);
    if (kind != "integer" && kind != "float") {
      unknown_name(value.place, "unknown kind of result", kind, {"integer", "float"});
    }
    if (symbol->second % 4 != 0) {
      throw InputError(place, fmt::format("label '{}' at address {:#x}", label, symbol->second),
                       "expected the address of a word");
    }
    results.push_back({label, symbol->second, kind == "float"});
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
    if (name.empty()) {
      if (results == nullptr) return;
      throw InputError(results->place, "results of a cell without a program",
                       "expected `program:` beside them");
    }
    cell.program = image(name, values.place("program"));
    if (results != nullptr) cell.results = read_results(*results, *cell.program);
    if (!checked_.insert(&values).second) return;
    const auto fault = isa::find_fault(*cell.program, iwarp_parameters(*platform_, cell.component));
    if (fault) refuse(*fault);
  }

 private:
  const Image& image(const std::string& name, const Place& place) {
    const std::filesystem::path file = file_beside(Node{Node::Kind::scalar, name, {}, {}, place});
    Image& known = images_[file];
    if (known) return known;
    const std::string text = read_input_file(file, place, "a program in assembly");
    try {
      known = std::make_shared<const isa::ProgramImage>(text.starts_with(isa::image_mark)
                                                            ? isa::read_image(text, file.string())
                                                            : isa::assemble(text, file.string()));
    } catch (const isa::AssemblyError& error) {
      refuse(error.diagnostics().front(), error.diagnostics().size() - 1);
    }
    return known;
  }

  Platform* platform_;
  std::map<std::filesystem::path, Image> images_;
  std::set<const ParameterValues*> checked_;  // cells that are alike share them
};

}  // namespace

void read_cell_programs(Platform& platform) {
  Reader reader(platform);
  bool any = false;
  for (Cell& cell : platform.cells) {
    reader.read(cell);
    any |= cell.program != nullptr;
  }
  if (any && platform.processors.empty() && platform.workload.type->name != "none") {
    throw InputError(platform.workload.place,
                     fmt::format("workload '{}' on cells with programs of their own",
                                 platform.workload.type->name),
                     "expected no workload, or cells without `program:`");
  }
}

}  // namespace weft
