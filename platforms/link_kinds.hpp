// Of what kind the links of a platform are.
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// A DS-Link; else its parameters are those of another type of link (dslink_parameters).
bool is_dslink(const LinkSpec& link);
/// It has one or more.
bool has_dslinks(const Platform& platform);

}  // namespace weft
