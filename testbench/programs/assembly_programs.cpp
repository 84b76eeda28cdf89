#include "testbench/programs/assembly_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "testbench/experiments/run_result.hpp"

namespace weft {
namespace {

ReportedValue time_until(bool the_last_halt, double microseconds) {
  return reported::single(the_last_halt ? "time to the last halt" : "time", microseconds,
                          Unit::microseconds);
}

ReportedValue stalled_by(unsigned kind, double percent) {
  std::string reason = name_of(static_cast<Stall>(kind));
  std::replace(reason.begin(), reason.end(), '_', ' ');
  return reported::single("stalled by " + reason, percent, Unit::percent);
}

}  // namespace

AssemblyProgram::AssemblyProgram(const CellView& cell,
                                 std::shared_ptr<const isa::ProgramImage> image)
    : cell_(&cell), sequencer_(std::move(image), *cell.core) {
  cell.core->computation().run(sequencer_);
}

std::string AssemblyProgram::text() const {
  return std::filesystem::path(sequencer_.image().place_text(sequencer_.address()))
      .filename()
      .string();
}

std::vector<AssemblyProgram*> pointers_to(std::deque<AssemblyProgram>& programs) {
  std::vector<AssemblyProgram*> pointers;
  for (AssemblyProgram& program : programs) pointers.push_back(&program);
  return pointers;
}

AssemblyPrograms::AssemblyPrograms(System& system) : platform_(&system.platform()) {
  const std::vector<Cell>& cells = cells_of(system.platform());
  for (std::size_t address = 0; address < cells.size(); ++address) {
    if (cells[address].program == nullptr) continue;
    programs_.emplace_back(cells_of(system)[address], cells[address].program);
  }
}

void AssemblyPrograms::keep_pace() {
  for (AssemblyProgram& program : programs_) program.sequencer().keep_pace();
}

std::vector<AssemblyProgram*> AssemblyPrograms::all() { return pointers_to(programs_); }

void trace_into(InstructionTrace& trace, const std::vector<AssemblyProgram*>& programs) {
  for (AssemblyProgram* program : programs) {
    program->sequencer().observe(&trace.of_cell(program->cell(), program->sequencer()));
  }
}

void AssemblyPrograms::add_to(ProgramPositions& positions) const {
  for (const AssemblyProgram& program : programs_) positions[program.cell().component] = &program;
}

ReportedValues AssemblyPrograms::may_report() const {
  if (programs_.empty()) return {};
  ReportedValues values{time_until(true, 0), time_until(false, 0)};
  for (unsigned kind = 0; kind < stall_count; ++kind) values.push_back(stalled_by(kind, 0));
  return values;
}

ReportedValues AssemblyPrograms::report(Time now) const {
  if (programs_.empty()) return {};
  isa::Counters sum;
  std::size_t halted = 0;
  Time last = 0;
  double clocks = 0;  // of all cells
  for (const AssemblyProgram& program : programs_) {
    const isa::Sequencer& sequencer = program.sequencer();
    const isa::Counters counters = sequencer.counters(now);
    sum.instructions += counters.instructions;
    sum.long_words += counters.long_words;
    sum.flops += counters.flops;
    for (std::size_t i = 0; i < sum.stalled.size(); ++i) sum.stalled[i] += counters.stalled[i];
    const Time end = sequencer.halted_at().value_or(now);
    halted += sequencer.halted() ? 1 : 0;
    last = std::max(last, end);
    clocks += static_cast<double>(end) / static_cast<double>(program.cell().clock);
  }
  const double microseconds = static_cast<double>(last) / static_cast<double>(microsecond);
  // programs that halt at once have taken no time, and done nothing
  const double rate = last == 0 ? 0 : static_cast<double>(sum.flops) / microseconds;
  ReportedValues values{
      reported::single("programs", static_cast<double>(programs_.size())),
      reported::count("programs halted", static_cast<double>(halted)),
      time_until(halted == programs_.size(), microseconds),
      reported::count("instructions", static_cast<double>(sum.instructions)),
      reported::count("long words", static_cast<double>(sum.long_words)),
      reported::count("floating-point operations", static_cast<double>(sum.flops)),
      reported::single("rate", rate, Unit::megaflops),
      reported::single("rate of a cell", rate / static_cast<double>(programs_.size()),
                       Unit::megaflops),
  };
  for (unsigned kind = 0; kind < sum.stalled.size(); ++kind) {
    if (sum.stalled[kind] == 0) continue;
    values.push_back(stalled_by(kind, 100 * static_cast<double>(sum.stalled[kind]) / clocks));
  }
  report_results(values);
  return values;
}

std::vector<double> AssemblyPrograms::values_of(const CellView& cell, const CellResult& result) {
  std::vector<double> values;
  for (std::uint32_t i = 0; i < result.words; ++i) {
    const std::uint32_t word = cell.core->memory().peek(result.address + 4 * i);
    values.push_back(result.is_float ? static_cast<double>(std::bit_cast<float>(word))
                                     : static_cast<double>(static_cast<std::int32_t>(word)));
  }
  return values;
}

void AssemblyPrograms::add_to(RunResult& result) const {
  for (const AssemblyProgram& program : programs_) {
    for (const CellResult& asked : cells_of(*platform_)[program.cell().address].results) {
      result.programs.push_back(
          {program.cell().name, asked.label, values_of(program.cell(), asked), asked.is_array});
    }
  }
}

// Of one word its value, of several what lies between them.
void AssemblyPrograms::report_results(ReportedValues& values) const {
  std::map<std::string, std::vector<double>> by_label;
  for (const AssemblyProgram& program : programs_) {
    for (const CellResult& result : cells_of(*platform_)[program.cell().address].results) {
      const std::vector<double> words = values_of(program.cell(), result);
      std::vector<double>& all = by_label[result.label];
      all.insert(all.end(), words.begin(), words.end());
    }
  }
  for (const auto& [label, words] : by_label) {
    if (words.size() == 1) {
      values.push_back(reported::single("result " + label, words.front()));
      continue;
    }
    const auto [lowest, highest] = std::minmax_element(words.begin(), words.end());
    const double sum = std::accumulate(words.begin(), words.end(), 0.0);
    const auto add = [&, name = "result " + label](Statistic statistic, double value) {
      values.push_back(reported::figure(name, statistic, value));
    };
    add(Statistic::lowest, *lowest);
    add(Statistic::mean, sum / static_cast<double>(words.size()));
    add(Statistic::highest, *highest);
  }
}

}  // namespace weft
