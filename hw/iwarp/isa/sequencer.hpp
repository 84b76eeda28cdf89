// The computation agent: executes a program of instructions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/iwarp/cell_agents.hpp"
#include "hw/iwarp/isa/decoded_program.hpp"
#include "hw/iwarp/isa/instruction_trace.hpp"
#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp/isa/register_file.hpp"

namespace weft::isa {

/// What a program has done.
struct Counters {
  std::uint64_t instructions = 0;  ///< Long words included.
  std::uint64_t long_words = 0;
  std::uint64_t flops = 0;
  std::uint64_t services = 0;  ///< Events that transferred control.
  /// Clocks in which it waited, by Stall.
  std::array<std::uint64_t, stall_count> stalled{};

  friend bool operator==(const Counters&, const Counters&) = default;
};

/// The master sequencer and the units of a cell. Instructions are fetched from a program store that
/// holds the whole program, and so take nothing from the memory bus. An instruction takes the time
/// of its slowest unit; it reads its operands as it begins, and its results are there as it ends.
///
/// Where nothing from outside can come in between (no gate, no memory at a socket, no events that
/// transfer control, no active spooling gate, nobody who observes or stops it), up to 64 clocks of
/// instructions are executed at the first one's time. So registers that are looked at in the midst
/// of a run may be ahead by that.
///
///     Sequencer sequencer(image, cell.core().agents());
///     cell.core().computation().run(sequencer);
class Sequencer final : public CellProgram {
 public:
  /// The program begins with its code and data in local memory. What a cell cannot hold is found
  /// before (hw/iwarp_toolchain/program_check.hpp). The cell must outlive it.
  Sequencer(std::shared_ptr<const ProgramImage> image, CellAgents& cell,
            const UnitClocks& clocks = {});

  /// Is told of every instruction from now on; null for none.
  void observe(InstructionObserver* observer) { observer_ = observer; }

  /// Is called before every instruction from now on; null for none.
  void stop_at(InstructionStop* stop) { stop_ = stop; }

  /// From now on it is never ahead of the clock, as if it were observed.
  void keep_pace() { keeps_pace_ = true; }

  /// Of the present instruction, or the last one.
  std::uint32_t address() const { return 4 * current_; }
  std::uint32_t line() const { return image_->line(address()); }
  const ProgramImage& image() const { return *image_; }
  bool halted() const { return halted_; }
  /// When it did.
  std::optional<Time> halted_at() const {
    return halted_ ? std::optional<Time>(halted_at_) : std::nullopt;
  }
  std::uint32_t register_value(unsigned number) const { return registers_.word(number); }
  Counters counters(Time now) const;

  // CellProgram
  std::optional<port::Operation> next(const port::Result& result, Time now) override;
  std::optional<port::GateAccess> next_at_gates(Time now) override;
  void compute(const port::Result& operands, port::Instruction& instruction) override;
  bool gives_up(Time now) override;
  /// "FILE:LINE: fault, at clock N"; of an instruction in a file that the program includes with the
  /// line of the program itself before it: "FILE:LINE: in INCLUDED:LINE: ...".
  std::string explain(const std::string& fault, Time now) const override;

 private:
  void load();
  bool goes_straight_on() const;
  void finish(const port::Result& result, Time now);
  void take_answer(const Operation& op, const port::Result& result);
  std::uint64_t clocks_of_current() const;
  void report(Time now);
  std::optional<port::Operation> serve_event();
  std::optional<port::Operation> fetch(Time now);
  std::optional<port::Operation> issue(const Step& step, Time now);
  port::Operation issue_moving(const Step& step);
  port::Instruction moving_instruction(const Step& step);
  bool access_ahead(const Step& step, Time now);
  bool harmless(const port::MemoryAccess& access) const;
  void take_stored(const Step& step, port::Instruction& instruction) const;
  void take_loaded(const Step& step, const std::array<std::uint64_t, 2>& loaded);
  port::MemoryAccess access_of(const Operation& op, bool long_word) const;
  void begin(const Step& step);
  port::Operation issue_agent(const Operation& op, Time now);
  port::Operation start_spool(const Operation& op);
  std::string spool_error(unsigned gate) const;
  port::Operation save_context(const Operation& op);
  port::Operation trap(std::string why);
  port::Operation trap_store(std::uint32_t address);
  EventSet waiting_events() const;
  bool may_run_ahead() const;

  void perform(const Step& step);
  void perform_long(const Step& step);
  std::uint32_t increment_of(const Operation& access) const;
  void perform_control(const Operation& op);
  void write(const Operation& op, std::uint64_t value);
  void note_call();
  std::string caller_text() const;
  void repeat(unsigned level);
  void go_to(std::uint32_t address);
  std::uint32_t read_special(Special special, Time now) const;
  void write_special(Special special, std::uint32_t value);
  std::uint32_t next_address() const { return 4 * pc_; }

  struct Loop {
    std::uint32_t left = 0;
    std::uint32_t begin = 0;
  };
  static constexpr std::uint32_t no_place = ~std::uint32_t{0};

  // what every instruction needs
  std::vector<Step> steps_;
  std::uint32_t pc_ = 0;       // word of code, of the next instruction
  std::uint32_t current_ = 0;  // of the present one
  bool pending_ = false;       // the present one has not ended
  bool loaded_ = false;
  bool serving_ = false;
  bool halted_ = false;
  Time halted_at_ = 0;
  bool divided_by_zero_ = false;
  bool keeps_pace_ = false;
  bool private_memory_ = false;
  EventSet dispatch_ = 0;
  EventSet traps_ = events(AgentEvent::spool_error);
  InstructionObserver* observer_ = nullptr;
  InstructionStop* stop_ = nullptr;
  Time issued_ = 0;
  RegisterFile registers_;
  std::array<Loop, loop_levels> loops_{};
  Counters counters_;

  CellAgents* cell_;
  Time clock_;
  std::shared_ptr<const ProgramImage> image_;
  std::array<WordTag, gate_count> tags_{};
  std::array<std::uint32_t, event_count> vectors_{};  // words of code
  std::uint32_t status_ = 0;                          // the event that is served
  std::uint32_t back_ = 0;                            // address
  std::uint32_t wrong_target_ = 0;                    // why pc_ is no place
  /// Where a spooling gate was started, and the bytes up to its limit.
  struct SpoolStart {
    std::uint32_t address = 0;  // of the instruction
    std::uint32_t room = 0;
  };
  std::array<SpoolStart, spool_count> spools_{};
  std::string trap_text_;
  std::uint32_t called_from_ = no_place;  // the last call in the program's own file
};

}  // namespace weft::isa
