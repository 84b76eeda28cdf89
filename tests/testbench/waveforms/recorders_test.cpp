// Recorders write into whatever is a WaveWriter.
#include "testbench/families/dslinks/link_recorders.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/testbench/waveforms/support.hpp"

namespace weft::test {
namespace {

/// Another format: a list.
class ListWriter final : public WaveWriter {
 public:
  struct Change {
    std::string name;
    std::uint64_t value;
    Time time;

    friend bool operator==(const Change&, const Change&) = default;
  };

  Variable declare(std::string_view name, unsigned, unsigned) override {
    names_.emplace_back(name);
    return static_cast<Variable>(names_.size() - 1);
  }
  void change(Variable variable, std::uint64_t value, Time time) override {
    if (time < now_) throw std::logic_error("times run backwards");
    now_ = time;
    changes.push_back({names_.at(variable), value, time});
  }
  void finish(Time) override {}

  std::vector<Change> changes;

 private:
  std::vector<std::string> names_;
  Time now_ = 0;
};

TEST(Recorders, WriteThePacketsOfALinkIntoAnotherFormat) {
  PacketReports packets;
  TracedLink link;
  link.name = "a.link0";
  link.packets = &packets;
  ListWriter writer;
  EventStream events;
  LinkRecorder::Variables variables;
  variables.packet = writer.declare("a.link0.packet", 64, 0);
  const LinkRecorder recorder(writer, link, variables, 0, events);
  PacketTag tag;
  tag.trace.id = 5;
  run_for(1000);
  packets.begins.write({1000, tag});
  packets.ends.write({3000, tag, 1000, 4, eop_token});  // known when it begins
  run_for(5000);
  const std::vector<ListWriter::Change> expected{
      {"a.link0.packet", 0, 0}, {"a.link0.packet", 5, 1000}, {"a.link0.packet", 0, 3000}};
  EXPECT_EQ(writer.changes, expected);
  EXPECT_EQ(recorder.first_packet(), 1000U);
}

}  // namespace
}  // namespace weft::test
