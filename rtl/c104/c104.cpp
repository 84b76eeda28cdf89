#include "rtl/c104/c104.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/c104/parameter_check.hpp"
#include "hw/c104/registers.hpp"
#include "hw/common/kernel_time.hpp"
#include "hw/common/parameter_error.hpp"
#include "rtl/common/own_models.hpp"
#include "rtl/common/pin_bits.hpp"

namespace weft::rtl {

namespace {

constexpr unsigned most_buffer = 64;
constexpr unsigned most_intervals = 36;

}  // namespace

std::string find_rtl_fault(const C104Parameters& parameters,
                           const std::vector<DsLinkParameters>& links, unsigned most_links) {
  const auto& p = parameters;
  if (most_links == 0) return why_no_models();
  if (p.links > most_links) {
    return fmt::format("links ({}) can be at most {}", p.links, most_links);
  }
  if (p.input_buffer > most_buffer || p.output_buffer > most_buffer) {
    return fmt::format("input_buffer ({}) and output_buffer ({}) can be at most {} tokens",
                       p.input_buffer, p.output_buffer, most_buffer);
  }
  if (p.arbitration != Arbitration::fifo || p.acknowledgement_priority) {
    return "arbitration must be fifo, without acknowledgement_priority";
  }
  if (p.routing_latency < 3 * p.clock) {
    return fmt::format("routing_latency ({} ps) must be 3 clocks or more", p.routing_latency);
  }
  for (const C104LinkParameters& link : p.per_link) {
    if (link.intervals.size() > most_intervals) {
      return fmt::format("a link has {} intervals, of {} at most", link.intervals.size(),
                         most_intervals);
    }
  }
  const Time clock = common_clock(links, p.clock);
  for (const DsLinkParameters& link : links) {
    if (const std::string fault = find_rtl_fault(link, clock); !fault.empty()) return fault;
    if (link.auto_start || link.enable_at != 0 || link.time_code_interval != 0) {
      return "auto_start, enable_at and time_code_interval are not for a link of a C104";
    }
  }
  return {};
}

unsigned links_in_use(const C104Parameters& parameters) {
  unsigned links = 1;
  for (unsigned port = 0; port < parameters.per_link.size(); ++port) {
    const C104LinkParameters& link = parameters.per_link[port];
    if (!link.connected) continue;
    links = std::max(links, port + 1);
    for (const Interval& interval : link.intervals) {
      links = std::max<unsigned>(links, interval.first_link + interval.group_size);
    }
  }
  return links;
}

void configure(C104Model& model, const C104Parameters& parameters,
               const std::vector<DsLinkParameters>& links, Time clock, std::uint64_t held) {
  C104Model::Straps straps;
  straps.held = held;
  straps.input_buffer = parameters.input_buffer;
  straps.output_buffer = parameters.output_buffer;
  straps.routing_latency = static_cast<unsigned>(parameters.routing_latency / parameters.clock);
  straps.clock_period = static_cast<std::uint32_t>(parameters.clock);
  straps.localize_error = parameters.localize_error;
  straps.overlapping_groups = parameters.overlapping_groups;
  model.set_straps(straps);
  for (unsigned port = 0; port < parameters.links; ++port) {
    model.set_link_straps(port, straps_of(of_port(links, port), clock));
  }
  model.reset();
  using R = C104Registers;
  for (unsigned port = 0; port < parameters.links; ++port) {
    const C104LinkParameters& link = parameters.per_link[port];
    const std::uint32_t base = R::link_base(port);
    model.write_register(base + R::control, R::control_of(link));
    model.write_register(base + R::random_base, link.random_base);
    model.write_register(base + R::random_range, link.random_range);
    const auto count = static_cast<unsigned>(link.intervals.size());
    model.write_register(base + R::interval_count, count);
    for (unsigned i = 0; i < count; ++i) {
      model.write_register(base + R::limit(i), link.intervals[i].limit);
      model.write_register(base + R::target(i), R::target_of(link.intervals[i]));
    }
  }
}

C104::C104(sc_core::sc_module_name name, std::unique_ptr<C104Model> model,
           const C104Parameters& parameters, const std::vector<DsLinkParameters>& links,
           std::uint64_t seed, BesideWires beside)
    : sc_module(name),
      parameters_(checked(parameters)),
      policy_(parameters, seed),
      model_(std::move(model)),
      clock_(common_clock(links, parameters.clock)),
      tags_(model_ == nullptr ? 0 : model_->links()),
      hops_(policy_, model_.get(), tags_) {
  if (const std::string fault =
          find_rtl_fault(parameters, links, model_ == nullptr ? 0 : model_->links());
      !fault.empty()) {
    throw std::invalid_argument(fault);
  }
  parameters_.per_link.resize(parameters_.links);
  for (unsigned port = 0; port < parameters_.links; ++port) {
    const DsLinkParameters& link = of_port(links, port);
    links_.push_back(
        std::make_unique<LinkPins>(fmt::format("link{}", port).c_str(), link, seed, port, beside));
    if (links_.back()->has_errors()) struck_.push_back(port);
    random_.emplace_back(seed, fmt::format("header{}", port));
  }
  SC_METHOD(edge);
}

// Pins of links that only the RTL has are not looked at.
template <class Action>
void C104::for_each_link(std::uint64_t pins, const Action& action) {
  for (pins &= low_bits(parameters_.links); pins != 0; pins &= pins - 1) {
    action(static_cast<unsigned>(std::countr_zero(pins)));
  }
}

void C104::start_of_simulation() {
  std::vector<DsLinkParameters> links;
  for (const auto& link : links_) links.push_back(link->parameters());
  configure(*model_, parameters_, links, clock_, held_);
  for (; !writes_.empty(); writes_.pop_front()) {
    model_->write_register(writes_.front().address, writes_.front().value);
  }
  for (unsigned port = 0; port < parameters_.links; ++port) {
    if ((held_ >> port & 1) != 0) continue;
    if (links_[port]->starts()) inputs_.start |= std::uint64_t{1} << port;
    if (parameters_.per_link[port].random_header) draw(port);
  }
}

// --- as its registers and its control unit see it

void C104::hold_links() {
  for (unsigned port = 0; port < parameters_.links; ++port) {
    if (parameters_.per_link[port].connected) held_ |= std::uint64_t{1} << port;
  }
}

const C104Counters& C104::counters() const {
  counters_.packets_routed = model_->read_register(C104Registers::packets_routed);
  counters_.packets_discarded = model_->read_register(C104Registers::packets_discarded);
  counters_.header_errors = model_->read_register(C104Registers::header_errors);
  counters_.packets_lost = lost_at_inputs() + lost_at_outputs_;
  return counters_;
}

void C104::register_written(std::uint32_t address, std::uint32_t value) {
  writes_.push_back({address, value});
}

SwitchInputHead C104::input_head(unsigned port) const {
  namespace bits = c104_map::link::input;
  const std::uint32_t value = read_link(port, C104Registers::input);
  return {static_cast<SwitchInputState>(bits::state.of(value)), bits::header.of(value),
          bits::output.of(value), bits::full.of(value) != 0};
}

SwitchLinkStatus C104::link_status(unsigned port) const {
  return {model_->state(port), model_->error(port),
          c104_map::link::status::credit.of(read_link(port, C104Registers::status))};
}

LinkError C104::stopped_by(unsigned port, Time) const {
  return model_->state(port) == LinkState::halted ? model_->error(port) : LinkError::none;
}

// The write of the register does it.
void C104::start_link(unsigned port) {
  const std::uint64_t bit = std::uint64_t{1} << port;
  if (policy_.link(port).random_header && (drawn_ & bit) == 0) draw(port);
}

void C104::halt_link(unsigned port, Time) { inputs_.stop |= std::uint64_t{1} << port; }

// --- what waits

std::uint32_t C104::read_link(unsigned link, std::uint32_t offset) const {
  return model_->read_register(C104Registers::link_base(link) + offset);
}

StandingPacket C104::packet_at(unsigned input, Time) const {
  using State = StandingPacket::State;
  using InputState = SwitchInputState;
  namespace bits = c104_map::link::input;
  const std::uint32_t value = read_link(input, C104Registers::input);
  const auto state = static_cast<InputState>(bits::state.of(value));
  const std::uint32_t header = bits::header.of(value);
  if (state == InputState::waiting) {
    return {bits::look_up.of(value) != 0 ? State::routing : State::waits, tags_.head(input), header,
            policy_.table(input).lookup(header).links()};
  }
  if (state != InputState::connected || bits::full.of(value) == 0) return {};
  return {State::crosses, tags_.head(input), header, std::uint64_t{1} << bits::output.of(value)};
}

OutputState C104::output(unsigned port, Time) const {
  namespace bits = c104_map::link::status;
  const LinkPins& link = *links_[port];
  OutputState state;
  state.dead = link.down_for_good();
  const std::uint32_t status = read_link(port, C104Registers::status);
  state.full = static_cast<LinkState>(bits::state.of(status)) == LinkState::run &&
               bits::credit.of(status) == 0;
  for (unsigned input = 0; input < parameters_.links; ++input) {
    namespace head = c104_map::link::input;
    const std::uint32_t value = read_link(input, C104Registers::input);
    if (static_cast<SwitchInputState>(head::state.of(value)) == SwitchInputState::connected &&
        head::output.of(value) == port) {
      state.holder = static_cast<int>(input);
    }
  }
  state.moved = link.counters().data + link.counters().ends;
  return state;
}

bool C104::expects_event(Time now) const {
  for (unsigned input = 0; input < parameters_.links; ++input) {
    if (packet_at(input, now).state == StandingPacket::State::routing) return true;
  }
  return false;
}

PacketLosses C104::losses() const {
  const C104Counters& counted = counters();
  return {counted.header_errors, 0, counted.packets_lost, 0};
}

// A packet that was at the head of its input has crossed, is still there, was dropped for its
// header, or is lost.
std::uint64_t C104::lost_at_inputs() const {
  std::uint64_t accounted = tags_.crossed() + counters_.packets_discarded +
                            counters_.header_errors +
                            static_cast<std::uint64_t>(std::popcount(in_header_));
  for (unsigned port = 0; port < parameters_.links; ++port) {
    const SwitchInputState state = input_head(port).state;
    const bool has_way = state == SwitchInputState::waiting || state == SwitchInputState::connected;
    if (has_way && !tags_.crosses(port)) ++accounted;
  }
  return tags_.opened() - std::min(tags_.opened(), accounted);
}

void C104::draw(unsigned link) {
  drawn_ |= std::uint64_t{1} << link;
  const std::uint64_t range = policy_.link(link).random_range;
  model_->set_random_number(link, static_cast<std::uint32_t>(random_[link].below(range)));
}

void C104::edge() {
  const Time now = kernel_time();
  gather_inputs(now);
  run_rtl(now, name(), [this, now] {
    model_->clock(inputs_, outputs_);
    follow_tags(now);
    look_at_headers();
    hops_.open(outputs_.opened & low_bits(parameters_.links));
    if (inputs_.enable) hops_.look(now);
  });
  inputs_.start = 0;
  inputs_.stop = 0;
  inputs_.write.reset();
  for_each_link(outputs_.random_take, [this](unsigned link) { draw(link); });
  tell_links(now);
  edge_done();
  next_trigger(sc_core::sc_time::from_value(clock_));
}

void C104::gather_inputs(Time now) {
  inputs_.time = now;
  if (!writes_.empty()) {
    inputs_.write = writes_.front();
    writes_.pop_front();
  }
  inputs_.enable = now % parameters_.clock == 0;
  inputs_.d_in = 0;
  inputs_.s_in = 0;
  inputs_.flip = 0;
  for (unsigned port = 0; port < parameters_.links; ++port) {
    const auto [d, s] = links_[port]->sample(now, clock_);
    inputs_.d_in |= std::uint64_t{d} << port;
    inputs_.s_in |= std::uint64_t{s} << port;
  }
  for (const unsigned port : struck_) {
    const bool transmitting = (outputs_.transmitting >> port & 1) != 0;
    if (links_[port]->inverts(now, transmitting)) inputs_.flip |= std::uint64_t{1} << port;
  }
}

void C104::follow_tags(Time now) {
  for_each_link(outputs_.received_first,
                [this](unsigned port) { tags_.receive(port, links_[port]->arriving_tag({})); });
  for_each_link(outputs_.opened, [this](unsigned port) { tags_.open(port); });
  for_each_link(outputs_.taken_first, [this, now](unsigned port) {
    PacketTag tag = tags_.take(port);
    if (!policy_.link(port).external) tag.trace.leaves_router(now);
    links_[port]->next_packet(tag, {});
  });
  for_each_link(outputs_.cleared, [this](unsigned port) { clear_output(port); });
  for_each_link(outputs_.pushed_first,
                [this](unsigned port) { tags_.push(model_->pushed_from(port), port); });
}

// The rest of a packet that is being transmitted is lost too.
void C104::clear_output(unsigned port) {
  lost_at_outputs_ += tags_.clear(port) + (links_[port]->in_packet() ? 1 : 0);
}

void C104::look_at_headers() {
  in_header_ |= outputs_.opened;
  for_each_link(in_header_, [this](unsigned port) {
    if (input_head(port).state != SwitchInputState::header) {
      in_header_ &= ~(std::uint64_t{1} << port);
    }
  });
}

void C104::tell_links(Time now) {
  for (unsigned port = 0; port < parameters_.links; ++port) {
    links_[port]->drive((outputs_.d_out >> port & 1) != 0, (outputs_.s_out >> port & 1) != 0, now);
  }
  for_each_link(outputs_.bit_begun & inputs_.flip,
                [this, now](unsigned port) { links_[port]->bit_inverted(now); });
  for_each_link(outputs_.state_changed, [this, now](unsigned port) {
    links_[port]->state_changes(model_->state(port), model_->error(port), now);
    if (on_link_change_) on_link_change_(port, now);
  });
  for_each_link(outputs_.token_begun, [this, now](unsigned port) {
    links_[port]->token_begins(model_->begun_token(port), (outputs_.token_fast >> port & 1) != 0,
                               now);
  });
}

}  // namespace weft::rtl
