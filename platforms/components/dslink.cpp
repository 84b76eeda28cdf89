#include "hw/dslink/parameters.hpp"

#include "hw/dslink/parameter_check.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

// Both ends of a link have the same parameters, but for those of one end or direction only.
void check_dslink(const ParameterValues& values) {
  const auto [from, to] = dslink_ends(values);
  check_at_place(values, [&from = from, &to = to] {
    check_parameters(from);
    check_parameters(to);
    check_ends(from, to);
  });
}

// Read by dslink_ends; no field of DsLinkParameters, which are those of one end.
ParameterInfo of_the_way_back(const char* name, const char* otherwise, const char* help) {
  ParameterInfo info;
  info.name = name;
  info.kind = ParameterKind::time;
  info.default_value = std::uint64_t{0};
  info.default_note = otherwise;
  info.help = help;
  return info;
}

}  // namespace

ComponentType dslink_type() {
  ComponentType type = make_type(
      TypeRole::link, "dslink",
      "A bidirectional DS-Link (IEEE 1355): data and strobe wires each way, with credit.");
  type.observables = link_observables("");
  type.check = check_dslink;

  using P = DsLinkParameters;
  ParameterTable<P> table;
  table.bit_rate("bit_rate", &P::bit_time)
      .between(100, microsecond)
      .help("Bit rate in the Run state.")
      .source("facts.md DS-Link [D]");
  table.bit_rate("startup_bit_rate", &P::startup_bit_time)
      .between(100, microsecond)
      .help("Bit rate before the Run state.")
      .source("facts.md DS-Link [D]");
  table
      .choice("form", &P::form,
              {{"ieee1355", LinkForm::ieee1355}, {"spacewire", LinkForm::spacewire}})
      .help("Start-up and error behaviour: T9000 or ECSS-E-ST-50-12C.")
      .source("facts.md DS-Link [M, D]");
  table.tokens("max_credit", &P::max_credit)
      .between(8, 4096)
      .help("Most tokens that may be outstanding; a SpaceWire link allows 56.")
      .source("facts.md DS-Link [D]");
  table.tokens("input_buffer", &P::input_buffer)
      .between(8, 4096)
      .help("Input buffer where the link ends at a T9000 or a link_end; a C104 has its own.")
      .source("facts.md C104 [NF]");
  table.boolean("await_null", &P::await_null)
      .help("ieee1355: FCTs are sent only after a NUL was received.")
      .source("facts.md DS-Link [M]");
  table.time("disconnect_timeout", &P::disconnect_timeout)
      .between(1 * nanosecond, second)
      .help("Time without an edge after which the link is disconnected.")
      .source("facts.md DS-Link [D]");
  table.time("error_reset", &P::error_reset)
      .between(0, second)
      .help("Silence after a reset or a restart.")
      .source("facts.md DS-Link [D]");
  table.time("error_wait", &P::error_wait)
      .between(0, second)
      .help("spacewire: receiver on, transmitter still silent.")
      .source("facts.md DS-Link [D]");
  table.time("connect_timeout", &P::connect_timeout)
      .between(1 * nanosecond, second)
      .help("spacewire: limit on the states Started and Connecting.")
      .source("facts.md DS-Link [D]");
  table.boolean("auto_start", &P::auto_start)
      .help(
          "spacewire: the end at `to` leaves Ready only once it has received a NUL (AutoStart); "
          "the "
          "one at `from` starts (LinkStart).")
      .source("ECSS-E-ST-50-12C, 8.5 [M]");
  table.time("disable_at", &P::disable_at)
      .help("spacewire: the end at `from` is disabled (LinkDisable) from this time on.")
      .source("ECSS-E-ST-50-12C, 8.5 [M]");
  table.time("enable_at", &P::enable_at)
      .help("spacewire: until this time; 0 ns: it never is disabled.")
      .source("ECSS-E-ST-50-12C, 8.5 [M]");
  table.time("time_code_interval", &P::time_code_interval)
      .help(
          "spacewire: the end at `from` is master of time and has a time-code to send at each "
          "multiple of this, in Run; 0 ns for none.")
      .source("ECSS-E-ST-50-12C, 8.12 [M]");
  table.time("auto_restart", &P::auto_restart)
      .between(0, second)
      .help("ieee1355: the link restarts this long after a halt; 0 ns waits for a command.")
      .source("facts.md DS-Link [M]");
  table.time("error_at", &P::error_at)
      .help("One transmitted bit is inverted at this time; 0 ns for none.");
  table.time("error_interval", &P::error_interval)
      .help("Mean time between further inverted bits, exponential; 0 ns for none.");
  table.time("delay", &P::delay)
      .help("Of the cable, from the end at `from` to the one at `to`.")
      .source("our choice: 0 ns; a cable takes some 5 ns/m [M]");
  table.time("skew", &P::skew)
      .help("How much later S comes than D, from `from` to `to`; less than a bit.")
      .source("our choice: 0 ns");
  type = table.into(std::move(type));
  type.parameters.push_back(of_the_way_back(
      "delay_back", "as delay", "Of the cable, from the end at `to` to the one at `from`."));
  type.parameters.push_back(of_the_way_back("skew_back", "as skew",
                                            "How much later S comes than D, from `to` to `from`."));
  return type;
}

}  // namespace weft
