// The communication agent of an iWarp cell as the rest of the cell sees it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw/common/parameter_error.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/cell_client.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/channel_mode.hpp"
#include "hw/iwarp/crossbar.hpp"
#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/match_cam.hpp"
#include "hw/iwarp/parameter_check.hpp"
#include "hw/iwarp/parameters.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// What a cell has thrown away of what came in over a logical input channel.
struct ThrownAway {
  std::uint64_t pathways = 0;  ///< Whose header came back, or found no way on.
  std::uint64_t words = 0;     ///< Theirs, and those outside a pathway.

  friend bool operator==(const ThrownAway&, const ThrownAway&) = default;
};

/// What the other agents of the cell do with it, and what observers see of it, whether it is
/// CommunicationAgent or the Verilog. `input` and `output` are numbers of logical channels.
class CommunicationInterface {
 public:
  CommunicationInterface(const CommunicationInterface&) = delete;
  CommunicationInterface& operator=(const CommunicationInterface&) = delete;

  /// To be called before the start. Clients are called in the order in which they were attached.
  virtual void attach(CellClient& client) = 0;
  /// Cables are cut: of an output bus no word arrives that would be whole after `at`, of an input
  /// bus no dequeue signal. The cell does not notice.
  virtual void cut_output(Bus bus, Time at) = 0;
  virtual void cut_input(Bus bus, Time at) = 0;

  // For the other agents of the cell, in CellClient::clock.

  /// There is an output channel of this bus and pool.
  bool leads_to(Bus bus, unsigned pool) const {
    return (map_.outputs_of[index_of(bus)] & map_.outputs_in[pool]) != 0;
  }
  /// The bus of an output channel leads somewhere.
  bool leads_somewhere(unsigned output) const {
    ChannelSet open = 0;
    for (const ChannelSet outputs : map_.outputs_of) open |= outputs;
    return (open & bit(output)) != 0;
  }
  /// One of the cell's own channels asks for such a channel, of which there must be one.
  virtual void request(unsigned input, Bus bus, unsigned pool) = 0;
  /// Takes the request of one of the cell's own channels back, unless it has been granted.
  virtual void withdraw(unsigned input) = 0;
  /// Links one of the cell's own channels, which must lead nowhere, to this output channel. False
  /// if a pathway holds that.
  virtual bool assign(unsigned input, unsigned output) = 0;
  /// The output channel to which an input is linked, or Crossbar::none.
  virtual int output_of(unsigned input) const = 0;
  virtual unsigned room(unsigned input) const = 0;
  /// Puts a word into one of the cell's own channels; there must be room. A pathway begin marker
  /// gets the cell's address as its origin.
  virtual void push(unsigned input, Word word) = 0;
  /// A gate bound to this channel finds a word. A begin marker is looked at before it can be read.
  virtual bool readable(unsigned input) const = 0;
  /// The word behind `position` others, of which there must be one.
  virtual Word head(unsigned input, unsigned position) const = 0;
  Word head(unsigned input) const { return head(input, 0); }
  /// Takes the word at the head, of which there must be one.
  virtual Word take(unsigned input) = 0;
  /// Another channel may be linked to an output: what feeds it now has nothing left in its queue
  /// and, unless it is the cell's own, is in the midst of no message (section 6.1.6).
  virtual bool drained(unsigned output) const = 0;
  /// An output channel carries a pathway that neither begins nor is joined here.
  virtual bool passes_through(unsigned output) const = 0;
  /// Links an input to an output channel that a pathway holds, and makes that the default output.
  /// A message for this cell that waits at the head stays split off until it is read and the link
  /// restored.
  virtual void join(unsigned input, unsigned output) = 0;
  /// Links an input that a bus feeds to an output channel that a pathway holds, for the message at
  /// its head, or what is left of it, and leaves the default output as it is. The message's end
  /// marker ends it: the channel is split off behind it (section 6.1.7, routing by software).
  virtual void redirect(unsigned input, unsigned output) = 0;
  /// After a split: links an input to its default output again. It must have one.
  virtual void restore(unsigned input) = 0;
  /// The output to which a joint channel leads by default, or Crossbar::none.
  virtual int default_output(unsigned input) const = 0;

