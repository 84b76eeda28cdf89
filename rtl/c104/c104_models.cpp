#include "rtl/c104/c104_models.hpp"

#include "rtl/common/own_models.hpp"

namespace weft::rtl {

std::unique_ptr<C104Model> make_c104_model(unsigned links) {
  const OwnModels* const models = own_models();
  return models != nullptr ? models->make_c104(links) : nullptr;
}

unsigned most_c104_links() {
  const OwnModels* const models = own_models();
  return models != nullptr ? models->most_c104_links : 0;
}

}  // namespace weft::rtl
