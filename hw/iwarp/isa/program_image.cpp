#include "hw/iwarp/isa/program_image.hpp"

#include "hw/iwarp/isa/encoding.hpp"

namespace weft::isa {

std::vector<bool> ProgramImage::starts() const {
  std::vector<bool> starts(code.size());
  for (std::size_t i = 0; i < code.size(); i += words_of(code[i])) starts[i] = true;
  return starts;
}

}  // namespace weft::isa
