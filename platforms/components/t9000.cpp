#include "hw/t9000/parameters.hpp"

#include "hw/t9000/parameter_check.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

// Its headers are those that the network gives it.
void check_t9000(const ParameterValues& values) {
  auto processor = values.to_struct<T9000Parameters>();
  processor.min_header = 0;
  check_at_place(values, [&processor] { check_parameters(processor); });
}

}  // namespace

ComponentType t9000_type() {
  ComponentType type =
      make_type(TypeRole::component, "t9000",
                "T9000: processor with virtual channels over a fat link of one to four DS-Links.");
  type.part = Part::processor;
  type.levels = {Level::rtl, Level::signal, Level::token, Level::stream, Level::packet};
  type.ports = {{"link", "links", "dslink", "DS-Links of the fat link; used from link0 on."}};
  type.observables = link_observables("link{n}.");
  type.check = check_t9000;

  using P = T9000Parameters;
  ParameterTable<P> table;
  table.count("links", &P::links)
      .between(1, 4)
      .default_note("as many as are connected")
      .help("DS-Links of the fat link.")
      .source("thesis 3.2");
  table.count("min_header", &P::min_header)
      .between(0, 65'535)
      .default_note("next to the processor before")
      .help("First header of its virtual channels; channel = header - min_header.")
      .source("facts.md T9000 [I]");
  table
      .choice("link_choice", &P::link_choice,
              {{"by_channel", LinkChoice::by_channel}, {"any_free", LinkChoice::any_free}})
      .help(
          "Which DS-Link of the fat link takes a packet: that of its virtual channel, whose number "
          "modulo links it is, each link with queues of its own; or the first that is free, of one "
          "queue for all.")
      .source("thesis 3.1.1.1; the link of a channel [NF]");
  table
      .choice("acknowledge_on", &P::acknowledge_on,
              {{"header", AcknowledgeOn::header},
               {"first_token", AcknowledgeOn::first_token},
               {"end", AcknowledgeOn::end},
               {"never", AcknowledgeOn::nothing}})
      .help(
          "What lets the receiver queue the acknowledgement of a data packet; with `never` there "
          "is "
          "none, and a sender does not wait for any.")
      .source("thesis 3.1.1.1");
  table
      .choice("acknowledged_on", &P::acknowledged_on,
              {{"end", AcknowledgedOn::end}, {"header", AcknowledgedOn::header}})
      .help(
          "What of an acknowledgement lets its sender go on; the thesis' simulator goes on with "
          "the "
          "header.")
      .source("thesis 5.5.3.1 [I]");
  table.boolean("acknowledgement_priority", &P::acknowledgement_priority)
      .help("Acknowledgements before data at a link.")
      .source("facts.md T9000");
  table.time("acknowledgement_delay", &P::acknowledgement_delay)
      .between(0, second)
      .help("Time of the virtual channel processor for an acknowledgement; 0 ns is the thesis.")
      .source("facts.md T9000 [I]");
  table.time("service_time", &P::service_time)
      .between(0, second)
      .help(
          "Time of the virtual channel processor for each packet that it puts together, data or "
          "acknowledgement, and of the processor for each message that it begins and each process "
          "that it wakes; 0 ns is the thesis.")
      .source("facts.md T9000 [I]");
  table.bytes("packet_bytes", &P::packet_bytes)
      .between(1, 65'536)
      .help("Most data bytes of a packet.")
      .source("facts.md T9000");
  table.count("receive_buffer", &P::receive_buffer)
      .help("Messages that a virtual channel accepts before a receive.")
      .source("facts.md workload [I]");
  table.time("clock", &P::clock)
      .between(100, microsecond)
      .help("Period of the virtual channel processor's clock.")
      .source("facts.md T9000 [NF]");
  table.count("event_clocks", &P::event_clocks)
      .between(1, 64)
      .help(
          "The edge of that clock, from a change of the pin EventIn on, at which an event channel "
          "sees it.")
      .source("facts.md T9000 [NF]");
  table
      .choice("scheduling", &P::scheduling,
              {{"computations", Scheduling::computations}, {"processes", Scheduling::processes}})
      .help(
          "What a process needs the processor for: to compute; or for all that it does, so that "
          "one "
          "that has waited takes its turn, as on a transputer.")
      .source("thesis 4.1.3; facts.md T9000 [D]");
  table.time("time_slice", &P::time_slice)
      .between(0, second)
      .help(
          "A process of low priority that computes for so long goes behind the others; with 0 ns "
          "none does. A T9000 has 256 to 512 us.")
      .source("facts.md T9000 [D]");
  table.time("switch_time", &P::switch_time)
      .between(0, second)
      .help("Time of the processor to take up a process.")
      .source("facts.md T9000 [NF]");
  table.time("interrupt_time", &P::interrupt_time)
      .between(0, second)
      .help("The same, one of high priority while one of low priority computes.")
      .source("facts.md T9000 [NF]");
  table.time("high_tick", &P::high_tick)
      .between(1, second)
      .help("Of the timer that processes of high priority read.")
      .source("facts.md T9000 [D]");
  table.time("low_tick", &P::low_tick)
      .between(1, second)
      .help("Of the timer that processes of low priority read.")
      .source("facts.md T9000 [D]");
  return table.into(std::move(type));
}

}  // namespace weft
