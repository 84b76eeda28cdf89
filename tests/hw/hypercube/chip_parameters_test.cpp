// What a packet chip refuses in its parameters.
#include <gtest/gtest.h>

#include "hw/hypercube/buffer_deadlock.hpp"
#include "hw/hypercube/parameter_check.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"
#include "tests/hw/refused.hpp"

namespace weft {
namespace {

using P = HypercubeChipParameters;

template <class Change>
std::string refused_chip(const Change& change) {
  return test::refused_after<P>(change);
}

TEST(HypercubeParameterCheck, accepts_the_paper_and_its_variants) {
  EXPECT_EQ(refused_chip([](P&) {}), "");
  EXPECT_EQ(refused_chip([](P& p) { p.degree = 14; }), "");
  EXPECT_EQ(refused_chip([](P& p) {
              p.arbitration = HypercubeArbitration::hidden;
              p.arbitration_ticks = 32;
            }),
            "");
  EXPECT_EQ(refused_chip([](P& p) {
              p.routing = HypercubeRouting::fixed;
              p.buffers = 1;
            }),
            "");
}

TEST(HypercubeParameterCheck, names_what_is_wrong) {
  EXPECT_EQ(refused_chip([](P& p) { p.degree = 0; }), "degree (0) must be 1 to 14");
  EXPECT_EQ(refused_chip([](P& p) { p.degree = 15; }), "degree (15) must be 1 to 14");
  EXPECT_EQ(refused_chip([](P& p) { p.buffers = 0; }), "buffers (0) must be 1 or more");
  EXPECT_EQ(refused_chip([](P& p) { p.buffers = 1; }),
            "buffers (1) must be 2 or more: a packet that is contrary never gets the only one");
  EXPECT_EQ(refused_chip([](P& p) { p.tick = 0; }), "tick (0) must be 1 ps or more");
  EXPECT_EQ(refused_chip([](P& p) { p.byte_ticks = 0; }), "byte_ticks (0) must be 1 or more");
  EXPECT_EQ(
      refused_chip([](P& p) { p.arbitration_ticks = 2; }),
      "arbitration_ticks (2) must be 3 or more: a tick each to ask, to reserve a buffer and to "
      "take the link");
  EXPECT_EQ(refused_chip([](P& p) {
              p.arbitration = HypercubeArbitration::hidden;
              p.arbitration_ticks = 33;
            }),
            "arbitration_ticks (33) must be at most 32, the data of a packet, to be hidden behind "
            "them");
  EXPECT_EQ(refused_chip([](P& p) {
              p.transport = HypercubeTransport::datagram;
              p.acknowledgement_bytes = 8;
            }),
            "acknowledgement_bytes (8) must be 0 on bidirectional links, whose directions do not "
            "interfere");
  EXPECT_EQ(refused_chip([](P& p) {
              p.coprocessor = true;
              p.injection = HypercubeInjection::in_sequence;
            }),
            "injection (in_sequence) must be each_port with a co-processor, whose sends wait in a "
            "list for each port");
  EXPECT_EQ(refused_chip([](P& p) {
              p.links = HypercubeLinks::unidirectional;
              p.acknowledgement_bytes = 8;
            }),
            "acknowledgement_bytes (8) must be 0: packets are granted a buffer before they go, and "
            "need none");
}

TEST(HypercubeParameterCheck, holds_for_all_that_is_made_of_them) {
  P parameters = CubeBench::ticks(15);
  EXPECT_EQ(test::refused([&] { find_hypercube_deadlock(parameters); }),
            "degree (15) must be 1 to 14");
  parameters.degree = 2;
  parameters.buffers = 0;
  EXPECT_EQ(test::refused([&] { CubeBench bench(parameters); }), "buffers (0) must be 1 or more");
}

}  // namespace
}  // namespace weft
