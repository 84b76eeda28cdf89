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

}  // namespace
}  // namespace weft::test
