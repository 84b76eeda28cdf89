// What a link end at `signal` makes of a far end that misbehaves.
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/hw/wild_end.hpp"
#include "tests/support/run_for.hpp"
#include "tests/tlm/levels.hpp"

namespace weft::test {
namespace {

constexpr Time wild_clock = 1 * nanosecond;

/// A link end whose far end does as it should until it is told to do something else, once.
class MisbehavingPair : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(MisbehavingPair);

  MisbehavingPair(sc_core::sc_module_name name, const DsLinkParameters& parameters, LinkState when,
                  std::function<void(WildEnd&)> action)
      : sc_module(name),
        link_("link", parameters, parameters.input_buffer, queues_, 0, 1),
        far_(forth_, wild_clock, 1),
        when_(when),
        action_(std::move(action)) {
    queues_.attach(link_.core());
    link_.states(states_);
    link_.d_in(forth_.d);
    link_.s_in(forth_.s);
    link_.d_out(back_.d);
    link_.s_out(back_.s);
    far_.when_idle([this] { next(); });
    SC_METHOD(drive);
  }

  const LinkCore& core() const { return link_.core(); }
  LinkEndpoint& queues() { return queues_; }
  /// All that have stopped the end.
  std::vector<LinkError> errors() const {
    std::vector<LinkError> errors;
    for (const LinkStateEvent& event : states_.events) {
      if (event.error != LinkError::none && is_stop(event.state)) errors.push_back(event.error);
    }
    return errors;
  }

 private:
  static bool is_stop(LinkState state) {
    return state == LinkState::error_reset || state == LinkState::halted;
  }
  void drive() {
    far_.drive(sc_core::sc_time_stamp().value());
    next_trigger(sc_core::sc_time::from_value(wild_clock));
  }
  void next() {
    if (link_.core().state() == when_ && !done_ && ++waited_ == 10) {
      done_ = true;
      return action_(far_);
    }
    far_.put(link_.core().state() == LinkState::connecting ? fct_token : null_token);
    far_.put(null_token);
  }

  LinkEndpoint queues_;
  DsLink link_;
  WirePair forth_;
  WirePair back_;
  WildEnd far_;
  StateRecorder states_;
  LinkState when_;
  std::function<void(WildEnd&)> action_;
  unsigned waited_ = 0;
  bool done_ = false;
};

struct Misbehaviour {
  const char* name;
  LinkState when;
  void (*action)(WildEnd& end);
  LinkError error;
};
std::ostream& operator<<(std::ostream& stream, const Misbehaviour& one) {
  return stream << one.name;
}

template <Token token, unsigned times>
void send(WildEnd& end) {
  for (unsigned i = 0; i < times; ++i) end.put(token);
}
template <Token second>
void send_after_escape(WildEnd& end) {
  end.put_escape();
  end.put(second);
}

constexpr Token one_byte = data_token(0x5a);
constexpr Misbehaviour misbehaviours[] = {
    {"early_fct", LinkState::error_wait, send<fct_token, 1>, LinkError::protocol},
    {"early_data", LinkState::error_wait, send<one_byte, 1>, LinkError::protocol},
    {"early_time_code", LinkState::error_wait, send<time_code_token(1), 1>, LinkError::protocol},
    // 8 tokens of credit are there: with 7 FCTs more it is above 56
    {"storm_of_fcts", LinkState::run, send<fct_token, 7>, LinkError::credit},
    // of a buffer of 32
    {"data_without_credit", LinkState::run, send<one_byte, 33>, LinkError::credit},
    {"end_of_packet_without_credit", LinkState::run, send<eop_token, 33>, LinkError::credit},
    {"two_escapes", LinkState::run,
     [](WildEnd& end) {
       end.put_escape();
       end.put_escape();
     },
     LinkError::escape},
    {"escaped_eop", LinkState::run, send_after_escape<eop_token>, LinkError::escape},
    {"escaped_eom", LinkState::run, send_after_escape<eom_token>, LinkError::escape},
    {"parity", LinkState::run, [](WildEnd& end) { end.spoil_parity(); }, LinkError::parity},
    {"silence", LinkState::run, [](WildEnd& end) { end.pause(microsecond); },
     LinkError::disconnect},
    {"reset", LinkState::run,
     [](WildEnd& end) {
       end.reset();
       end.pause(20 * microsecond);
     },
     LinkError::disconnect},
};

class MisbehavingFarEnd : public testing::TestWithParam<Misbehaviour> {};

TEST_P(MisbehavingFarEnd, stops_a_spacewire_end_which_starts_again) {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  MisbehavingPair pair("pair", parameters, GetParam().when, GetParam().action);
  run_for(200 * microsecond);
  EXPECT_EQ(pair.errors(), std::vector{GetParam().error});
  EXPECT_EQ(pair.core().state(), LinkState::run);
}

INSTANTIATE_TEST_SUITE_P(Of, MisbehavingFarEnd, testing::ValuesIn(misbehaviours),
                         [](const auto& one) { return std::string(one.param.name); });

// ESC and data are nothing to a T9000.
TEST(MisbehavingFarEndOfAT9000, sends_a_time_code_which_halts_the_link_until_it_is_restarted) {
  DsLinkParameters parameters;
  parameters.auto_restart = 20 * microsecond;
  MisbehavingPair pair("pair", parameters, LinkState::run, send<time_code_token(1), 1>);
  run_for(100 * microsecond);
  EXPECT_EQ(pair.errors(), std::vector{LinkError::escape});
  EXPECT_EQ(pair.core().state(), LinkState::run);
}

// Two changes at once are no bit; the bits behind them are those of other tokens then.
TEST(MisbehavingFarEndWires, both_at_once_are_no_bit_and_harm_nobody) {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  MisbehavingPair pair("pair", parameters, LinkState::run, [](WildEnd& end) { end.put_both(); });
  run_for(100 * microsecond);
  EXPECT_EQ(pair.errors(), std::vector<LinkError>{});
  EXPECT_EQ(pair.core().state(), LinkState::run);
}

TEST(MisbehavingFarEndEdges, with_jitter_and_skew_of_less_than_a_bit_bring_what_was_sent) {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  MisbehavingPair pair("pair", parameters, LinkState::run, [](WildEnd& end) {
    end.set({10 * nanosecond, 5 * nanosecond, 4 * nanosecond});
    for (unsigned value = 0; value < 31; ++value) {
      end.put(data_token(static_cast<std::uint8_t>(value * 37)));
    }
    end.put(eop_token);
  });
  run_for(100 * microsecond);
  EXPECT_EQ(pair.errors(), std::vector<LinkError>{});
  ASSERT_EQ(pair.queues().size(), 32U);
  for (unsigned value = 0; value < 31; ++value) {
    EXPECT_EQ(pair.queues().read(100 * microsecond).token,
              data_token(static_cast<std::uint8_t>(value * 37)));
  }
  EXPECT_EQ(pair.queues().read(100 * microsecond).token, eop_token);
}

}  // namespace
}  // namespace weft::test
