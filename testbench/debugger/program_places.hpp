// Places of a program as a person names them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/iwarp/isa/program_image.hpp"
#include "platforms/netlist/place.hpp"

namespace weft {

/// The addresses at which a program comes to a place: `fir.s:12`, a line of a file of its text, in
/// a macro at each call, or that of a call; `12`, of its first file; `loop`, a label. Throws
/// InputError with `place`, the nearest name, and of a line without an instruction the nearest one
/// that has one.
std::vector<std::uint32_t> addresses_of(const isa::ProgramImage& image, std::string_view text,
                                        const Place& place);

}  // namespace weft
