// The C104s in Verilog that this build of Weft has.
#pragma once

#include <memory>

#include "rtl/c104/c104_model.hpp"

namespace weft::rtl {

/// The smallest one of at least `links` links; null if there is none.
std::unique_ptr<C104Model> make_c104_model(unsigned links);

/// The most links that one of them has; 0 in a build without RTL.
unsigned most_c104_links();

}  // namespace weft::rtl
