// Parallel programs on T9000s whose messages say something: results as of one processor, at every
// level.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <systemc>

#include "platforms/netlist/input_error.hpp"
#include "platforms/system.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/software/t9000/field.hpp"
#include "testbench/software/values.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/testbench/level_meshes.hpp"
#include "tests/testbench/reported.hpp"

namespace weft::test {
namespace {

/// A mesh of T9000s with a workload at one level; several can run in one kernel.
struct SoftwareMachine {
  SoftwareMachine(const std::string& level, const std::string& shape, const std::string& workload)
      : platform(platform_of(mesh_of(level, "workload: {" + workload + "}\n", shape))),
        system(level.c_str(), platform),
        programs(make_workload(system)) {}

  Platform platform;
  System system;
  std::unique_ptr<Workload> programs;
};

/// Runs it at every level. Its results are those of one processor, or `report` throws; its times
/// are equal at `signal`, `token` and `rtl`.
void expect_right_everywhere(const std::string& shape, const std::string& workload) {
  const Time enough = 300 * microsecond;
  SoftwareMachine signal("signal", shape, workload), token("token", shape, workload),
      rtl("rtl", shape, workload), stream("stream", shape, workload),
      packet("packet", shape, workload);
  run_for(enough);
  const ReportedValues values = signal.programs->report(enough);
  EXPECT_EQ(token.programs->report(enough), values);
  EXPECT_EQ(rtl.programs->report(enough), values);
  EXPECT_GT(value_of(values, "time in communication mean"), 0);
  for (const SoftwareMachine* machine : {&signal, &stream, &packet}) {
    EXPECT_EQ(value_of(machine->programs->report(enough), "error maximum"), 0);
  }
}

TEST(Cannon, multiplies_as_one_processor_does_at_every_level) {
  expect_right_everywhere("2x2", "type: cannon, block: 3");
}

TEST(Cannon, aligns_and_shifts_blocks_over_a_larger_grid) {
  SoftwareMachine machine("token", "5x5", "type: cannon, block: 4");
  run_for(millisecond);
  EXPECT_EQ(value_of(machine.programs->report(millisecond), "rows of the matrices"), 20);
}

TEST(Cannon, takes_as_many_processors_as_make_a_square) {
  SoftwareMachine machine("packet", "4x3", "type: cannon");
  EXPECT_EQ(machine.programs->processes().size(), 9U);
  run_for(millisecond);
  EXPECT_EQ(value_of(machine.programs->report(millisecond), "rows of the matrices"), 24);
}

TEST(Cannon, runs_on_one_processor_alone) {
  SoftwareMachine machine("packet", "2x2", "type: cannon, processes: 1, block: 4, operation: 1 us");
  run_for(millisecond);
  const ReportedValues values = machine.programs->report(millisecond);
  EXPECT_EQ(value_of(values, "time"), 4 * 4 * 4);
  EXPECT_EQ(value_of(values, "speed"), 2);
}

TEST(Cannon, tells_that_the_run_was_too_short) {
  SoftwareMachine machine("packet", "2x2", "type: cannon");
  run_for(10 * microsecond);
  try {
    machine.programs->report(10 * microsecond);
    ADD_FAILURE() << "expected an error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "the product has not ended at 10 us: 0 of 4 processes have; expected a longer "
                 "`run: {for: ...}`");
  }
}

TEST(Cannon, a_run_of_no_time_at_all_is_too_short_too) {
  const Platform platform =
      platform_of(mesh_of("packet", "workload: {type: cannon}\nrun: {for: 0 ns}\n", "2x2"));
  Simulation simulation(platform);
  try {
    simulation.run();
    ADD_FAILURE() << "expected an error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "the product has not ended at 0 ns: 0 of 4 processes have; expected a longer "
                 "`run: {for: ...}`");
  }
}

std::string refusal_of(const std::string& text) {
  try {
    platform_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Cannon, needs_a_t9000_for_each_process) {
  EXPECT_EQ(refusal_of(mesh_of("token", "workload: {type: cannon, processes: 3}\n", "2x2")),
            "t.yaml:3:37: 9 processes on 4 t9000s; expected a t9000 for each");
}

TEST(Cannon, tells_the_place_of_a_workload_whose_processes_are_a_default) {
  EXPECT_EQ(refusal_of("network: {topology: mesh, shape: 2x2, cell: {type: iwarp}}\n"
                       "workload: {type: cannon}\n"),
            "t.yaml:2:11: processes on a platform without t9000s; expected a t9000 for each");
}

TEST(LoneT9000, runs_at_every_level) {
  const std::string lone = "components: {a: {type: t9000}}\nrun: {for: 10 us}\nlevel: ";
  const Platform signal = platform_of(lone + "signal\n"), token = platform_of(lone + "token\n"),
                 packet = platform_of(lone + "packet\n"), stream = platform_of(lone + "stream\n");
  const System systems[] = {
      {"signal", signal}, {"token", token}, {"packet", packet}, {"stream", stream}};
  run_for(10 * microsecond);
  EXPECT_EQ(sc_core::sc_time_stamp().value(), 10 * microsecond);
}

TEST(Jacobi, iterates_as_one_processor_does_at_every_level) {
  expect_right_everywhere("3x2", "type: jacobi, block: 3, iterations: 4");
}

class JacobiOn : public testing::TestWithParam<const char*> {};

TEST_P(JacobiOn, any_grid_of_processes_is_right) {
  SoftwareMachine machine(
      "packet", "4x4",
      fmt::format("type: jacobi, processes: {}, block: 5, iterations: 20", GetParam()));
  run_for(millisecond);
  EXPECT_EQ(value_of(machine.programs->report(millisecond), "error maximum"), 0);
}

INSTANTIATE_TEST_SUITE_P(Grids, JacobiOn, testing::Values("4x4", "2x8", "1x3", "1x1"));

TEST(Jacobi, needs_two_sizes) {
  try {
    platform_of(mesh_of("token", "workload: {type: jacobi, processes: 2x2x1}\n", "2x2"));
    ADD_FAILURE() << "expected an error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "t.yaml:3:37: processes on a grid of 2x2x1; expected two sizes, such as 4x4");
  }
}

// The mean of a linear function's neighbours is the function: it stays as it is.
TEST(JacobiField, keeps_a_harmonic_function) {
  Field field(4, 3);
  for (std::size_t y = 0; y < 5; ++y) {
    for (std::size_t x = 0; x < 6; ++x) field.at(x, y) = 2.0 * static_cast<double>(x + 3 * y);
  }
  const std::vector<double> before = field.values();
  field.relax();
  EXPECT_EQ(field.values(), before);
  EXPECT_EQ(field.edge(FieldSide::right), (std::vector<double>{14, 20, 26}));
  EXPECT_EQ(field.edge(FieldSide::top), (std::vector<double>{8, 10, 12, 14}));
}

TEST(CheckedValues, refuse_a_result_that_differs_or_is_no_number) {
  const std::vector<double> expected{1, 2, 3};
  EXPECT_EQ(require_equal(expected, expected, "the sum"), 0);
  EXPECT_THROW(require_equal({1, 2}, expected, "the sum"), std::runtime_error);
  EXPECT_THROW(require_equal({1, 2, std::numeric_limits<double>::quiet_NaN()}, expected, "the sum"),
               std::runtime_error);
  try {
    require_equal({1, 2.5, 3}, expected, "the sum");
    ADD_FAILURE() << "expected an error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "the sum is wrong by up to 0.5; expected what one processor computes, to the last "
                 "bit");
  }
}

}  // namespace
}  // namespace weft::test
