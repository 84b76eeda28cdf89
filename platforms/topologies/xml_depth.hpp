// How deep the elements of an XML text stand in each other.
#pragma once

#include <string_view>

#include "platforms/netlist/place.hpp"

namespace weft {

/// Throws InputError, with line and column in the file `file`, at the first element that stands in
/// `max_netlist_depth` others: parsers recurse. Comments, CDATA, instructions, the document type
/// and attributes count as what they are; what is no XML is left to the parser.
void require_shallow_xml(std::string_view text, const Place& file);

}  // namespace weft
