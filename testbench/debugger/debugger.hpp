// Stops programs of iWarp cells where a person wants to look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/place.hpp"
#include "testbench/programs/assembly_programs.hpp"

namespace weft {

/// Where programs stop: addresses of the programs on some cells.
struct Breakpoint {
  std::string text;                                           ///< As it was given.
  std::set<std::pair<std::size_t, std::uint32_t>> addresses;  ///< By program.
};

/// Before an instruction at a breakpoint begins, reads commands, one a line, until one of them lets
/// the run go on. What they show is what there was before that instruction, at that clock: neither
/// times nor results of the run change. At the end of the input the run goes on to its end, and
/// nothing stops it any more.
class Debugger {
 public:
  /// Of these programs, one a cell. `end_run` ends the run at the present time. All must outlive
  /// the run.
  Debugger(std::vector<AssemblyProgram*> programs, std::istream& commands, std::ostream& answers,
           std::function<void()> end_run);
  Debugger(const Debugger&) = delete;
  Debugger& operator=(const Debugger&) = delete;

  /// "CELL: PLACE": cells by a pattern as `node[3,*]`, and what `addresses_of` knows. Throws
  /// InputError with `place` for what there is not, with the nearest that there is.
  void add(const std::string& text, const Place& place);

  /// A command ended the run.
  bool has_quit() const { return quit_; }

 private:
  /// Of one program.
  class Stop final : public isa::InstructionStop {
   public:
    Stop(Debugger& debugger, std::size_t program) : debugger_(&debugger), program_(program) {}
    void before(std::uint32_t address, Time now) override {
      debugger_->before(program_, address, now);
    }

   private:
    Debugger* debugger_;
    std::size_t program_;
  };
  using Words = std::vector<std::string>;

  void before(std::size_t program, std::uint32_t address, Time now);
  bool stops_at(std::size_t program, std::uint32_t address);
  void read_commands();
  bool perform(const Words& words);
  bool step(const Words& words);
  std::string show(const Words& words) const;
  std::string registers(const Words& words) const;
  std::string memory(const Words& words) const;
  std::string cells() const;
  std::string breakpoints() const;
  void remove(const Words& words);
  void look_at(const Words& words);
  void let_go();
  std::vector<std::size_t> programs_on(std::string_view pattern, const Place& place) const;
  const AssemblyProgram& shown() const { return *programs_[shown_]; }

  std::vector<AssemblyProgram*> programs_;
  std::istream* commands_;
  std::ostream* answers_;
  std::function<void()> end_run_;
  std::deque<Stop> stops_;
  std::vector<Breakpoint> breakpoints_;
  std::uint64_t steps_ = 0;    // left on the program that stopped last
  std::size_t stopped_ = 0;    // that program
  std::uint32_t address_ = 0;  // its next instruction
  Time now_ = 0;
  std::size_t shown_ = 0;  // the program that commands are about
  bool quit_ = false;
};

}  // namespace weft
