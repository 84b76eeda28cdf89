// Programs that can be started more than once.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "testbench/programs/process.hpp"
#include "testbench/programs/program.hpp"

namespace weft {

/// The arguments of a program as it takes them, copies of those that it takes by value.
template <class... Parameters>
struct KeptArguments {
  template <class Function, class... Arguments>
  static Process::Maker maker(Function program, Arguments&... arguments) {
    if constexpr (sizeof...(Parameters) == sizeof...(Arguments) &&
                  (... && std::is_copy_constructible_v<Parameters>)&&(
                      ... && std::is_constructible_v<Parameters, Arguments&>)) {
      return [program, kept = std::tuple<Parameters...>(arguments...)](Process& self) mutable {
        return std::apply([&](auto&... each) { return program(self, each...); }, kept);
      };
    } else {
      return {};
    }
  }
};

template <class... Parameters>
KeptArguments<Parameters...> arguments_of(Program (*)(Process&, Parameters...));
template <class Class, class... Parameters>
KeptArguments<Parameters...> arguments_of(Program (Class::*)(Process&, Parameters...) const);

/// Makes `program(process, arguments...)` anew, from copies of what it takes by value; nothing if
/// these cannot be copied, or the types of its parameters are not known (a generic lambda).
template <class Function, class... Arguments>
Process::Maker begin_again(Function program, Arguments&... arguments) {
  if constexpr (std::is_pointer_v<Function>) {
    return decltype(arguments_of(program))::maker(program, arguments...);
  } else if constexpr (requires { &Function::operator(); }) {
    return decltype(arguments_of(&Function::operator()))::maker(program, arguments...);
  } else {
    return {};
  }
}

}  // namespace weft
