// Ports of a switch that lead nowhere.
#include <gtest/gtest.h>

#include <memory_resource>

#include "hw/c104/port_array.hpp"

namespace weft {
namespace {

struct Port {
  int value = 7;
};

TEST(PortArray, ports_behind_those_in_use_are_read_as_unused_and_kept_once_written_to) {
  std::pmr::monotonic_buffer_resource memory;
  PortArray<Port> ports(2, 5, memory);
  const PortArray<Port>& read = ports;
  for (unsigned port = 0; port < 5; ++port) EXPECT_EQ(read[port].value, 7);
  EXPECT_EQ(&read[3], &read[4]);  // there is none of them yet
  ports[3].value = 3;
  ports[1].value = 1;
  EXPECT_EQ(read[1].value, 1);
  EXPECT_EQ(read[2].value, 7);
  EXPECT_EQ(read[3].value, 3);
  EXPECT_EQ(read[4].value, 7);
  EXPECT_NE(&read[3], &read[4]);
}

TEST(PortArray, those_in_use_stand_side_by_side) {
  std::pmr::monotonic_buffer_resource memory;
  PortArray<Port> ports(3, 3, memory);
  EXPECT_EQ(&ports[1], &ports[0] + 1);
  EXPECT_EQ(&ports[2], &ports[0] + 2);
}

}  // namespace
}  // namespace weft
