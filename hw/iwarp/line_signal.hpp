// Lines of a bus that wake the cell which samples them.
#pragma once

#include <systemc>

namespace weft {

/// A cell that sleeps until lines change.
struct LineSleeper {
  bool asleep = false;
  sc_core::sc_event wake{"wake"};  ///< While it is asleep, in the delta cycle after a change.
};

/// A signal that tells its sleeper of changes while that is asleep, and of none else. Anyone may
/// wait for its `value_changed_event` as for that of any signal; SystemC makes that event for the
/// first who asks, and from then on each change costs its notification.
template <class T>
class LineSignal final : public sc_core::sc_signal<T> {
 public:
  using sc_core::sc_signal<T>::sc_signal;
  using sc_core::sc_signal<T>::operator=;

  /// `sleeper` must live as long as the simulation runs. False if it has another one: there is room
  /// for one.
  bool wakes(LineSleeper& sleeper) {
    if (sleeper_ != nullptr && sleeper_ != &sleeper) return false;
    sleeper_ = &sleeper;
    return true;
  }

 private:
  void update() override {
    const bool asked = sleeper_ != nullptr && sleeper_->asleep;
    const T before = this->read();
    sc_core::sc_signal<T>::update();
    if (asked && !(this->read() == before)) sleeper_->wake.notify(sc_core::SC_ZERO_TIME);
  }

  LineSleeper* sleeper_ = nullptr;
};

}  // namespace weft
