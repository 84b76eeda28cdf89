// The registers of a C104 in Verilog, read back through its port.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rtl/c104/c104_models.hpp"
#include "tests/rtl/registers_of_a_switch.hpp"

namespace weft::test {
namespace {

TEST(C104ReadPort, tells_what_was_written_as_the_model_does) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  SwitchRegisters(*model).expect_equal();
}

TEST(C104ReadPort, tells_the_last_value_of_a_register_that_is_written_again) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  using R = C104Registers;
  rtl::configure(*model, every_setting(), std::vector<DsLinkParameters>(switch_links),
                 read_port_clock);
  const std::uint32_t limit = R::link_base(3) + R::limit(0);
  const std::uint32_t other = R::link_base(2) + R::limit(0);
  EXPECT_EQ(model->read_register(limit), 50U);
  model->write_register(limit, 60);
  EXPECT_EQ(model->read_register(limit), 60U);
  EXPECT_EQ(model->read_register(other), 7U);
}

TEST(C104ReadPort, refuses_a_hunt_group_that_overlaps_another_as_the_model_does) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  using R = C104Registers;
  SwitchRegisters registers(*model, without_groups());
  const auto target = [](unsigned first, unsigned size) {
    return R::target_of({0, IntervalAction::route, first, size});
  };
  EXPECT_TRUE(registers.write(R::link_base(0) + R::target(0), target(1, 2)));
  EXPECT_FALSE(registers.write(R::link_base(3) + R::target(4), target(2, 2))) << "link2 is in it";
  EXPECT_TRUE(registers.write(R::link_base(3) + R::target(4), target(1, 2))) << "the same";
  EXPECT_TRUE(registers.write(R::link_base(3) + R::target(3), target(3, 1))) << "beside it";
  registers.expect_equal();
  EXPECT_EQ(model->read_register(R::link_base(0) + R::target(0)), target(1, 2));
}

TEST(C104ReadPort, a_link_that_is_stopped_is_silent_until_its_command_register_starts_it) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  const std::vector<LinkState> states = start_stop_and_start(*model);
  EXPECT_EQ(states[0], LinkState::started);
  EXPECT_EQ(states[99], LinkState::started) << "nobody answers";
  for (unsigned i = 100; i < 200; ++i) EXPECT_EQ(states[i], LinkState::halted) << i;
  EXPECT_EQ(states[200], LinkState::error_reset) << "silent, until the far end has noticed";
}

TEST(C104ReadPort, refuses_the_same_of_many_targets_as_the_model) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  SwitchRegisters registers(*model, without_groups());
  constexpr unsigned targets = 300;
  const unsigned refused = registers.write_targets(targets);
  EXPECT_GT(refused, targets / 10);
  EXPECT_LT(refused, targets / 2);
}

}  // namespace
}  // namespace weft::test
