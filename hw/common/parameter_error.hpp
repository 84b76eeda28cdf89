// What a model refuses in its parameters.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// Thrown by `check_parameters` of a component, which a module calls as it is made and a platform
/// file is checked by. `what()` says what was found and what was expected.
class ParameterError : public std::invalid_argument {
 public:
  /// `concerned` are the parameters of which a change would mend it, the likeliest first, by their
  /// names in a platform file (`bit_rate` for a bit time). The names must be literals.
  ParameterError(std::vector<std::string_view> concerned, const std::string& text)
      : std::invalid_argument(text), concerned_(std::move(concerned)) {}

  const std::vector<std::string_view>& concerned() const { return concerned_; }

 private:
  std::vector<std::string_view> concerned_;
};

/// As texts of errors give times: "850 ns".
std::string in_nanoseconds(Time time);

/// The parameters themselves, once `check_parameters` has found nothing wrong with them.
template <class Parameters>
const Parameters& checked(const Parameters& parameters) {
  check_parameters(parameters);
  return parameters;
}

}  // namespace weft
