// What every fuzzer asks for.
#pragma once

#include <string_view>

namespace weft::fuzz {

/// Reads and checks a platform. Ends the process, with a message, unless that gives a platform or
/// one InputError of one line that has a place. Networks are held to 64 routers, where a file may
/// have 65,536: larger ones take long and find nothing new.
void check_input(std::string_view yaml);

}  // namespace weft::fuzz
