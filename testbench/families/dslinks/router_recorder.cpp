#include "testbench/families/dslinks/link_recorders.hpp"
#include "testbench/families/dslinks/token_codes.hpp"

namespace weft {

RouterRecorder::RouterRecorder(WaveWriter& writer, const TracedLink& link,
                               const Variables& variables, EventStream& events)
    : writer_(&writer), link_(link), variables_(variables) {
  link.router->show_levels();
  sample(sc_core::sc_time_stamp().value());
  events.attach(*this, link_, {EventKind::token}, EventOrder::by_time);
  EventSource far;
  far.tokens = link_.far_tokens;
  events.attach(*this, far, {EventKind::token}, EventOrder::by_time);
}

void RouterRecorder::sample(Time time) {
  const C104Core& router = *link_.router;
  const unsigned port = link_.port;
  if (variables_.input_level) {
    writer_->change(*variables_.input_level, router.input_level(port), time);
  }
  if (variables_.output_level) {
    writer_->change(*variables_.output_level, router.output_level(port), time);
  }
  if (variables_.connected) {
    const int input = router.connected_to(port);
    const std::uint64_t code = input < 0 ? wave_code::no_input : static_cast<unsigned>(input);
    writer_->change(*variables_.connected, code, time);
  }
}

}  // namespace weft
