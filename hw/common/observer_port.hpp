// What a model tells its observers through.
#pragma once

#include <algorithm>
#include <vector>

#include <tlm>

namespace weft {

/// An analysis port that is no object of SystemC's: a link end has two of them, a large network a
/// million, and hardly any has an observer. `bound()` lets a model skip the making of an event
/// nobody wants.
template <class Event>
class ObserverPort {
 public:
  using Observer = tlm::tlm_analysis_if<Event>;

  ObserverPort() = default;
  /// `unobserved` becomes false with each observer: a model has it where it need not ask.
  explicit ObserverPort(bool& unobserved) : unobserved_(&unobserved) {}

  void bind(Observer& observer) {
    observers_.push_back(&observer);
    if (unobserved_ != nullptr) *unobserved_ = false;
  }
  void operator()(Observer& observer) { bind(observer); }
  void unbind(Observer& observer) {
    observers_.erase(std::remove(observers_.begin(), observers_.end(), &observer),
                     observers_.end());
  }
  bool bound() const { return !observers_.empty(); }
  void write(const Event& event) {
    for (Observer* observer : observers_) observer->write(event);
  }

 private:
  std::vector<Observer*> observers_;
  bool* unobserved_ = nullptr;
};

}  // namespace weft
