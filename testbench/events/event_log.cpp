#include "testbench/events/event_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/name_filter.hpp"

namespace weft {
namespace {

EventFormat format_of(const std::string& file) {
  if (file.ends_with(".csv")) return EventFormat::csv;
  if (file.ends_with(".jsonl")) return EventFormat::json_lines;
  throw InputError(place_of(file), "no format of events goes by this name",
                   "a name that ends in .csv or .jsonl");
}

std::vector<std::string> names_of(const EventKinds& kinds) {
  std::vector<std::string> names;
  for (const EventKind kind : all_event_kinds) {
    if (kinds.contains(kind)) names.emplace_back(name_of(kind));
  }
  return names;
}

EventKind kind_named(const std::string& name) {
  for (const EventKind kind : all_event_kinds) {
    if (name == name_of(kind)) return kind;
  }
  const std::vector<std::string> names = names_of(EventKinds(all_event_kinds));
  throw InputError(place_of("--events-kind"), fmt::format("'{}' is no kind of event", name),
                   fmt::format("expected {}", list_names(names)), nearest_name(name, names));
}

EventKinds kinds_named(const std::vector<std::string>& names) {
  if (names.empty()) return EventKinds(all_event_kinds);
  EventKinds kinds;
  for (const std::string& name : names) kinds.add(kind_named(name));
  return kinds;
}

using Column = EventColumn;

void describe(EventLine& line, const TokenEvent& event) {
  if (event.tag.trace.id != 0) line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, name_of(event.token.kind));
  const TokenKind kind = event.token.kind;
  if (kind == TokenKind::data || kind == TokenKind::time_code)
    line.add(Column::value, event.token.value);
  line.add(Column::end_ps, event.end);
}

void describe(EventLine& line, const LinkStateEvent& event) {
  line.add(Column::what, name_of(event.state));
  if (event.error != LinkError::none) line.add(Column::cause, name_of(event.error));
}

const char* kind_of(const PacketTag& tag) {
  switch (tag.protocol.kind) {
    case PacketKind::unknown: return "unknown";
    case PacketKind::data: return "data";
    case PacketKind::acknowledgement: return "acknowledgement";
  }
  return "";
}

void describe(EventLine& line, const PacketBeginEvent& event) {
  line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, kind_of(event.tag));
  line.add(Column::channel, event.tag.protocol.channel);
  line.add(Column::hops, event.tag.protocol.hops);
}

void describe(EventLine& line, const PacketEndEvent& event) {
  line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, event.end == null_token ? "cut" : name_of(event.end.kind));
  line.add(Column::bytes, event.bytes);
  line.add(Column::begin_ps, event.begin);
}

void describe(EventLine& line, const PacketQueued& event) {
  line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, kind_of(event.tag));
  line.add(Column::bytes, event.tag.protocol.bytes);
  line.add(Column::channel, event.tag.protocol.channel);
  line.add(Column::begin_ps, event.tag.protocol.injected);
}

void describe(EventLine& line, const MessageSent& event) {
  line.add(Column::bytes, event.bytes);
  line.add(Column::channel, event.channel);
}

void describe(EventLine& line, const PacketArrival& event) {
  line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, kind_of(event.tag));
  line.add(Column::bytes, event.bytes);
  line.add(Column::channel, event.tag.protocol.channel);
  line.add(Column::hops, event.tag.protocol.hops);
  line.add(Column::begin_ps, event.tag.protocol.injected);
}

void describe(EventLine& line, const MessageArrival& event) {
  line.add(Column::bytes, event.message.bytes);
  line.add(Column::channel, event.message.channel);
  if (event.message.injected != never) line.add(Column::begin_ps, event.message.injected);
}

void describe(EventLine& line, const WordEvent& event) {
  line.add(Column::what, name_of(event.word.tag));
  line.add(Column::value, event.word.value);
  line.add(Column::channel, event.channel);
}

void describe(EventLine& line, const DequeueEvent& event) {
  line.add(Column::channel, event.channel);
}

void describe(EventLine& line, const PacketHopEvent& event) {
  line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, kind_of(event.tag));
  line.add(Column::hops, event.tag.protocol.hops);
  line.add(Column::input, event.input);
  line.add(Column::output, event.output);
  line.add(Column::asked_ps, event.asked);
}

void describe(EventLine& line, const PacketWaitEvent& event) {
  line.add(Column::packet, event.tag.trace.id);
  line.add(Column::what, kind_of(event.tag));
  line.add(Column::hops, event.tag.protocol.hops);
  line.add(Column::cause, name_of(event.cause));
  line.add(Column::input, event.input);
  line.add(Column::output, event.output);
  if (event.holder.id != 0) line.add(Column::holder, event.holder.id);
}

EventKinds kinds_of(const std::vector<EventSource>& sources) {
  EventKinds kinds;
  for (const EventSource& source : sources) {
    for (const EventKind kind : all_event_kinds) {
      if (source.kinds().contains(kind)) kinds.add(kind);
    }
  }
  return kinds;
}

// Of what was asked for something must be there; at `packet` and `stream`, say, are no tokens.
void require_any(const EventKinds& there, const EventKinds& asked, std::string_view nobody_has) {
  for (const EventKind kind : all_event_kinds) {
    if (there.contains(kind) && asked.contains(kind)) return;
  }
  throw InputError(place_of("--events-kind"),
                   fmt::format("{} events of the kind {}", nobody_has, list_names(names_of(asked))),
                   there.empty() ? "expected a platform with events"
                                 : fmt::format("expected {}", list_names(names_of(there))));
}

}  // namespace

EventLog::EventLog(const EventLogOptions& options)
    : filters_(options.filters),
      kinds_(kinds_named(options.kinds)),
      kinds_asked_for_(!options.kinds.empty()),
      format_(format_of(options.file)),
      line_(format_),
      file_(options.file, "--events") {
  if (format_ == EventFormat::csv) file_.write(EventLine::header());
}

void EventLog::listen(EventStream& events, const std::vector<EventSource>& sources) {
  std::vector<bool> chosen(sources.size(), filters_.empty());
  for (const std::string& filter : filters_) {
    bool any = false;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!selects(filter, sources[i].name)) continue;
      chosen[i] = true;
      any = true;
    }
    if (any) continue;
    std::vector<std::string> names;
    for (const EventSource& source : sources) names.push_back(source.name);
    throw InputError(place_of("--events-filter"),
                     fmt::format("'{}' matches no place that has events", filter),
                     fmt::format("expected a pattern of places, which are {}", list_names(names)),
                     nearest_name(filter, names));
  }
  std::vector<EventSource> listened_to;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (chosen[i]) listened_to.push_back(sources[i]);
  }
  if (kinds_asked_for_) {
    const EventKinds there = kinds_of(sources);
    for (const EventKind kind : all_event_kinds) {
      if (kinds_.contains(kind)) require_any(there, {kind}, "no place has");
    }
    require_any(kinds_of(listened_to), kinds_, "no place that was asked for has");
  }
  events.attach(*this, listened_to, kinds_, EventOrder::by_time);
}

void EventLog::write(const Event& event) {
  line_.add(Column::time_ps, event.time());
  line_.add(Column::event, name_of(event.kind()));
  line_.add(Column::place, event.place->name);
  std::visit([this](const auto* report) { describe(line_, *report); }, event.report);
  file_.write(line_.take());
}

void EventLog::close() {
  file_.finish();
  file_.publish();
}

}  // namespace weft
