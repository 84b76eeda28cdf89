#include "hw/common/stamped_token.hpp"

#include <stdexcept>

namespace weft {

void StampedToken::refuse_stamp() {
  throw std::out_of_range("switches of tokens know 5 hours of simulated time");
}

}  // namespace weft
