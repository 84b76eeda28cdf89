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

/// Of a word to be loaded as the context of a channel that was released: it is of another channel
/// map, or nothing that a channel can be in.
std::string find_input_context_fault(const CommunicationInterface& agent, unsigned input,
                                     std::uint32_t context);
std::string find_output_context_fault(const CommunicationInterface& agent, unsigned output,
                                      std::uint32_t context);

}  // namespace weft
