// A DS-Link in Verilog and one at `signal`, wired to each other in the SpaceWire form: the states
// of the standard, and the error trace between two real codecs (facts.md, DS-Link).
#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"
#include "rtl/dslink/dslink_model.hpp"
#include "tests/hw/spacewire_trace.hpp"

namespace weft::test {
namespace {

using sc_core::sc_signal;

constexpr Time clock_period = 10 * nanosecond;

DsLinkParameters spacewire() {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  parameters.startup_bit_time = 10 * nanosecond;  // as the recorded codecs
  return parameters;
}

struct Entered {
  Time time;
  LinkState state;
  LinkError error;
};

/// What one of the two ends did.
struct History : tlm::tlm_analysis_if<LinkStateEvent> {
  std::vector<Entered> states;
  std::vector<Token> words;

  // A state that is passed at once (Ready; Started, if a NUL has come) is none of the RTL's.
  void write(const LinkStateEvent& event) override {
    if (!states.empty() && states.back().time == event.time) states.pop_back();
    states.push_back({event.time, event.state, event.error});
  }
  /// The nth entry into a state.
  Entered entered(LinkState state, unsigned nth) const {
    for (const Entered& each : states) {
      if (each.state == state && nth-- == 0) return each;
    }
    return {never, state, LinkError::none};
  }
  std::vector<LinkState> sequence() const {
    std::vector<LinkState> sequence;
    for (const Entered& each : states) sequence.push_back(each.state);
    return sequence;
  }
};

struct Wires {
  sc_signal<bool> d, s;
};

/// The end at `signal`.
struct SignalEnd {
  SignalEnd(Wires& in, Wires& out) : link("signal", spacewire(), 64, queues, 0, 1) {
    queues.attach(link.core());
    queues.on_arrival([this](Time now) { history.words.push_back(queues.read(now).token); });
    link.states(history);
    link.d_in(in.d);
    link.s_in(in.s);
    link.d_out(out.d);
    link.s_out(out.s);
  }
  void write(Token token, Time now) { queues.write(token, now); }

  History history;
  LinkEndpoint queues;
  DsLink link;
};

/// The end in Verilog. What arrives is read at once.
class RtlEnd : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(RtlEnd);

  RtlEnd(Wires& in, Wires& out)
      : sc_module(sc_core::sc_module_name("rtl")),
        in_(&in),
        out_(&out),
        model_(rtl::make_dslink_model()) {
    model_->set_straps(rtl::straps_of(spacewire(), clock_period), 64);
    model_->reset();
    history.states.push_back({0, LinkState::error_reset, LinkError::none});
    SC_METHOD(edge);
  }
  void write(Token token, Time now) { outgoing_.push_back({now, token}); }

  History history;

 private:
  void edge() {
    const Time now = sc_core::sc_time_stamp().value();
    rtl::DsLinkModel::Inputs in;
    in.d_in = in_->d.read();
    in.s_in = in_->s.read();
    in.start = now == 0;
    in.freed = std::exchange(arrived_, 0);
    if (model_->settle(in, !outgoing_.empty() && outgoing_.front().time < now)) {
      history.words.push_back(model_->received());
      arrived_ = 1;
    }
    if (model_->takes_token()) {
      model_->offer(outgoing_.front().token);
      outgoing_.pop_front();
    }
    rtl::DsLinkModel::Outputs out;
    model_->clock(out);
    out_->d.write(out.d_out);
    out_->s.write(out.s_out);
    if (model_->state() != history.states.back().state) {
      history.states.push_back({now, model_->state(), model_->error()});
    }
    next_trigger(sc_core::sc_time::from_value(clock_period));
  }

  Wires* in_;
  Wires* out_;
  std::unique_ptr<rtl::DsLinkModel> model_;
  std::deque<RecordedWord> outgoing_;
  unsigned arrived_ = 0;
};

/// Passes wires on; for a microsecond both are inverted, as in the reference trace.
class Inverter : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Inverter);

  Inverter(Wires& from, Wires& to, Time inverted)
      : sc_module(sc_core::sc_module_name("inverter")), from_(&from), to_(&to), begin_(inverted) {
    SC_METHOD(pass);
    sensitive << from.d << from.s << turn_;
    turn_.notify(sc_core::sc_time::from_value(begin_));
  }

 private:
  void pass() {
    const Time now = sc_core::sc_time_stamp().value();
    const bool inverts = begin_ <= now && now < begin_ + microsecond;
    to_->d.write(from_->d.read() != inverts);
    to_->s.write(from_->s.read() != inverts);
    if (now == begin_) turn_.notify(sc_core::sc_time::from_value(microsecond));
  }

  Wires* from_;
  Wires* to_;
  Time begin_;
  sc_core::sc_event turn_{"turn"};
};

