// The keys that say which connections a workload uses.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/conset/connection_set.hpp"
#include "platforms/conset/mesh_connections.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

/// What the words between two cells are in the simulation, whatever the level of the cells.
enum class TransferLevel : std::uint8_t {
  word,     ///< One by one over each bus.
  message,  ///< A transfer at once, at the rates that the busses give: Transfers.
};

/// What the parameters of a workload that runs connections begin with.
struct ConnectionParameters {
  std::string connections = "torus";  ///< A pattern, or a file of connections.
  std::uint64_t words = 32;
  conset::PartPlacement placement = conset::PartPlacement::near;  ///< Of the parts of a mesh.
  TransferLevel transfers = TransferLevel::word;
};

/// The key `placement` of a workload.
template <class Parameters>
void add_placement_key(ParameterTable<Parameters>& table,
                       conset::PartPlacement Parameters::*field) {
  table
      .choice(
          "placement", field,
          {{"near", conset::PartPlacement::near}, {"numbered", conset::PartPlacement::numbered}})
      .help(
          "Of a mesh: its parts stand where the hops over all borders are few, or each on the cell "
          "whose address is its number.");
}

/// Adds its keys to the table of parameters that are derived from it.
template <class Parameters>
void add_connection_keys(ParameterTable<Parameters>& table) {
  // of the derived struct, as the table takes them
  std::string Parameters::*const connections = &Parameters::connections;
  std::uint64_t Parameters::*const words = &Parameters::words;
  conset::PartPlacement Parameters::*const placement = &Parameters::placement;
  TransferLevel Parameters::*const transfers = &Parameters::transfers;
  table.text("connections", connections)
      .help(
          "A pattern of `weft conset compile`, or a file of connections, beside the file that "
          "names it.")
      .source("ConSet 1993, 5.1");
  table.count("words", words)
      .between(1, conset::most_words)
      .help("Of each connection of a pattern, or of a graph that names none.");
  add_placement_key(table, placement);
  table
      .choice("transfers", transfers,
              {{"word", TransferLevel::word}, {"message", TransferLevel::message}})
      .help(
          "Words cross the busses one by one; or all of a transfer at the rates that the busses "
          "give, for long blocks. What programs do around them is the same. Not `message` of mode "
          "`systolic`.");
}

}  // namespace weft