  /// A message that a program redirected is under way.
  bool redirected(unsigned input) const {
    const int output = output_of(input);
    return output != Crossbar::none && (map_.own & bit(input)) == 0 &&
           output != default_output(input) && !passes_through(static_cast<unsigned>(output));
  }

  /// Entries of the match CAM; see MatchCam.
  virtual void load_match(unsigned number, const MatchEntry& entry) = 0;
  virtual void clear_match(unsigned number) = 0;

  /// See EventRegisters.
  virtual void enable_event(AgentEvent event, ChannelSet channels) = 0;
  virtual void post_event(AgentEvent event, unsigned channel) = 0;
  /// Channels of which such an event can be seen.
  virtual ChannelSet event_status(AgentEvent event) const = 0;
  /// The first event of these kinds that can be seen; it is then cleared.
  virtual std::optional<AgentStatus> take_event(EventSet kinds) = 0;
  /// Those of these kinds of which an event can be seen.
  virtual EventSet pending_events(EventSet kinds) const = 0;
  /// An event of a spooling gate was posted at this edge: it can be seen at the next one.
  virtual bool spool_event_posted() const = 0;

  /// Something has changed for which another agent of the cell may wait: all are asked at the next
  /// edge.
  virtual void stir() = 0;

  // Communication contexts (Feldmann et al. 1993, section 4.2), by registers: see
  // channel_context.hpp

  /// While it is frozen no word leaves a queue but through the gates.
  virtual void freeze() = 0;
  virtual void wake() = 0;
  virtual bool frozen() const = 0;
  virtual std::uint32_t input_context(unsigned input) const = 0;
  virtual std::uint32_t output_context(unsigned output) const = 0;
  // What writes needs find_context_fault or find_release_fault to find nothing; at most one write
  // in a clock.
  /// Inputs lead nowhere then, as after reset.
  virtual void release_inputs(ChannelSet inputs) = 0;
  /// No pathway holds the outputs then.
  virtual void release_outputs(ChannelSet outputs) = 0;
  /// Of a channel that was released.
  virtual void load_input(unsigned input, std::uint32_t context) = 0;
  virtual void load_output(unsigned output, std::uint32_t context) = 0;

  // For observers

  virtual unsigned queue_level(unsigned input) const = 0;
  virtual ChannelMode mode(unsigned input) const = 0;
  /// The input that feeds an output channel, or Crossbar::none.
  virtual int input_of(unsigned output) const = 0;
  /// Output channels of which a channel in the mode `routing` waits for one.
  virtual ChannelSet requested(unsigned input) const = 0;
  /// Output channels that pathways hold.
  virtual ChannelSet reserved() const = 0;
  /// In the queue at the far end, as far as is known here.
  virtual unsigned free_slots(unsigned output) const = 0;
  const ThrownAway& thrown_away(unsigned input) const { return thrown_away_[input]; }
  const ChannelMap& channels() const { return map_; }
  const IwarpParameters& parameters() const { return parameters_; }

 protected:
  /// Throws ParameterError, see check_parameters.
  explicit CommunicationInterface(const IwarpParameters& parameters)
      : map_(checked(parameters)), parameters_(parameters) {}
  ~CommunicationInterface() = default;

  /// Nothing leads to the far end of an output bus: its channels cannot be had.
  void close_bus(Bus bus) { map_.outputs_of[index_of(bus)] = 0; }

  void count_word_thrown_away(unsigned input) { ++thrown_away_[input].words; }
  void count_pathway_thrown_away(unsigned input) { ++thrown_away_[input].pathways; }

 private:
  ChannelMap map_;
  IwarpParameters parameters_;
  std::array<ThrownAway, most_channels> thrown_away_{};
};

}  // namespace weft