void expect_near(Time time, Time recorded, const char* what) {
  EXPECT_LE(time, recorded + 100 * nanosecond) << what;
  EXPECT_GE(time + 100 * nanosecond, recorded) << what;
}

const std::vector<LinkState> start_up{LinkState::error_reset, LinkState::error_wait,
                                      LinkState::started, LinkState::connecting, LinkState::run};

void expect_start_up(const History& history) {
  EXPECT_EQ(history.entered(LinkState::error_wait, 0).time, 6'400 * nanosecond);
  EXPECT_EQ(history.entered(LinkState::started, 0).time, 19'200 * nanosecond);
  EXPECT_LE(history.entered(LinkState::run, 0).time, 19'730 * nanosecond);
}

/// Writes into an end what was written at its place when the traces were recorded.
template <class End>
class Writer : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Writer);

  Writer(sc_core::sc_module_name name, End& end, const std::string& run, const std::string& place)
      : sc_module(name), end_(&end), words_(recorded_words(run, place, "write")) {
    SC_METHOD(write);
  }
  std::vector<Token> tokens() const {
    std::vector<Token> tokens;
    for (const RecordedWord& word : words_) tokens.push_back(word.token);
    return tokens;
  }

 private:
  void write() {
    const Time now = sc_core::sc_time_stamp().value();
    for (; next_ < words_.size() && words_[next_].time <= now; ++next_) {
      end_->write(words_[next_].token, now);
    }
    if (next_ == words_.size()) return;
    next_trigger(sc_core::sc_time::from_value(words_[next_].time - now));
  }

  End* end_;
  std::vector<RecordedWord> words_;
  std::size_t next_ = 0;
};

template <class A, class B>
void expect_words_and_states() {
  if (rtl::make_dslink_model() == nullptr) GTEST_SKIP() << "built without RTL";
  Wires a_to_b, b_to_a;
  A a(b_to_a, a_to_b);
  B b(a_to_b, b_to_a);
  const Writer<A> from_a("from_a", a, "clean", "A");
  const Writer<B> from_b("from_b", b, "clean", "B");
  sc_core::sc_start(80, sc_core::SC_US);
  for (const History* history : {&a.history, &b.history}) {
    EXPECT_EQ(history->sequence(), start_up);
    expect_start_up(*history);
  }
  EXPECT_EQ(b.history.words, from_a.tokens());
  EXPECT_EQ(a.history.words, from_b.tokens());
}

// From `a` to `b` both wires are inverted for 1 us from 40 us on.
template <class A, class B>
void expect_the_error_trace() {
  if (rtl::make_dslink_model() == nullptr) GTEST_SKIP() << "built without RTL";
  Wires a_out, a_to_b, b_to_a;
  A a(b_to_a, a_out);
  B b(a_to_b, b_to_a);
  const Inverter inverter(a_out, a_to_b, 40 * microsecond);
  const Writer<A> from_a("from_a", a, "error", "A");
  const Writer<B> from_b("from_b", b, "error", "B");
  sc_core::sc_start(62, sc_core::SC_US);
  std::vector<LinkState> of_b = start_up;
  of_b.insert(of_b.end(), start_up.begin(), start_up.end());
  EXPECT_EQ(b.history.sequence(), of_b);
  // b was silent for long enough when a waited still, so that a has heard its NULs when it starts
  std::vector<LinkState> of_a = of_b;
  of_a.erase(of_a.end() - 3);
  EXPECT_EQ(a.history.sequence(), of_a);
  const Entered parity = b.history.entered(LinkState::error_reset, 1);
  EXPECT_EQ(parity.error, LinkError::parity);
  expect_near(parity.time, 40'045 * nanosecond, "parity error");
  const Entered disconnect = a.history.entered(LinkState::error_reset, 1);
  EXPECT_EQ(disconnect.error, LinkError::disconnect);
  expect_near(disconnect.time, 40'925 * nanosecond, "disconnect");
  const Time a_runs = a.history.entered(LinkState::run, 1).time;
  const Time b_runs = b.history.entered(LinkState::run, 1).time;
  EXPECT_LE(std::max(a_runs, b_runs), 60'560 * nanosecond);
}

TEST(SpacewireLink, words_and_states_from_the_model_to_the_rtl) {
  expect_words_and_states<SignalEnd, RtlEnd>();
}

TEST(SpacewireLink, words_and_states_from_the_rtl_to_the_model) {
  expect_words_and_states<RtlEnd, SignalEnd>();
}

TEST(SpacewireLink, the_rtl_finds_the_inverted_wires_of_the_model_as_in_the_reference_trace) {
  expect_the_error_trace<SignalEnd, RtlEnd>();
}

TEST(SpacewireLink, the_model_finds_the_inverted_wires_of_the_rtl_as_in_the_reference_trace) {
  expect_the_error_trace<RtlEnd, SignalEnd>();
}

}  // namespace
}  // namespace weft::test
