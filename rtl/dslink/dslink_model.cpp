#include "rtl/dslink/dslink_model.hpp"

#include "rtl/common/own_models.hpp"

namespace weft::rtl {

std::unique_ptr<DsLinkModel> make_dslink_model() {
  const OwnModels* const models = own_models();
  return models != nullptr ? models->make_dslink() : nullptr;
}

}  // namespace weft::rtl
