// The elements of an XML text, before a parser sees it.
#pragma once

#include <string_view>
#include <vector>

#include "platforms/netlist/place.hpp"

namespace weft {

/// Where an element begins.
struct XmlElement {
  std::string_view name;  ///< Of the text.
  Place place;
};

/// All elements in the order in which they begin. Throws InputError at the first one that stands in
/// `max_netlist_depth` others: parsers recurse. Comments, CDATA, instructions, the document type
/// and attributes count as what they are; what is no XML is left to the parser. `file` is what
/// places are in.
std::vector<XmlElement> xml_elements(std::string_view text, const Place& file);

}  // namespace weft
