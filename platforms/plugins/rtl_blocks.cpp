#include "platforms/plugins/rtl_blocks.hpp"

#include <variant>

#include "rtl/c104/c104_models.hpp"
#include "rtl/dslink/dslink_model.hpp"
#include "rtl/iwarp/iwarp_model.hpp"
#include "rtl/plugin/plugin.hpp"

namespace weft {
namespace {

template <class Model, class Own>
std::unique_ptr<Model> make(const Component& component, Own own) {
  const rtl::Plugin* plugin = component.type->rtl;
  if (plugin == nullptr) return own();
  return std::get<std::unique_ptr<Model> (*)()>(plugin->make)();
}

}  // namespace

std::unique_ptr<rtl::C104Model> make_rtl_c104(const Component& component, unsigned links) {
  return make<rtl::C104Model>(component, [links] { return rtl::make_c104_model(links); });
}

std::unique_ptr<rtl::DsLinkModel> make_rtl_dslink(const Component& component) {
  return make<rtl::DsLinkModel>(component, rtl::make_dslink_model);
}

rtl::BesideWires beside_wires_of(const Component& component) {
  const rtl::Plugin* const plugin = component.type->rtl;
  const bool told = plugin == nullptr || plugin->out_of_band;
  return told ? rtl::BesideWires::out_of_band : rtl::BesideWires::nothing;
}

std::unique_ptr<rtl::IwarpModel> make_rtl_iwarp(const Component& component) {
  return make<rtl::IwarpModel>(component, rtl::make_iwarp_model);
}

}  // namespace weft
