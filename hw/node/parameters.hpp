// Parameters of a node whose memory and network interface are simulated.
#pragma once

#include "hw/common/time.hpp"
#include "hw/memory/parameters.hpp"

namespace weft {

/// Data cache of a processor: write-through, lines are filled by loads only.
struct CacheParameters {
  unsigned bytes = 8192;
  unsigned ways = 1;
};

/// Stores that wait for the bus. Those to one block wait together and leave as one transaction.
struct WriteQueueParameters {
  unsigned entries = 4;
  unsigned entry_bytes = 32;  ///< Of a block: 8 to 64.
  unsigned drains_from = 1;   ///< Entries that there are before the first one leaves.
};

struct ProcessorParameters {
  CacheParameters cache;
  WriteQueueParameters write_queue;
  unsigned line_fills = 1;  ///< Loads through the cache that wait for memory at a time.
  /// Single words that wait for memory at a time, past the cache; 0 for a processor without such
  /// loads, which loads elements and indices through its cache.
  unsigned pipelined_loads = 0;
  unsigned unroll = 4;       ///< Elements by which a loop loads ahead of its stores.
  unsigned index_bytes = 4;  ///< Of an index: 4 or 8.
};

/// The interface to the network, and the link behind it. Words go in packets.
struct PortParameters {
  unsigned write_clocks = 1;    ///< Of the bus, for a processor's store, and as many words.
  unsigned read_clocks = 1;     ///< Of the bus, for a processor's load; 0: none can load there.
  unsigned link_bytes = 2;      ///< What moves over the link in a clock.
  unsigned send_clocks = 0;     ///< Of the link, for each packet sent, beside its words.
  unsigned receive_clocks = 0;  ///< For each packet that arrives.
  unsigned packets = 2;         ///< Whole packets that wait in each direction.
  /// Of a processor, before it stores to a node for which none of its entries stands: what it sets
  /// up for that, in place of the entry that was used longest ago.
  unsigned partner_clocks = 0;
  unsigned partners = 1;  ///< Entries, each for a node.
};

/// The DMA, fetch or deposit engine on either side. It moves packets between link and memory.
struct EngineParameters {
  bool fetches = false;   ///< There is one that sends, contiguous blocks.
  bool deposits = false;  ///< There is one that receives.
  bool scatters = false;  ///< It stores packets of any addresses; else contiguous blocks only.
  unsigned packet_words = 4;
  /// At the end of such a block of memory an engine stops until a processor starts it again; 0 for
  /// never.
  unsigned stops_each_bytes = 0;
  unsigned restart_clocks = 0;  ///< Until the processor that attends to it has done so.
  /// What it stores is invalidated in the caches of its node, line by line; else whole caches are
  /// when all nodes have done what they do, and loads before that may have what was there.
  bool invalidates_lines = true;
  bool reads = false;  ///< Remote loads of this memory are answered without the processor.
};

/// The network between nodes: a mesh or a torus of routers. Times are in clocks of the nodes.
struct NetworkParameters {
  unsigned x = 1;  ///< Routers in each dimension.
  unsigned y = 1;
  unsigned z = 1;
  bool torus = false;             ///< Each dimension is closed to a ring.
  unsigned nodes_per_router = 1;  ///< They share a link into it, and one out of it.
  unsigned link_bytes = 2;        ///< What moves over a link in a clock.
  unsigned header_bytes = 0;      ///< All of a packet but its words, on each link.
  unsigned word_bytes = 8;        ///< Of a word on a link, with its check bits; 8 or more.
  unsigned flit_bytes = 1;        ///< A packet has a link for whole flits.
  unsigned hop_clocks = 1;  ///< From the begin of a packet on a link until a router can pass it on.
  unsigned buffered_packets = 2;  ///< Of each virtual channel that a router is entered by.
  /// Wormhole: what a router keeps of a packet whose head waits there; the rest stands on the links
  /// behind it and keeps them busy. 0 where whole packets wait in buffers. Of a mesh only.
  unsigned wormhole_bytes = 0;
};

struct NodeParameters {
  Time clock = 10'000;  ///< Period, ps. Of processors, bus and memory.
  unsigned processors = 1;
  ProcessorParameters processor;
  PathParameters path;  ///< Its number of masters follows from processors and engines.
  DramParameters dram;
  PortParameters port;
  EngineParameters engine;
};

}  // namespace weft
