#include "hw/iwarp/channel_context.hpp"

#include "hw/iwarp/round_robin.hpp"

namespace weft {

ContextRegister ContextRegisters::take() {
  if (outputs_ != 0) return {false, take_first(outputs_)};
  return {true, take_first(inputs_)};
}

}  // namespace weft
