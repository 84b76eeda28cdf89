#include "tlm/protocol/link_place.hpp"

#include <utility>

namespace weft {

class LinkPlace::OwnModule final : public sc_core::sc_module {
 public:
  OwnModule(sc_core::sc_module_name name, std::function<void()> start)
      : sc_module(name), start_(std::move(start)) {}

 private:
  void start_of_simulation() override {
    if (start_) start_();
  }

  std::function<void()> start_;
};

void LinkPlace::Delete::operator()(OwnModule* module) const { delete module; }

LinkPlace::LinkPlace(const char* name, std::function<void()> start) : name_(name) {
  sc_core::sc_module* const around = sc_core::sc_get_curr_simcontext()->hierarchy_curr();
  if (dynamic_cast<StartsItsLinks*>(around) != nullptr) {
    owner_ = around;
  } else {
    own_.reset(new OwnModule(name, std::move(start)));
  }
}

sc_core::sc_module& LinkPlace::module() {
  if (own_ == nullptr) {
    const AmongChildren here(*owner_);
    own_.reset(new OwnModule(name_.c_str(), {}));
  }
  return *own_;
}

}  // namespace weft
