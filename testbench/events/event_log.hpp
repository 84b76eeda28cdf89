// Writes events into a file.
#pragma once

#include <string>
#include <vector>

#include "testbench/events/event_line.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/waveforms/output_file.hpp"

namespace weft {

/// What a user asks for with --events, --events-kind and --events-filter.
struct EventLogOptions {
  std::string file;                  ///< Ends in .csv or .jsonl.
  std::vector<std::string> kinds;    ///< Names; empty for all.
  std::vector<std::string> filters;  ///< Patterns of places (see selects); empty for all.
};

/// A line for each event, in the order of their times; see docs/events.md for the columns.
class EventLog final : public EventSink {
 public:
  /// Throws InputError for a file that cannot be written or has another ending, and for a kind that
  /// there is not.
  explicit EventLog(const EventLogOptions& options);

  /// Listens to those of the places that were asked for; to be called before the run. Throws
  /// InputError for a pattern that matches none of them, for a kind that was asked for and that no
  /// place has, and where none that was asked for has any of those.
  void listen(EventStream& events, const std::vector<EventSource>& sources);
  void write(const Event& event) override;
  /// Gives the file its name. Throws InputError if something could not be written.
  void close();
  const std::string& path() const { return file_.path(); }

 private:
  std::vector<std::string> filters_;
  EventKinds kinds_;
  bool kinds_asked_for_;  // else all that there are
  EventFormat format_;
  EventLine line_;
  OutputFile file_;
};

}  // namespace weft
