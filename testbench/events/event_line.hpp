// One line of an event log, as CSV or as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

/// Columns of a log, in their order; times are in ps.
enum class EventColumn : std::uint8_t {
  time_ps,
  event,
  place,
  packet,   ///< Id of the packet.
  what,     ///< Kind of token, packet or word; state of a link.
  value,    ///< Byte of a token, word of a bus.
  bytes,    ///< Of a packet or a message.
  channel,  ///< Virtual channel, or number of the channel on a bus.
  hops,     ///< Routers passed so far.
  begin_ps,
  end_ps,
  cause,     ///< Of an error, or of a wait.
  input,     ///< Of a switch.
  output,    ///< Of a switch.
  asked_ps,  ///< For an output.
  holder,    ///< Id of the packet that has the output.
};

enum class EventFormat : std::uint8_t { csv, json_lines };

/// Values are given in the order of the columns; those that are left out are empty in CSV and not
/// there in JSON.
class EventLine {
 public:
  explicit EventLine(EventFormat format) : format_(format) {}

  void add(EventColumn column, std::uint64_t number);
  /// Without quotes and control characters.
  void add(EventColumn column, std::string_view text);
  /// The line with its end; the next one begins.
  std::string take();

  /// Names of the columns as the first line of a CSV file.
  static std::string header();

 private:
  void begin(EventColumn column);

  EventFormat format_;
  std::string text_;
  unsigned column_ = 0;  // CSV: that `text_` is in
};

}  // namespace weft
