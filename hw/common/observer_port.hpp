// What a model tells its observers through.
#pragma once

#include <memory>
#include <vector>

#include <tlm>

namespace weft {

/// An analysis port that is no object of SystemC's: a link end has two of them, a large network a
/// million, and hardly any has an observer, so that one without is two pointers. `bound()` lets a
/// model skip the making of an event nobody wants.
template <class Event>
class ObserverPort {
 public:
  using Observer = tlm::tlm_analysis_if<Event>;

  ObserverPort() = default;
  /// `unobserved` becomes false with each observer: a model has it where it need not ask.
  explicit ObserverPort(bool& unobserved) : unobserved_(&unobserved) {}

  void bind(Observer& observer) {
    if (observers_ == nullptr) observers_ = std::make_unique<std::vector<Observer*>>();
    observers_->push_back(&observer);
    if (unobserved_ != nullptr) *unobserved_ = false;
  }
  void operator()(Observer& observer) { bind(observer); }
  void unbind(Observer& observer) {
    if (observers_ == nullptr) return;
    std::erase(*observers_, &observer);
    if (observers_->empty()) observers_.reset();
  }
  bool bound() const { return observers_ != nullptr; }
  void write(const Event& event) {
    if (observers_ == nullptr) return;
    for (Observer* observer : *observers_) observer->write(event);
  }

 private:
  std::unique_ptr<std::vector<Observer*>> observers_;  // null without any
  bool* unobserved_ = nullptr;
};

}  // namespace weft
