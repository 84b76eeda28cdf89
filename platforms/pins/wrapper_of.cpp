#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "platforms/pins/codec_pins.hpp"
#include "platforms/pins/dslink_ports.hpp"

namespace weft {
namespace {

// Pins that a wrapper has only if its codec can be held in Ready, or has time-codes.
constexpr std::array pins_to_hold{"auto_start", "link_disable"};
constexpr std::array pins_of_time{"tick_in", "time_in", "time_valid", "time_out", "tick_out"};

// The pins of rtl/dslink/dslink.v as the ports of a module.
std::string pins_of_dslink(bool held, bool timed) {
  const auto is_among = [](const auto& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::string text;
  std::istringstream lines{std::string(dslink_ports)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string direction;
    std::string name;
    unsigned width = 0;
    words >> direction >> name >> width;
    if (is_among(pins_to_hold, name) && !held) continue;
    if (is_among(pins_of_time, name) && !timed) continue;
    if (direction.ends_with('?')) direction.pop_back();
    const std::string bits = width == 1 ? "" : fmt::format("[{}:0] ", width - 1);
    text += fmt::format("{}    {} {}{}", text.empty() ? "" : ",\n", direction, bits, name);
  }
  return text;
}

// Nothing of a codec begins at an edge of `clk`: observers find tokens on the wires. What goes with
// a clock of the codec's is handed over by two bits that differ as long as there is something.
constexpr const char* status = R"(
  assign credit = 13'd0;
  assign transmitting = 1'b0;
  assign bit_begun = 1'b0;
  assign token_begun = 1'b0;
  assign token_kind = 3'd0;
  assign token_value = 8'd0;
  assign token_fast = 1'b0;

  localparam [2:0] RUN = 3'd5;
  reg        powered, down_r, changed;
  reg  [2:0] state_r, error_r;
  wire [2:0] now_state = running ? RUN : connecting ? 3'd4 : begun ? 3'd3 : powered ? 3'd2 : 3'd0;
  assign started = powered;
  assign state = state_r;
  assign state_changed = changed;
  assign error = error_r;
  assign down = down_r;
  always @(posedge clk) begin
    if (reset) begin
      powered <= 1'b0;
      state_r <= 3'd0;
      error_r <= 3'd0;
      down_r <= 1'b0;
      changed <= 1'b0;
    end else begin
      if (start) powered <= 1'b1;
      state_r <= now_state;
      changed <= state_r != now_state;
      if (running) down_r <= 1'b0;
      else if (state_r == RUN) down_r <= 1'b1;
      if (disconnect_error) error_r <= 3'd1;
      else if (parity_error) error_r <= 3'd2;
      else if (escape_error) error_r <= 3'd3;
      else if (credit_error) error_r <= 3'd4;
    end
  end
)";

// {0}: the clock of these pins.
constexpr const char* to_codec = R"(
  // --- tokens to the codec
  reg        tx_asked, tx_given;
  reg  [8:0] tx_held;
  assign tx_take = tx_valid & (tx_asked == tx_given) & ~resting;
  wire tx_offered = tx_asked != tx_given;
  always @(posedge clk) begin
    if (reset) tx_asked <= 1'b0;
    else if (tx_take) begin
      tx_asked <= ~tx_asked;
      tx_held <= tx_token;
    end
  end
  always @(posedge {0} or posedge reset) begin
    if (reset) tx_given <= 1'b0;
    else if (tx_offered & tx_ready) tx_given <= tx_asked;
  end
)";

// {0}: the clock of these pins; {1}: when the data are there.
constexpr const char* from_codec = R"(
  // --- tokens from the codec, of which no more are kept than the input buffer holds
  reg         rx_brought, rx_taken, rx_reading;
  reg   [8:0] rx_held;
  reg  [12:0] rx_room;
  assign rx_valid = (rx_brought != rx_taken) & (rx_room != 13'd0);
  assign rx_token = rx_held;
  wire rx_read = (rx_brought == rx_taken) & rx_there & ~rx_reading & ~resting;
  always @(posedge {0} or posedge reset) begin
    if (reset) begin
      rx_brought <= 1'b0;
      rx_reading <= 1'b0;
    end else begin
      rx_reading <= rx_read & {1};
      if ({1} ? rx_reading : rx_read) begin
        rx_held <= rx_data;
        rx_brought <= ~rx_brought;
      end
    end
  end
  always @(posedge clk) begin
    if (reset) begin
      rx_taken <= 1'b0;
      rx_room <= buffer_tokens;
    end else begin
      if (rx_valid) rx_taken <= rx_brought;
      rx_room <= rx_room + {{11'd0, freed}} - {{12'd0, rx_valid}};
    end
  end
)";

// {0}: the clock of tick_in, {1}: that of tick_out.
constexpr const char* time_codes = R"(
  // --- time-codes
  reg        tick_asked, tick_given, tick_seen, tick_told;
  reg  [7:0] time_held, time_seen;
  reg  [5:0] last_time;
  wire tick_offered = tick_asked != tick_given;
  assign time_valid = tick_seen != tick_told;
  assign time_out = time_seen;
  assign tick_out = time_valid & (time_seen[5:0] == last_time + 6'd1);
  always @(posedge clk) begin
    if (reset) begin
      tick_asked <= 1'b0;
      tick_told <= 1'b0;
      last_time <= 6'd0;
    end else begin
      if (tick_in & running) begin
        tick_asked <= ~tick_given;
        time_held <= time_in;
      end
      tick_told <= tick_seen;
      if (~running) last_time <= 6'd0;
      else if (time_valid) last_time <= time_seen[5:0];
    end
  end
  always @(posedge {0} or posedge reset) begin
    if (reset) tick_given <= 1'b0;
    else tick_given <= tick_asked;
  end
  always @(posedge {1} or posedge reset) begin
    if (reset) tick_seen <= 1'b0;
    else if (tick_came) begin
      tick_seen <= ~tick_seen;
      time_seen <= time_came;
    end
  end
)";

// {0}: the pin; {1}: high, {2}: low, ps.
constexpr const char* one_clock = R"(  reg        {0};
  reg [63:0] {0}_next;  // when it changes, ps
  always @(posedge clk) begin
    if (reset) begin
      {0} <= 1'b0;
      {0}_next <= 64'd0;
    end else if ($time >= {0}_next) begin
      {0} <= ~{0};
      {0}_next <= {0}_next + ({0} ? 64'd{2} : 64'd{1});
    end
  end
)";

