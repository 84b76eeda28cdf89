#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/parameters.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

constexpr unsigned most_byte_ticks = 64;

// What a node says by itself: there may be links that hide the longest arbitration.
void check_hypercube_values(const ParameterValues& values) {
  auto parameters = values.to_struct<HypercubeChipParameters>();
  parameters.byte_ticks = most_byte_ticks;
  check_at_place(values, [&parameters] { check_parameters(parameters); });
}

}  // namespace

ComponentType hypercube_link_type() {
  using P = HypercubeLinkParameters;
  ParameterTable<P> table;
  table.count("byte_ticks", &P::byte_ticks)
      .between(1, most_byte_ticks)
      .help("Ticks of the nodes' clock that a byte takes.")
      .source("hypercube 1988, 6");
  table
      .choice("direction", &P::direction,
              {{"bidirectional", HypercubeLinks::bidirectional},
               {"unidirectional", HypercubeLinks::unidirectional}})
      .help("Both directions at a time, which do not interfere; or one or the other.")
      .source("hypercube 1988, 3");
  table.count("acknowledgement_bytes", &P::acknowledgement_bytes)
      .between(0, 1024)
      .help(
          "That come back over a unidirectional link for each message carried whole, before "
          "anything else goes over it; the paper names no number.")
      .source("hypercube 1988, 3");
  return table.into(make_type(TypeRole::link, "hypercube_link",
                              "A link between two hypercube nodes; all of a cube are alike."));
}

