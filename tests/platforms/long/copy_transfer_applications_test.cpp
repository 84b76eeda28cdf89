// Applications on all nodes of the T3D-like machine, beside the algebra of its basic transfers.
#include <gtest/gtest.h>

#include <string>

#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/simulation.hpp"

namespace weft::copy_transfer {
namespace {

double ratio(const std::string& application, Way way) {
  const NodeFile t3d = load_node(WEFT_SOURCE_DIR "/platforms/nodes/t3d.yaml");
  const Simulation one = simulate(t3d, *find_application(application, t3d), way);
  return one.result.rate / one.estimate;
}

// The algebra is told congestion 2, which a schedule keeps at each time.
TEST(CopyTransferApplications, are_as_fast_as_the_algebra_says) {
  for (const std::string application : {"transpose", "sor"}) {
    for (const Way way : {Way::packed, Way::chained})
      EXPECT_NEAR(ratio(application, way), 1, 0.15) << application << ' ' << text_of(way);
  }
}

// At their own pace nodes meet at links and at receivers, which congestion over the whole does not
// tell.
TEST(CopyTransferApplications, without_a_schedule_a_transpose_is_slower) {
  EXPECT_LT(ratio("transpose-unscheduled", Way::chained), 0.8);
}

}  // namespace
}  // namespace weft::copy_transfer