// {0}: the pin; {1}: the edge at which it may end; {2}: how long it lasts, ps.
constexpr const char* one_reset = R"(  reg        {0};
  always @({1} or posedge reset) begin
    if (reset) {0} <= 1'b1;
    else if ($time >= 64'd{2}) {0} <= 1'b0;
  end
)";

class Wrapper {
 public:
  explicit Wrapper(const CodecPins& pins) : pins_(&pins) {}

  std::string text() const {
    const bool held = pins_->has(PinMeaning::auto_start) && pins_->has(PinMeaning::link_disable);
    std::string text = fmt::format(
        "// {0} behind the pins of rtl/dslink/dslink.v. Made by `weft pins`: change the file of "
        "pins.\n{1}module {0}_pins (\n{2});\n",
        pins_->module, warnings("off"), pins_of_dslink(held, has_time()));
    text += fmt::format("  assign clock_step = 32'd{};  // ps\n  assign own_credit = 13'd{};\n\n",
                        pins_->clock_step(), pins_->max_credit.value_or(0));
    text += clocks() + resets() + wires();
    text += status;
    text += fmt::format(to_codec, clock_of(PinMeaning::tx_data));
    text += fmt::format(from_codec, clock_of(PinMeaning::rx_data),
                        pins_->find(PinMeaning::rx_data)->latency == 0 ? "1'b0" : "1'b1");
    if (has_time()) {
      text +=
          fmt::format(time_codes, clock_of(PinMeaning::tick_in), clock_of(PinMeaning::tick_out));
    }
    return text + instance(held) + "endmodule\n" + warnings("on");
  }

 private:
  // Straps that a codec does not have, outputs that are of no use, and a reset that is both kinds.
  static std::string warnings(const char* state) {
    std::string text;
    for (const char* name : {"UNUSEDSIGNAL", "PINMISSING", "PINCONNECTEMPTY", "SYNCASYNCNET"}) {
      text += fmt::format("/* verilator lint_{} {} */\n", state, name);
    }
    return text;
  }
  // No other name of the wrapper's begins so.
  static std::string signal_of(const CodecPin& pin) { return "pin_" + pin.name; }
  std::string clock_of(PinMeaning meaning) const {
    return signal_of(pins_->pins[*pins_->find(meaning)->clock]);
  }
  bool has_time() const { return pins_->has(PinMeaning::tick_in); }

  std::string clocks() const {
    const Time step = pins_->clock_step();
    std::string text;
    for (const CodecPin& pin : pins_->pins) {
      if (pin.meaning != PinMeaning::clock) continue;
      const Time high = pin.period / step / 2 * step;
      text += fmt::format(one_clock, signal_of(pin), high, pin.period - high);
    }
    return text;
  }

