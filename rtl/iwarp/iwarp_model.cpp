#include "rtl/iwarp/iwarp_model.hpp"

#include "rtl/common/own_models.hpp"

namespace weft::rtl {

std::unique_ptr<IwarpModel> make_iwarp_model() {
  const OwnModels* const models = own_models();
  return models != nullptr ? models->make_iwarp() : nullptr;
}

}  // namespace weft::rtl
