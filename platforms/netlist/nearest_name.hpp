// "did you mean" for names in files and on the command line.
#pragma once

#include "hw/common/nearest_name.hpp"  // IWYU pragma: export
