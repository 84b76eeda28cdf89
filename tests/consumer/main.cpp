// An architect's own testbench against an installed Weft: a C104 and two ends on its links.
#include <systemc>

#include <iostream>
#include <string>

#include "hw/c104/c104.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/dslink/test_link.hpp"

int sc_main(int, char**) {
  using namespace weft;

  // Headers below 16 leave by link 0, those below 32 by link 5, whichever link they come in by.
  C104Parameters parameters;
  parameters.per_link.resize(parameters.links);
  for (auto& link : parameters.per_link) {
    link.intervals = {{16, IntervalAction::route, 0, 1}, {32, IntervalAction::route, 5, 1}};
  }
  C104 router("router", parameters, {DsLinkParameters{}}, 1);
  TestLink left("left");
  TestLink right("right");
  LinkWires left_wires;
  LinkWires right_wires;
  left_wires.join(left.link, router.link(0));
  right_wires.join(router.link(5), right.link);

  sc_core::sc_trace_file* trace = sc_core::sc_create_vcd_trace_file("consumer");
  sc_core::sc_trace(trace, left_wires.forth.d, "left.d");
  sc_core::sc_trace(trace, left_wires.forth.s, "left.s");
  sc_core::sc_trace(trace, right_wires.forth.d, "right.d");
  sc_core::sc_trace(trace, right_wires.forth.s, "right.s");

  sc_core::sc_start(5, sc_core::SC_US);           // the links start
  const std::string message = "\x14Hello, C104";  // header 20, then the text
  for (const char byte : message) left.write(data_token(static_cast<std::uint8_t>(byte)));
  left.write(eom_token);
  sc_core::sc_start(5, sc_core::SC_US);
  sc_core::sc_close_vcd_trace_file(trace);

  std::string received;
  Token token;
  while (!right.empty() && !ends_packet(token = right.read())) {
    received += static_cast<char>(token.value);
  }
  std::cout << "received: " << received.substr(received.empty() ? 0 : 1) << "\n";
  return received == message && token == eom_token ? 0 : 1;
}
