#include "testbench/workloads/pathway_latency.hpp"

#include <algorithm>
#include <functional>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned data_words = 4;
constexpr std::uint64_t settled = 100;  // clocks after which a header is on its way

// The whole life of a pathway, with a note of the time at each step.
Program source(CellProcess& cell, Pathway way, PathwayLatency::Steps& steps) {
  const unsigned own = cell.own_channel();
  co_await cell.bind_output(0, own);
  steps.asked = cell.now();
  co_await cell.acquire(own, way.bus, way.pool);
  steps.acquired = cell.now();
  co_await cell.send_marker(own, WordTag::pathway_begin, encode(way.header[0]));
  steps.begun = cell.now();
  co_await cell.send_word(own, encode(way.header[1]));
  steps.addressed = cell.now();
  co_await cell.compute(settled);  // until the queue is empty: no operation stalls
  steps.message = cell.now();
  co_await cell.send_marker(own, WordTag::message_begin, address_mask);  // for nobody: it passes
  steps.message_begun = cell.now();
  for (unsigned i = 0; i < data_words; ++i) co_await cell.write(0, i);
  co_await cell.compute(settled);
  steps.ending = cell.now();
  co_await cell.send_marker(own, WordTag::message_end);
  steps.message_ended = cell.now();
  co_await cell.send_marker(own, WordTag::pathway_end);
  steps.closed = cell.now();
  Arrival back;
  co_await accept_pathway(cell, 0, back);
  for (bool ended = false; !ended;) {
    const Word word = co_await cell.read(0);
    ended = word.tag == WordTag::pathway_end;
  }
}

// Lets the message wait at the head of the queue until it joins the pathways.
Program joint(CellProcess& cell, Pathway way, PathwayLatency::Steps& steps) {
  const unsigned own = cell.own_channel();
  Arrival arrival;
  co_await accept_pathway(cell, 0, arrival);
  const int output = co_await cell.acquire(own, way.bus, way.pool);
  co_await cell.send_marker(own, WordTag::pathway_begin, encode(way.header[0]));
  co_await cell.send_word(own, encode(way.header[1]));
  co_await cell.await_event(events(AgentEvent::unclaimed_message));
  co_await cell.compute(settled);
  steps.joined = cell.now();
  co_await cell.join(arrival.channel, static_cast<unsigned>(output));
  co_await cell.await_event(events(AgentEvent::pathway_end));
  co_await cell.join(own, static_cast<unsigned>(output));
  co_await cell.send_marker(own, WordTag::pathway_end);
}

}  // namespace

Time PathwayLatency::Recorder::first(WordTag tag, Time from) const {
  const auto found = std::find_if(events.begin(), events.end(), [&](const WordEvent& event) {
    return event.word.tag == tag && event.begin >= from;
  });
  return found == events.end() ? never : found->begin;
}

PathwayLatency::PathwayLatency(System& system) : Workload(system) {
  const auto last = static_cast<unsigned>(cells_of(system).size() - 1);
  PathwayPlanner planner(platform(), common_pools(platform()));
  there_ = planner.plan(0, last).value();
  back_ = planner.plan(last, 0).value();
  // the header names the corner; the cell before it is passed straight on
  const HeaderWord& corner = there_.header.front();
  const std::vector<PathwayBus> busses = busses_between_cells(platform());
  const auto to_corner = std::find_if(busses.begin(), busses.end(), [&](const PathwayBus& between) {
    return between.to == corner.address && between.bus->from.port == index_of(there_.bus);
  });
  const std::size_t passed = to_corner->from;
  const auto& cells = cells_of(system);
  cells[0].reports->words(there_.bus).bind(way_[0]);
  cells[passed].reports->words(there_.bus).bind(way_[1]);
  cells[corner.address].reports->words(corner.direction).bind(way_[2]);
  cells[last].reports->words(back_.bus).bind(out_of_joint_);
  start_on_cells().start(cells[0], source, there_, std::ref(steps_));
  start_on_cells().start(cells[last], joint, back_, std::ref(steps_));
}

ReportedValues PathwayLatency::figures(bool all_that_may_be) const {
  ReportedValues values;
  const auto add = [&](const char* name, Time from, Time to) {
    if (!all_that_may_be && (from == never || to == never)) return;
    values.push_back(reported::single(
        name, static_cast<double>(to - from) / static_cast<double>(nanosecond), Unit::nanoseconds));
  };
  constexpr WordTag begin = WordTag::pathway_begin;
  const Steps& s = steps_;
  add("acquire a logical channel", s.asked, s.acquired);
  add("pathway begin marker", s.acquired, s.begun);
  add("each corner address", s.begun, s.addressed);
  add("pathway end marker", s.message_ended, s.closed);
  add("forward an unmatched marker", way_[0].first(begin), way_[1].first(begin));
  add("turn a corner", way_[1].first(begin), way_[2].first(begin));
  add("join to first word", s.joined, out_of_joint_.first(WordTag::message_begin, s.joined));
  add("message begin marker", s.message, s.message_begun);
  add("message end marker", s.ending, s.message_ended);
  return values;
}

}  // namespace weft
