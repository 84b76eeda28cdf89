// The one error that everything wrong in a user's input ends in.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "platforms/netlist/place.hpp"

namespace weft {

/// `what()` reads "file:line:column: what was found; what was expected; did you mean 'x'?".
/// A command prints it and exits with status 2.
class InputError : public std::runtime_error {
 public:
  /// `expected` and `nearest` may be empty; `nearest` is a name that the user may have meant.
  InputError(Place place, std::string_view found, std::string_view expected = {},
             std::string_view nearest = {});

  const Place& place() const { return place_; }

 private:
  Place place_;
};

}  // namespace weft
