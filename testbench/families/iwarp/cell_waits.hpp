// Who waits for whom among the programs of iWarp cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "hw/iwarp/port_operations.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/system.hpp"
#include "testbench/families/iwarp/cell_monitor.hpp"
#include "testbench/programs/program_position.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// Looks at programs that are stalled, and at the channels in front of them. A program at an empty
/// queue waits for the cell where the pathway begins, if all of it is empty, or for the one that
/// has split it; where no pathway leads there, for anybody, as each may open one. At a full queue
/// it waits for the cell where the pathway ends, if all of it is full; for a channel, or behind a
/// header that waits for one, for any of the cells whose pathways hold such a channel. What no
/// chain of waits leads to a program that can go on is in a deadlock; a program that has ended
/// never goes on. A program that waits for an event goes on if anybody does. When nobody does any
/// more, it is a server whose work is over if it has been told of events before and others have
/// ended, and in no deadlock itself; unless a header waits for a channel that nobody will give
/// back. One that was never told of any, or waits for what the hardware cannot raise, as no bus
/// leads to the cell and no spooling gate runs, stands still.
class CellWaits final : public Watch {
 public:
  CellWaits(const System& system, const ProgramPositions& positions);

  /// A deadlock among programs that have not gone on since the call before.
  std::string look(Time now) override;
  /// Spooling gates that came to their limit, which nobody has noticed.
  std::string unseen_errors() const override;
  /// That words were sent and none has arrived; what cells have thrown away; where each program in
  /// assembly stands that has not halted; and other programs that have waited for half of the run
  /// or longer, but for servers.
  Alarms alarms(Time now) const override;

 private:
  /// A logical input channel of a cell; of a far end, its bus.
  struct Channel {
    unsigned cell = 0;  // address
    unsigned input = 0;
  };
  /// What a program waits for, and whose programs may end it: one of them is enough.
  struct Wait {
    enum class On : std::uint8_t { programs, anybody, event };

    std::string what;
    std::vector<unsigned> cells;  // of `programs`
    On on = On::programs;
  };
  /// Whence words come to an input channel.
  struct Feeder {
    enum class Kind : std::uint8_t {
      nothing,    ///< No bus leads there.
      open,       ///< No pathway does, but one may be opened.
      elsewhere,  ///< What is no cell, of which nothing is known.
      program,    ///< The pathway is in the hands of the cell's program, as one that it has split.
      channel,
      bus,  ///< A word, or the signal that one has left, is on its way.
    };

    Kind kind = Kind::nothing;
    Channel channel;  // the far cell's input; of all but a channel only the cell counts
  };

  CommunicationInterface& agent(unsigned cell) const;
  Feeder before(const Channel& channel) const;
  std::optional<Channel> behind(const Channel& channel, unsigned output) const;
  std::optional<unsigned> source(Channel channel) const;
  bool spooled(const Channel& channel) const;

  Wait wait_of(unsigned cell) const;
  Wait wait_for_words(const Channel& channel) const;
  Wait wait_for_room(Channel channel) const;
  Wait wait_for_channel(unsigned cell, ChannelSet outputs) const;
  Wait wait_for_event(unsigned cell, EventSet kinds) const;
  Wait wait_of_operation(unsigned cell, const port::Operation& operation) const;
  Wait wait_at_gates(unsigned cell, const std::vector<int>& inputs,
                     const std::vector<int>& outputs) const;
  std::size_t picture() const;
  bool spools_are_idle() const;
  bool words_are_on_their_way() const;
  std::vector<std::string> waiting_headers() const;
  bool is_server(unsigned cell, bool others_ended) const;
  std::vector<bool> find_stuck(const std::vector<Wait>& waits, bool quiet, bool headers) const;
  std::string line(unsigned cell, const Wait& wait) const;
  std::string name(unsigned cell) const;

  const System* system_;
  const std::vector<CellView>* cells_;  // by address
  std::deque<CellMonitor> monitors_;    // by address
  std::vector<std::uint64_t> active_;   // of the look before
  std::vector<bool> seen_;              // stalled at the look before
  std::size_t picture_ = 0;             // of the channels at the look before
  bool quiet_ = false;                  // nothing had moved at that look since the one before
  bool only_cells_ = true;              // no bus is cut, or leads to what is no cell
  /// The other end of a bus: the cell, and its bus there.
  struct FarEnd : Channel {
    Time cut_at = never;
  };
  Time now_ = 0;                                                 // of the last look
  using FarEnds = std::array<std::optional<FarEnd>, bus_count>;  // by bus
  std::vector<FarEnds> from_;                                    // by address, of input busses
  std::vector<FarEnds> to_;                                      // ... of output busses
  std::vector<std::array<bool, bus_count>> from_elsewhere_;      // ... words come from no cell
};

}  // namespace weft
