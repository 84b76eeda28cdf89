#include "platforms/components/parameter_check.hpp"

#include <algorithm>

#include "platforms/registry/component_type.hpp"

namespace weft {

InputError at_its_place(const ParameterValues& values, const ParameterError& error) {
  const auto& concerned = error.concerned();
  const auto found =
      std::find_if(concerned.begin(), concerned.end(), [&values](std::string_view name) {
        return values.type().find_parameter(name) != nullptr && values.is_set(name);
      });
  return {found == concerned.end() ? place_of(values.type().name) : values.place(*found),
          error.what()};
}

}  // namespace weft
