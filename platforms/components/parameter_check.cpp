#include "platforms/components/parameter_check.hpp"

#include "platforms/registry/component_type.hpp"

namespace weft {

InputError at_its_place(std::initializer_list<const ParameterValues*> values,
                        const ParameterError& error) {
  for (const std::string_view name : error.concerned()) {
    for (const ParameterValues* one : values) {
      if (one->type().find_parameter(name) == nullptr || !one->is_set(name)) continue;
      return {one->place(name), error.what()};
    }
  }
  return {place_of((*values.begin())->type().name), error.what()};
}

}  // namespace weft
