#include "hw/dslink/parameters.hpp"

#include "hw/dslink/parameter_check.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

// Both ends of a link have the same parameters.
void check_dslink(const ParameterValues& values) {
  const auto end = values.to_struct<DsLinkParameters>();
  check_at_place(values, [&end] {
    check_parameters(end);
    check_ends(end, end);
  });
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
      .help("Input buffer where the link ends at a T9000; a C104 has its own.")
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
  table.time("auto_restart", &P::auto_restart)
      .between(0, second)
      .help("ieee1355: the link restarts this long after a halt; 0 ns waits for a command.")
      .source("facts.md DS-Link [M]");
  table.time("error_at", &P::error_at)
      .help("One transmitted bit is inverted at this time; 0 ns for none.");
  table.time("error_interval", &P::error_interval)
      .help("Mean time between further inverted bits, exponential; 0 ns for none.");
  return table.into(std::move(type));
}

}  // namespace weft
