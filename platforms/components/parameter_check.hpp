// What the models refuse, as an error in a user's file.
#pragma once

#include <initializer_list>

#include "hw/common/parameter_error.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/parameter_values.hpp"

namespace weft {

/// Of what a model refuses, at the first of the parameters concerned that was set in a file: by any
/// of these, one or more, who say it together.
InputError at_its_place(std::initializer_list<const ParameterValues*> values,
                        const ParameterError& error);

/// Does a check of a model's; throws InputError for what it refuses.
template <class Check>
void check_at_place(const ParameterValues& values, const Check& check) {
  try {
    check();
  } catch (const ParameterError& error) {
    throw at_its_place({&values}, error);
  }
}

/// `check_parameters` of a type whose parameters are bound to `Parameters`: a ComponentType::check.
template <class Parameters>
void check_values(const ParameterValues& values) {
  check_at_place(values, [&values] { check_parameters(values.to_struct<Parameters>()); });
}

}  // namespace weft
