// Whether a communication context can be loaded into a cell.
#pragma once

#include <cstdint>
#include <string>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/communication_interface.hpp"

namespace weft {

// What is wrong, in words; empty if nothing is.

/// Of channels to be released, so that a context can be loaded onto them: the agent is awake, there
/// are words in the queue of an input, another input feeds one of the outputs.
std::string find_release_fault(const CommunicationInterface& agent, ChannelSet inputs,
                               ChannelSet outputs);

/// Of a word to be loaded as the context of a channel that was released: it is nothing that a
/// channel can be in, or of a place where the channel cannot be put (see find_place_fault and
/// find_words_ahead). `loaded_next` are the channels of its kind that are still to be loaded.
std::string find_input_context_fault(const CommunicationInterface& agent, unsigned input,
                                     std::uint32_t context, ChannelSet loaded_next = 0);
std::string find_output_context_fault(const CommunicationInterface& agent, unsigned output,
                                      std::uint32_t context, ChannelSet loaded_next = 0);

}  // namespace weft