  std::string resets() const {
    std::string text;
    std::string all;
    for (const CodecPin& pin : pins_->pins) {
      if (pin.meaning != PinMeaning::reset) continue;
      const std::string edge = pin.clock ? signal_of(pins_->pins[*pin.clock]) : "clk";
      text += fmt::format(one_reset, signal_of(pin), "posedge " + edge, pin.length);
      all += (all.empty() ? "" : " | ") + signal_of(pin);
    }
    return text + fmt::format("  wire resting = {};\n\n", all.empty() ? "1'b0" : all);
  }

  /// An output of the codec as `name`: high for yes.
  std::string yes(const char* name, PinMeaning meaning) const {
    const CodecPin* const pin = pins_->find(meaning);
    if (pin == nullptr) return fmt::format("  wire {} = 1'b0;\n", name);
    return fmt::format("  wire {0};\n  wire {1} = {2}{0};\n", signal_of(*pin), name,
                       pin->active_low ? "~" : "");
  }

  std::string wires() const {
    std::string text =
        yes("running", PinMeaning::running) + yes("connecting", PinMeaning::connecting) +
        yes("begun", PinMeaning::started) + yes("disconnect_error", PinMeaning::disconnect_error) +
        yes("parity_error", PinMeaning::parity_error) +
        yes("escape_error", PinMeaning::escape_error) +
        yes("credit_error", PinMeaning::credit_error) + yes("tx_ready", PinMeaning::tx_ready) +
        yes("rx_there", PinMeaning::rx_valid);
    text += data_of_fifo();
    if (has_time()) {
      const CodecPin& time = *pins_->find(PinMeaning::time_out);
      text += yes("tick_came", PinMeaning::tick_out);
      text += fmt::format("  wire [{0}:0] {1};\n  wire [7:0] time_came = {2};\n", time.width - 1,
                          signal_of(time),
                          time.width == 8 ? signal_of(time) : "{2'd0, " + signal_of(time) + "}");
    }
    return text;
  }

  std::string data_of_fifo() const {
    const CodecPin& data = *pins_->find(PinMeaning::rx_data);
    std::string text = fmt::format("  wire [{}:0] {};\n", data.width - 1, signal_of(data));
    const CodecPin* const flag = pins_->find(PinMeaning::rx_flag);
    if (flag == nullptr) return text + fmt::format("  wire [8:0] rx_data = {};\n", signal_of(data));
    text += yes("rx_ends", PinMeaning::rx_flag);
    return text + fmt::format("  wire [8:0] rx_data = {{rx_ends, {}}};\n", signal_of(data));
  }

  /// What drives a pin or is driven by it.
  std::string connection(const CodecPin& pin, bool held) const {
    switch (pin.meaning) {
      case PinMeaning::d_in: return "d_in";
      case PinMeaning::s_in: return "s_in";
      case PinMeaning::d_out: return "d_out";
      case PinMeaning::s_out: return "s_out";
      case PinMeaning::clock: return signal_of(pin);
      case PinMeaning::tx_data: return pin.width == 9 ? "tx_held" : "tx_held[7:0]";
      case PinMeaning::tx_flag: return "tx_held[8]";
      case PinMeaning::tx_write: return "tx_offered";
      case PinMeaning::rx_read: return "rx_read";
      case PinMeaning::reset: return signal_of(pin);
      case PinMeaning::link_start: return held ? "(powered & ~auto_start)" : "powered";
      case PinMeaning::auto_start: return held ? "auto_start" : "1'b0";
      case PinMeaning::link_disable: return held ? "link_disable" : "1'b0";
      case PinMeaning::tick_in: return "tick_offered";
      case PinMeaning::time_in: return fmt::format("time_held[{}:0]", pin.width - 1);
      case PinMeaning::constant: return fmt::format("{}'d{}", pin.width, pin.value);
      case PinMeaning::unused: return "";
      default: return signal_of(pin);
    }
  }

  std::string instance(bool held) const {
    std::string text;
    for (const CodecPin& pin : pins_->pins) {
      const bool inverted = pin.active_low && pin.direction == PinDirection::input;
      text += fmt::format("{}      .{}({}{})", text.empty() ? "" : ",\n", pin.name,
                          inverted ? "~" : "", connection(pin, held));
    }
    return fmt::format("\n  {} codec (\n{});\n", pins_->module, text);
  }

  const CodecPins* pins_;
};

}  // namespace

Time CodecPins::clock_step() const {
  Time step = 0;
  for (const CodecPin& pin : pins) step = std::gcd(step, pin.period);
  const bool has_halves = std::none_of(pins.begin(), pins.end(),
                                       [step](const CodecPin& pin) { return pin.period == step; });
  if (has_halves) return step;
  for (Time parts = 2; parts * parts <= step; ++parts) {
    if (step % parts == 0) return step / parts;
  }
  return 1;
}

std::string wrapper_of(const CodecPins& pins) { return Wrapper(pins).text(); }

}  // namespace weft
