// What a check of parameters says.
#pragma once

#include <string>

#include "hw/common/parameter_error.hpp"

namespace weft::test {

/// The text of the ParameterError that `check` throws; empty if there is none.
template <class Check>
std::string refused(const Check& check) {
  try {
    check();
  } catch (const ParameterError& error) {
    return error.what();
  }
  return {};
}

/// The same of default parameters after a change.
template <class Parameters, class Change>
std::string refused_after(const Change& change) {
  Parameters parameters;
  change(parameters);
  return refused([&parameters] { check_parameters(parameters); });
}

}  // namespace weft::test
