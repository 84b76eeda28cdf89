// Files of pins: what fits a codec, and what is refused.
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/pins/codec_pins.hpp"

namespace weft::test {
namespace {

const std::string example = [] {
  std::ifstream file(WEFT_SOURCE_DIR "/docs/examples/my_codec/pins.yaml");
  return std::string(std::istreambuf_iterator<char>(file), {});
}();

// Of the example, with one thing in it changed.
std::string spoilt(const std::string& what, const std::string& instead) {
  std::string text = example;
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

std::string error_of_pins(const std::string& text) {
  try {
    read_codec_pins(text, "p.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string error_of_ports(const std::string& ports) {
  try {
    check_pins(read_codec_pins(example, "p.yaml"), read_module_ports(ports));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CodecPins, make_their_clocks_of_one_that_is_at_most_half_of_each) {
  EXPECT_EQ(read_codec_pins(example, "p.yaml").clock_step(), 1 * nanosecond);
  const auto step = [](const std::vector<Time>& periods) {
    CodecPins pins;
    for (const Time period : periods) {
      CodecPin pin;
      pin.meaning = PinMeaning::clock;
      pin.period = period;
      pins.pins.push_back(pin);
    }
    return pins.clock_step();
  };
  EXPECT_EQ(step({10'000}), 5'000U);
  EXPECT_EQ(step({10'000, 20'000}), 5'000U);
  EXPECT_EQ(step({15'000, 10'000}), 5'000U);
  EXPECT_EQ(step({9'009}), 3'003U);
  EXPECT_EQ(step({7'001}), 1U);
  EXPECT_EQ(step({2}), 1U);
}

TEST(CodecPins, name_each_pin_of_the_module_once) {
  const std::string wrapper = wrapper_of(read_codec_pins(example, "p.yaml"));
  EXPECT_NE(wrapper.find("module codec_pins ("), std::string::npos);
  for (const char* connection :
       {".rst_n(~pin_rst_n)", ".tx_full(pin_tx_full)", ".rx_data(pin_rx_data)",
        ".link_start(powered)", ".tx_data(tx_held)"}) {
    EXPECT_NE(wrapper.find(connection), std::string::npos) << connection;
  }
  EXPECT_EQ(wrapper.find("auto_start"), std::string::npos) << "the codec has none";
  EXPECT_EQ(wrapper.find("tick_in"), std::string::npos);
}

TEST(CodecPins, refuse_what_makes_no_link_end) {
  EXPECT_EQ(error_of_pins(example), "");
  EXPECT_EQ(error_of_pins(spoilt("period: 3 ns", "period: 0 ns")),
            "p.yaml:5:72: a clock of 0 ns; expected 2 ps to 1 ms");
  EXPECT_EQ(error_of_pins(spoilt("length: 100 ns", "length: 0 ns")),
            "p.yaml:9:84: a reset of 0 ns; expected 1 ps to 1 ms");
  EXPECT_EQ(error_of_pins(spoilt("meaning: clock, period: 3 ns", "meaning: clock")),
            "p.yaml:5:5: a pin without 'period'; expected its period, such as 10 ns");
  EXPECT_EQ(error_of_pins(spoilt("width: 9, meaning: tx_data", "width: 7, meaning: tx_data")),
            "p.yaml:16:46: 7 bits of 'tx_data' as tx_data; expected 8 or 9");
  EXPECT_EQ(
      error_of_pins(spoilt("{name: d_in, direction: input", "{name: d_in, direction: output")),
      "p.yaml:11:29: output 'd_in' as d_in; expected an input");
  EXPECT_EQ(error_of_pins(spoilt("meaning: rx_read, clock: host_clk", "meaning: rx_read")),
            "p.yaml:18:12: 'rx_read' without a clock; expected `clock:` and the pin of the clock "
            "with which it goes");
  EXPECT_EQ(error_of_pins(
                spoilt("meaning: rx_read, clock: host_clk", "meaning: rx_read, clock: sys_clk")),
            "p.yaml:18:12: 'rx_read' with another clock than 'rx_data'; expected one clock for all "
            "pins of a FIFO's side");
  EXPECT_NE(
      error_of_pins(
          spoilt("meaning: rx_read, clock: host_clk", "meaning: rx_read, clock: host_clock"))
          .find("p.yaml:18:74: unknown clock: 'host_clock'; expected rx_clk, sys_clk, tx_clk or "
                "host_clk; did you mean 'host_clk'?"),
      std::string::npos);
  const std::string unknown = error_of_pins(spoilt("meaning: running", "meaning: runing"));
  EXPECT_TRUE(unknown.starts_with("p.yaml:21:59: unknown meaning: 'runing'; expected clock, "));
  EXPECT_TRUE(unknown.ends_with("; did you mean 'running'?")) << unknown;
  EXPECT_EQ(error_of_pins(spoilt("meaning: running", "meaning: unused")),
            "p.yaml:5:3: no pin is running; expected one with `meaning: running`");
  EXPECT_EQ(
      error_of_pins(spoilt("meaning: connecting", "meaning: running")),
      "p.yaml:22:62: a second running: 'connecting'; expected one, 'running' at p.yaml:21:12");
  EXPECT_EQ(error_of_pins(spoilt("{name: s_in,", "{name: d_in,")),
            "p.yaml:12:12: the pin 'd_in' again; expected each once, it is at p.yaml:11:12");
  EXPECT_NE(error_of_pins(spoilt("meaning: running", "meaning: running, period: 1 ns"))
                .find("`period` of a pin that has none; expected it of a clock"),
            std::string::npos);
  EXPECT_EQ(error_of_pins(spoilt("width: 9, meaning: tx_data", "width: 8, meaning: tx_data")),
            "p.yaml:16:46: 8 bits of 'tx_data', and no pin is tx_flag; expected 9, or a pin with "
            "`meaning: tx_flag`");
}

TEST(CodecPins, refuse_a_module_of_another_name) {
  const CodecPins pins = read_codec_pins(example, "p.yaml");
  EXPECT_NO_THROW(check_module(pins, "codec"));
  try {
    check_module(pins, "decoder");
    FAIL() << "was taken";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "p.yaml:2:9: pins of a module 'codec'; expected 'decoder', the top of the RTL");
  }
}

TEST(CodecPins, refuse_a_module_that_they_do_not_fit) {
  std::string ports;
  for (const CodecPin& pin : read_codec_pins(example, "p.yaml").pins) {
    ports += (pin.direction == PinDirection::input ? "input " : "output ") + pin.name + " " +
             std::to_string(pin.width) + "\n";
  }
  EXPECT_EQ(error_of_ports(ports), "");
  EXPECT_EQ(error_of_ports(ports + "output spare 3\n"), "");
  EXPECT_EQ(error_of_ports(ports + "input spare 3\n"),
            "p.yaml:5:3: nothing of 'spare', an input of codec; expected each input, if only as a "
            "constant");
  const auto with = [&ports](const std::string& what, const std::string& instead) {
    std::string changed = ports;
    return changed.replace(changed.find(what), what.size(), instead);
  };
  EXPECT_EQ(error_of_ports(with("output rx_data 9", "output rx_data 8")),
            "p.yaml:19:47: a width of 9 for 'rx_data'; expected 8, as codec has it");
  EXPECT_EQ(error_of_ports(with("output running 1", "input running 1")),
            "p.yaml:21:32: 'running' as an output; expected an input, as codec has it");
  const std::string unknown = error_of_ports(with("input rx_read 1", "input rx_reed 1"));
  EXPECT_TRUE(unknown.starts_with("p.yaml:18:12: unknown pin of codec: 'rx_read'; expected "));
  EXPECT_TRUE(unknown.ends_with("; did you mean 'rx_reed'?")) << unknown;
}

}  // namespace
}  // namespace weft::test
