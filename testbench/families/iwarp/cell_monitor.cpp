#include "testbench/families/iwarp/cell_monitor.hpp"

#include <fmt/format.h>

#include <bit>
#include <variant>

#include "platforms/components/cells.hpp"
#include "testbench/programs/program_error.hpp"

namespace weft {

CellMonitor::CellMonitor(const CellView& cell, const ProgramPosition* position)
    : cell_(&cell), position_(position) {
  cell.core->communication().attach(*this);
}

void CellMonitor::clock(Time now) {
  const ComputationPort& computation = cell_->core->computation();
  if (!computation.fault().empty()) throw ProgramError(cell_->name, computation.fault());
  const State state = computation.ended()     ? State::ended
                      : computation.stalled() ? State::stalled
                                              : State::runs;
  if (state != State::stalled) ++active_;
  told_ = told_ || (state == State::runs &&
                    std::holds_alternative<port::AwaitEvent>(computation.operation()));
  if (state != state_) since_ = now;
  state_ = state;
  const CommunicationInterface& agent = cell_->core->communication();
  const bool any_error = agent.pending_events(events(AgentEvent::spool_error)) != 0;
  const ChannelSet errors = any_error ? agent.event_status(AgentEvent::spool_error) : 0;
  if (errors != 0 && spool_errors_ == 0) spool_error_since_ = now;
  spool_errors_ = errors;
  if (errors != 0 && has_program() && computation.ended()) fail(spool_error(), spool_error_since_);
}

std::string CellMonitor::spool_error() const {
  if (spool_errors_ == 0) return {};
  const auto gate = static_cast<unsigned>(std::countr_zero(spool_errors_));
  return fmt::format("spooling gate {} has come to its limit, {:#x}", gate,
                     cell_->core->memory().address(gate));
}

std::string CellMonitor::place() const {
  const std::string text = position_ == nullptr ? "no program" : position_->text();
  if (state_ == State::runs) return fmt::format("{} ({})", cell_->name, text);
  return fmt::format("{} ({}, since clock {})", cell_->name, text, since_ / cell_->clock);
}

void CellMonitor::fail(const std::string& what, Time since) const {
  throw ProgramError(cell_->name, fmt::format("{}: {}, at clock {}", position_->text(), what,
                                              since / cell_->clock));
}

}  // namespace weft
