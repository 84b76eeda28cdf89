// Lines of a bus that wake the cell which samples them.
#pragma once

#include <systemc>

namespace weft {

/// A cell that sleeps until lines change.
struct LineSleeper {
  bool asleep = false;
  sc_core::sc_event wake{"wake"};  ///< While it is asleep, in the delta cycle after a change.
};

/// A signal that cells drive and sample without calls of SystemC's. It tells its sleeper of changes
/// while that is asleep, and of none else. Anyone may bind it and wait for its
/// `value_changed_event` as for that of any signal; SystemC makes that event for the first who
/// asks, and from then on each change costs its notification.
template <class T>
class LineSignal final : public sc_core::sc_signal<T, sc_core::SC_ONE_WRITER> {
  using Signal = sc_core::sc_signal<T, sc_core::SC_ONE_WRITER>;

 public:
  using Signal::Signal;
  using Signal::operator=;

  /// From now on `sampled` is what stands on the lines. Both must live as long as the simulation
  /// runs. False if it is shown elsewhere: there is room for one.
  bool show_to(LineSleeper& sleeper, T& sampled) {
    if (sampled_ != nullptr && sampled_ != &sampled) return false;
    sleeper_ = &sleeper;
    sampled_ = &sampled;
    sampled = this->read();
    return true;
  }

  /// What `write` does in the process `writer`, which must be the one that runs, but for the
  /// update: true if that is left to the caller, by `update_driven` in this delta cycle.
  bool drive(const T& value, const sc_core::sc_object* writer) {
    if (this->m_writer_p.get_process_object() != writer) {  // at first; SystemC checks for others
      this->write(value);
      return false;
    }
    if (this->m_new_val == value) return false;
    this->m_new_val = value;
    return true;
  }
  /// In the update phase, as sc_signal does it; `stamp` is the kernel's.
  void update_driven(sc_dt::uint64 stamp) {
    if (this->m_new_val == this->m_cur_val) return;
    this->notify_next_delta(this->m_change_event_p);
    this->m_change_stamp = stamp;
    this->m_cur_val = this->m_new_val;
    if (sleeper_ == nullptr) return;
    *sampled_ = this->m_cur_val;
    if (sleeper_->asleep) sleeper_->wake.notify(sc_core::SC_ZERO_TIME);
  }

 private:
  void update() override {
    sc_core::sc_writer_policy_check_write::update();
    update_driven(sc_core::sc_get_curr_simcontext()->change_stamp());
  }

  LineSleeper* sleeper_ = nullptr;
  T* sampled_ = nullptr;
};

}  // namespace weft