ComponentType hypercube_node_type() {
  ComponentType type = make_type(
      TypeRole::component, "hypercube_node",
      "Node of a hypercube: its memory, and a chip that carries messages, in packets of 20 "
      "bytes or whole.");
  type.levels = {Level::signal, Level::packet};
  type.ports = {{"link", "links", "hypercube_link", "Link along a dimension."}};
  type.observables = {
      {"link{n}.packet", 33,
       "Source and destination of the packet that it transmits; "
       "0 between packets."},
      {"link{n}.wanted", 16,
       "Ports that packets need at the far end, a bit each; `signal` level only."},
      {"link{n}.first", 4, "The one that has waited longest needs; `signal` only."},
      {"link{n}.grant", 5, "By the far end: a buffer of this port, with bit 4; `signal` only."},
      {"link{n}.valid", 1, "A packet is on the data lines; `signal` only."},
      {"link{n}.data", 8, "Its bytes; `signal` level only."}};
  type.check = check_hypercube_values;
  type.enter = enter_hypercube_node;
  type.check_placed = check_hypercube_node;

  using P = HypercubeChipParameters;
  ParameterTable<P> table;
  table.count("links", &P::degree)
      .between(1, 14)
      .help("Links of the chip; the cube may have fewer dimensions.")
      .source("hypercube 1988, 2");
  table
      .choice("transport", &P::transport,
              {{"packets", HypercubeTransport::packets},
               {"wormhole", HypercubeTransport::wormhole},
               {"cut_through", HypercubeTransport::cut_through},
               {"datagram", HypercubeTransport::datagram},
               {"circuit", HypercubeTransport::circuit}})
      .help(
          "Packets, or messages carried whole: through stages of a byte, stored where they cannot "
          "go on, stored at each node, once all links of the way are theirs.")
      .source("hypercube 1988, 3");
  table.count("buffers", &P::buffers)
      .between(1, 4096)
      .help("Packets that each output port holds.")
      .source("hypercube 1988, 5.3");
  table.time("tick", &P::tick)
      .between(2, microsecond)
      .help("Period of the clock of all nodes; the paper names none.")
      .source("facts.md hypercube [I]");
  table.count("arbitration_ticks", &P::arbitration_ticks)
      .between(3, 1024)
      .help("Ticks from a packet asking for the next node to its first byte.")
      .source("hypercube 1988, 6");
  table
      .choice("arbitration", &P::arbitration,
              {{"paid", HypercubeArbitration::paid}, {"hidden", HypercubeArbitration::hidden}})
      .help("After the packet is in and the link is free; or while it comes in.")
      .source("facts.md hypercube [I]");
  table
      .choice("forwarding", &P::forwarding,
              {{"stored", HypercubeForwarding::stored},
               {"cut_through", HypercubeForwarding::cut_through}})
      .help(
          "When a packet asks for its next hop: when all of it is in, or when its header is, to go "
          "on "
          "while it comes in.")
      .source("hypercube 1988, 4");
  table
      .choice("routing", &P::routing,
              {{"quasi_adaptive", HypercubeRouting::quasi_adaptive},
               {"fixed", HypercubeRouting::fixed},
               {"adaptive", HypercubeRouting::adaptive}})
      .help(
          "To the shortest queue that brings it closer: the first step of a message in packets, or "
          "each step of a datagram or circuit; else by the fixed route.")
      .source("hypercube 1988, 3 and 5.1");
  table
      .choice("adaptive_wait", &P::adaptive_wait,
              {{"shortest_queue", HypercubeAdaptiveWait::shortest_queue},
               {"any_link", HypercubeAdaptiveWait::any_link},
               {"free_or_fixed", HypercubeAdaptiveWait::free_or_fixed}})
      .help(
          "Where a datagram or circuit waits that is routed adaptively: in the shortest queue of "
          "those that bring it closer, when it comes; for the first link that it gets of them; or "
          "for one that is free when it comes, and if none is for that of the fixed route. The "
          "paper names none.");
  table.count("decision_ticks", &P::decision_ticks)
      .between(0, 1024)
      .help(
          "Ticks that the choice of an adaptive step takes, of a datagram or circuit: before it "
          "waits for a link or, with any_link, of a link that is free; the paper names none.");
  table.count("route_bytes", &P::route_bytes)
      .between(1, 10)
      .help(
          "Bytes of the header of a message carried whole that a node has when it knows the next "
          "link, and that it holds of a wormhole; the paper names none.")
      .source("facts.md hypercube [I]");
  table
      .choice(
          "precedence", &P::precedence,
          {{"arrival", HypercubePrecedence::arrival}, {"creation", HypercubePrecedence::creation}})
      .help(
          "Of messages carried whole: those in transit first, in the order in which they came; or "
          "those that were created first, to which circuits give way.")
      .source("hypercube 1988, 3");
  table
      .choice("injection", &P::injection,
              {{"each_port", HypercubeInjection::each_port},
               {"in_sequence", HypercubeInjection::in_sequence}})
      .help(
          "Of the node's own messages: to each link on their own, or one after the other; the "
          "paper "
          "names neither.");
  table
      .choice("pair_order", &P::pair_order,
              {{"tagged", HypercubePairOrder::tagged},
               {"same_step", HypercubePairOrder::same_step},
               {"none", HypercubePairOrder::none}})
      .help(
          "What keeps messages of one pair of nodes apart: their first step in the header, one "
          "first step for all, or nothing.")
      .source("facts.md hypercube [I]");
  table.boolean("contrary_rule", &P::contrary_rule)
      .help("One buffer of a port at least is free or holds a packet on its fixed route.")
      .source("hypercube 1988, 5.2");
  table.boolean("coprocessor", &P::coprocessor)
      .help(
          "A memory and a communication co-processor for programs; without, messages of a workload "
          "are given to the chip as they are.")
      .source("hypercube 1988, 2.1");
  table.bytes("memory", &P::memory_bytes)
      .between(1024, 1U << 30U)
      .help("Memory of the node, with a co-processor; a multiple of 16.");
  table.bytes("system_buffers", &P::system_buffer_bytes)
      .between(16, 1U << 29U)
      .help(
          "Of the memory, the last bytes: for messages that have no place yet; a multiple of 16.");
  table.count("comparators", &P::comparators)
      .between(1, 1024)
      .or_zero()
      .default_note("as many as the cube has dimensions")
      .help("Messages whose arrival is watched for overruns at a time.")
      .source("hypercube 1988, 4");
  table.count("move_ticks", &P::move_ticks)
      .between(1, 1024)
      .help("Ticks to move a word of 4 bytes from a system buffer.");
  table.count("access_ticks", &P::access_ticks)
      .between(1, 1024)
      .help("Ticks of the CPU to load or store a word, or to give an instruction.");
  table.count("exception_ticks", &P::exception_ticks)
      .between(1, 65536)
      .help("Ticks from an overrun exception to the retry.");
  return table.into(std::move(type));
}

}  // namespace weft
