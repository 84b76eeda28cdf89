// One visitor of several functions.
#pragma once

namespace weft {

/// For std::visit: each alternative goes to the function that takes it.
template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace weft
