// The code of docs/components/iwarp.md, compiled and run; and the times in its table.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "hw/iwarp/header_word.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/iwarp/iwarp.hpp"

namespace weft {
namespace {

/// Executes a list of operations.
class Script : public CellProgram {
 public:
  explicit Script(std::vector<port::Operation> operations) : operations_(std::move(operations)) {}
  std::optional<port::Operation> next(const port::Result&, Time) override {
    if (done_ == operations_.size()) return std::nullopt;
    return operations_[done_++];
  }

 private:
  std::vector<port::Operation> operations_;
  std::size_t done_ = 0;
};

struct Printer : tlm::tlm_analysis_if<WordEvent> {
  std::vector<std::string> lines;
  void write(const WordEvent& event) override {
    lines.push_back(fmt::format("{} {} {}", event.begin / nanosecond, name_of(event.word.tag),
                                event.word.value));
  }
};

TEST(DocsExamples, iwarp_pathway) {
  WheelProcess engine("engine");
  IwarpParameters parameters;
  word::Iwarp first("first", parameters, engine.wheel());
  parameters.address = 1;
  word::Iwarp second("second", parameters, engine.wheel());
  parameters.address = 2;
  word::Iwarp third("third", parameters, engine.wheel());
  first.output(Bus::x_right).bind(second.input(Bus::x_left));
  second.output(Bus::x_right).bind(third.input(Bus::x_left));

  const unsigned own = 16;  // 16 of the 20 inputs are allocated to busses
  const std::uint32_t to_third = encode({.address = 2});
  Script program({port::Acquire{own, Bus::x_right, 0},
                  port::SendMarker{own, {to_third, WordTag::pathway_begin}},
                  port::SendMarker{own, {2, WordTag::message_begin}}, port::BindOutput{0, own},
                  port::Write{0, 42}, port::Write{0, 43},
                  port::SendMarker{own, {0, WordTag::message_end}},
                  port::SendMarker{own, {0, WordTag::pathway_end}}});
  first.core().computation().run(program);
  Printer left, right;
  first.reports.words(Bus::x_right).bind(left);
  second.reports.words(Bus::x_right).bind(right);
  sc_core::sc_start(sc_core::sc_time(5, sc_core::SC_US));

  EXPECT_EQ(left.lines,
            (std::vector<std::string>{"300 pathway_begin 2", "400 message_begin 2", "500 data 42",
                                      "600 data 43", "700 message_end 0", "800 pathway_end 0"}));
  EXPECT_EQ(right.lines,
            (std::vector<std::string>{"500 pathway_begin 2", "600 message_begin 2", "700 data 42",
                                      "800 data 43", "900 message_end 0", "1000 pathway_end 0"}));
  EXPECT_EQ(second.core().communication().reserved(), 0U);
}

}  // namespace
}  // namespace weft
