// Of what kind the links of a platform are.
#pragma once

#include <functional>

#include "platforms/platform.hpp"

namespace weft {

/// A DS-Link; else its parameters are those of another type of link (dslink_parameters).
bool is_dslink(const LinkSpec& link);
/// It has one or more.
bool has_dslinks(const Platform& platform);
/// The parameters of one or more of its DS-Links are such. Links that are alike share theirs: a
/// network of thousands of them asks once.
bool any_dslink(const Platform& platform,
                const std::function<bool(const DsLinkParameters&)>& are_such);

}  // namespace weft
