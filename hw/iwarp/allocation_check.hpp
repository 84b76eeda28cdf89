// What may be written into the allocation register of a logical channel.
#pragma once

#include <string>

#include "hw/iwarp/communication_interface.hpp"

namespace weft {

/// Why a logical channel cannot be put there now; empty if it can. Section 5.1 allocates channels
/// before execution, and lets both ends of a bus agree; it is silent on changes. Ours: one end
/// changes at a time, and only a channel that is idle there. An output is when no pathway holds it
/// and all slots at its far end are free, so that no word is under way; an input when no pathway
/// comes in over it and its queue is empty. No other channel may have its number on the bus.
///
/// So a channel that is moved is first taken from its bus by the cell that sends, and first put on
/// the other one by the cell that receives. A word that nobody listens to is a stray word.
std::string find_allocation_fault(const CommunicationInterface& agent, unsigned input,
                                  const InputPlace& place);
std::string find_allocation_fault(const CommunicationInterface& agent, unsigned output,
                                  const OutputPlace& place);

/// The parts of it. Where a place cannot be at all: a bus that leads nowhere, or a number that an
/// other channel has there. `loaded_next` are channels that get another place before anything
/// moves.
std::string find_place_fault(const CommunicationInterface& agent, unsigned input,
                             const InputPlace& place, ChannelSet loaded_next);
std::string find_place_fault(const CommunicationInterface& agent, unsigned output,
                             const OutputPlace& place, ChannelSet loaded_next);
/// Words of an output channel that are under way, or that nobody has read at its far end.
std::string find_words_ahead(const CommunicationInterface& agent, unsigned output);

}  // namespace weft
