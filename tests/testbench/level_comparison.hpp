// One platform at several levels in one kernel: what its links transmit, to the picosecond.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/random.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/workloads/workload.hpp"
#include "tests/support/tag_fields.hpp"

namespace weft::test {

/// Draws the settings of a platform.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : stream_(seed, "platform") {}

  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + stream_.below(high - low + 1);
  }
  bool chance(unsigned percent) { return stream_.below(100) < percent; }
  const char* one_of(const std::vector<const char*>& names) {
    return names[stream_.below(names.size())];
  }

 private:
  RandomStream stream_;
};

/// The tokens of all links of a system, to be compared.
class SystemRecorder {
 public:
  explicit SystemRecorder(System& system) {
    for (const auto& probe : system.link_probes()) {
      links_.push_back(std::make_unique<Link>());
      links_.back()->name = probe.name();
      probe.tokens->bind(*links_.back());
    }
  }

  std::uint64_t tokens() const {
    std::uint64_t sum = 0;
    for (const auto& link : links_) sum += link->total;
    return sum;
  }

  /// Compares what both have seen since the last call, and forgets it.
  static void compare(SystemRecorder& a, SystemRecorder& b) {
    for (std::size_t i = 0; i < a.links_.size(); ++i) {
      const auto& left = a.links_[i]->events;
      const auto& right = b.links_[i]->events;
      for (std::size_t k = 0; k < std::min(left.size(), right.size()); ++k) {
        ASSERT_TRUE(left[k].token == right[k].token && left[k].begin == right[k].begin &&
                    left[k].end == right[k].end && left[k].tag == right[k].tag)
            << a.links_[i]->name << ": " << name_of(left[k].token.kind) << " " << left[k].begin
            << ".." << left[k].end << " ps," << text(left[k].tag) << ", but "
            << name_of(right[k].token.kind) << " " << right[k].begin << ".." << right[k].end
            << " ps," << text(right[k].tag);
      }
      ASSERT_EQ(left.size(), right.size()) << a.links_[i]->name;
    }
  }
  void forget() {
    for (const auto& link : links_) link->events.clear();
  }

 private:
  struct Link : tlm::tlm_analysis_if<TokenEvent> {
    void write(const TokenEvent& event) override {
      if (event.token.kind != TokenKind::null) ++total;
      events.push_back(event);
    }
    std::string name;
    std::uint64_t total = 0;
    std::vector<TokenEvent> events;
  };

  std::vector<std::unique_ptr<Link>> links_;
};

/// A platform with its workload and the levels of an override, ready to run.
struct Candidate {
  Candidate(const char* name, const std::string& text, const std::string& levels)
      : netlist(parse_netlist(text, "random platform")) {
    apply_override(netlist, levels);
    platform = resolve(netlist);
    system = std::make_unique<System>(name, platform);
    workload = make_workload(*system);
    recorder = std::make_unique<SystemRecorder>(*system);
  }

  Netlist netlist;
  Platform platform;
  std::unique_ptr<System> system;
  std::unique_ptr<Workload> workload;
  std::unique_ptr<SystemRecorder> recorder;
};

/// Runs a platform with other levels beside the same at `token` until so many tokens have passed.
inline void expect_same_tokens(const std::string& text, const std::string& levels,
                               std::uint64_t tokens) {
  SCOPED_TRACE(text);
  Candidate other("other", text, levels);
  Candidate token("token", text, "level=token");
  const Time step = 20 * microsecond;
  const Time limit = 50 * millisecond;
  for (Time now = 0; token.recorder->tokens() < tokens && now < limit; now += step) {
    sc_core::sc_start(sc_core::sc_time::from_value(step));
    ASSERT_NO_FATAL_FAILURE(SystemRecorder::compare(*other.recorder, *token.recorder));
    other.recorder->forget();
    token.recorder->forget();
  }
  EXPECT_GE(token.recorder->tokens(), tokens);
}

}  // namespace weft::test
