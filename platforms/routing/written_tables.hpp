// Interval tables that were written by hand.
#pragma once

#include <cstddef>

#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// The tables of a C104 from its parameters `intervals` and `per_link`. Links without a table of
/// their own have that of `generated`, if there are any: its tables, and perhaps by which link each
/// is used; where there are none, no header is valid. Throws InputError: a table with gaps, too
/// long, or that does not reach up to the last header in use; a link that does not exist; a buffer
/// too small for the headers; hunt groups that overlap, of generated tables too.
RouterTables read_tables(const Platform& platform, std::size_t component, RouterTables generated);

}  // namespace weft
