#include "hw/link_end/parameter_check.hpp"

#include <utility>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"

namespace weft {

void check_parameters(const LinkEndParameters& p) {
  for (const auto& [name, tokens] : {std::pair("send_stall_every", p.send_stall_every),
                                     std::pair("receive_stall_every", p.receive_stall_every)}) {
    if (tokens == 0) throw ParameterError({name}, fmt::format("{} (0) must be 1 or more", name));
  }
}

}  // namespace weft
