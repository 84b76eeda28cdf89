// Three C104s in a row that are booted by control links, and programs at its ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/registers.hpp"
#include "rtl/c104/c104.hpp"
#include "tests/testbench/machine.hpp"

namespace weft::test {

// Three switches in a row, whose control units hang on `control`; two T9000s at the ends.
inline std::string controlled_row(const std::string& control, const std::string& links = "",
                                  bool booted = true) {
  std::string text =
      "defaults: {dslink: {await_null: true}}\n"
      "routing: {algorithm: shortest_path}\n"
      "run: {for: 2 ms}\n"
      "components:\n"
      "  left: {type: t9000}\n"
      "  right: {type: t9000}\n"
      "  s0: {type: c104, links: 3}\n"
      "  s1: {type: c104, links: 4}\n"
      "  s2: {type: c104, links: 3}\n";
  if (booted) {
    text +=
        "  c0: {type: c104_control, switch: s0}\n"
        "  c1: {type: c104_control, switch: s1}\n"
        "  c2: {type: c104_control, switch: s2}\n" +
        control;
  }
  text +=
      "links:\n"
      "  - {from: left.link0, to: s0.link0}\n"
      "  - {from: right.link0, to: s2.link0}\n"
      "  - {from: s0.link1, to: s1.link1}\n"
      "  - {from: s0.link2, to: s1.link2}\n"
      "  - {from: s1.link3, to: s2.link1}\n";
  return booted ? text + links : text;
}

// All that the configuration registers of a switch hold.
inline std::vector<std::uint32_t> configuration(const System& system, const std::string& name) {
  using R = C104Registers;
  ControlledSwitch& one = *system.find<ControlledSwitch>(*system.platform().find(name));
  const R registers(one);
  rtl::C104* const verilog = system.find<rtl::C104>(*system.platform().find(name));
  const auto read = [&](std::uint32_t address) {
    return verilog != nullptr ? verilog->read_register(address) : registers.read(address);
  };
  std::vector<std::uint32_t> values{read(R::arbitration), read(R::acknowledgement_priority)};
  for (unsigned link = 0; link < one.policy().parameters().links; ++link) {
    const std::uint32_t base = R::link_base(link);
    for (const std::uint32_t at : {R::control, R::random_base, R::random_range}) {
      values.push_back(read(base + at));
    }
    const std::uint32_t count = read(base + R::interval_count);
    values.push_back(count);
    for (unsigned i = 0; i < count; ++i) {
      values.push_back(read(base + R::limit(i)));
      values.push_back(read(base + R::target(i)));
    }
  }
  return values;
}

inline Program send_numbers(Process& self, Socket socket, Time from, unsigned count) {
  co_await self.sleep_until(from);
  for (unsigned i = 0; i < count; ++i) {
    const std::vector<std::uint32_t> values(i + 1, i);
    co_await self.send(socket, values);
  }
}

struct Heard {
  std::vector<std::vector<std::uint32_t>> messages;
  std::vector<Time> at;
};

inline Program hear(Process& self, Socket socket, Heard& heard) {
  for (;;) {
    const ReceivedMessage message = co_await self.receive(socket);
    heard.messages.push_back(message.as<std::uint32_t>());
    heard.at.push_back(self.now());
  }
}

}  // namespace weft::test
