// Analysis port that knows whether anybody listens.
#pragma once

#include <tlm>

namespace weft {

/// A tlm_analysis_port; `bound()` lets a model skip the making of an event nobody wants.
template <class Event>
class ObserverPort : public tlm::tlm_analysis_port<Event> {
 public:
  using tlm::tlm_analysis_port<Event>::tlm_analysis_port;

  void bind(tlm::tlm_analysis_if<Event>& observer) {
    bound_ = true;
    tlm::tlm_analysis_port<Event>::bind(observer);
  }
  void operator()(tlm::tlm_analysis_if<Event>& observer) { bind(observer); }
  bool bound() const { return bound_; }

 private:
  bool bound_ = false;
};

}  // namespace weft
