// The communication agent of an iWarp cell as the rest of the cell sees it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw/common/parameter_error.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/agent_registers.hpp"
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

/// The systolic gates of each kind (section 7.1).
inline constexpr unsigned gate_count = 2;

/// Through what words go to and from the queues of the logical channels.
enum class DataPort : std::uint8_t {
  gate_0,     ///< Of the computation agent: a word each way in a clock.
  gate_1,     ///< Another one.
  spool,      ///< Of the memory agent: a double word each way in a clock, of one channel.
  spool_end,  ///< An end marker that ends a spool; one in a clock.
};

/// What the other agents of the cell do with it, and what observers see of it, whether it is
/// CommunicationAgent or the Verilog. `input` and `output` are numbers of logical channels.
///
/// All goes through ports, each of which does in a clock what the hardware does: a use beyond that
/// throws std::logic_error. In a clock the memory agent comes first, then a register is written,
/// then come the gates: those that send, those that receive. While the memory agent takes words
/// from a queue gates find none there, and while it puts words in gates put none in, so that a
/// queue gets at most two words in a clock.
class CommunicationInterface {
 public:
  CommunicationInterface(const CommunicationInterface&) = delete;
  CommunicationInterface& operator=(const CommunicationInterface&) = delete;

  /// To be called before the start. Clients are called in the order in which they were attached.
  virtual void attach(CellClient& client) = 0;
  /// Clients are called at this edge, which is to come, though nothing in the cell asks for it: for
  /// an event that was posted from outside of their clock.
  virtual void call_clients_at(Time edge) = 0;
  /// Cables are cut: of an output bus no word arrives that would be whole after `at`, of an input
  /// bus no dequeue signal. The cell does not notice.
  virtual void cut_output(Bus bus, Time at) = 0;
  virtual void cut_input(Bus bus, Time at) = 0;

  // Gates and spools, in CellClient::clock

  /// A gate bound to this channel finds a word. A begin marker is looked at before it can be read.
  virtual bool readable(unsigned input) const = 0;
  /// All of some channels are readable, and the queues of all of others have room.
  virtual bool are_ready(ChannelSet readable, ChannelSet with_room) const;
  virtual unsigned queue_level(unsigned input) const = 0;
  unsigned room(unsigned input) const { return parameters_.queue_words - queue_level(input); }
  /// The word behind `position` others, of which there must be one.
  virtual Word head(unsigned input, unsigned position) const = 0;
  Word head(unsigned input) const { return head(input, 0); }
  /// Takes the word at the head of a readable channel by a gate.
  Word receive(unsigned gate, unsigned input) {
    const DataPort port = gate_port(gate);
    claim(bit_of(port), "a word is received twice through a gate");
    return take_word(port, input);
  }
  /// So many words can be put into one of the cell's own channels by gates.
  bool can_send(unsigned input, unsigned words) const {
    return (filled_ & bit(input)) == 0 && room(input) >= words;
  }
  /// A word can be put into each of several.
  bool can_send_to(ChannelSet inputs) const {
    return (filled_ & inputs) == 0 && are_ready(0, inputs);
  }
  /// Puts a word into one of the cell's own channels by a gate, where it can. A pathway begin
  /// marker gets the cell's address as its origin.
  void send(unsigned gate, unsigned input, Word word) {
    const DataPort port = gate_port(gate);
    claim(bit_of(port) << into_queues, "a word is sent twice through a gate");
    put_word(port, input, word);
  }
  /// Takes the word at the head of a readable channel by the memory agent. Up to two in a clock, of
  /// one channel.
  Word spool_from(unsigned input);
  /// Takes an end marker by the memory agent.
  Word spool_end(unsigned input);
  /// No end marker was taken in this clock.
  bool may_spool_end() const { return (used_ & bit_of(DataPort::spool_end)) == 0; }
  /// Puts a data word into one of the cell's own channels by the memory agent; there must be room.
  /// Up to two in a clock, of one channel.
  void spool_to(unsigned input, std::uint32_t value);
  /// No word was put into a channel so in this clock.
  bool may_spool_to() const { return (used_ & bit_of(DataPort::spool) << into_queues) == 0; }
  /// A spooling gate has ended, or failed: `event` is spool_end or spool_error.
  void post_spool_event(AgentEvent event, unsigned gate) {
    spool_event_posted_ = true;
    post_spool(event, gate);
  }
  /// An event of a spooling gate was posted at this edge: it can be seen at the next one.
  bool spool_event_posted() const { return spool_event_posted_; }

  // Events (section 7.3)

  /// The first event of these kinds that can be seen; it is then cleared. One in a clock.
  std::optional<AgentStatus> take_event(EventSet kinds);
  /// Those of these kinds of which an event can be seen.
  virtual EventSet pending_events(EventSet kinds) const = 0;
  /// Channels of which such an event can be seen.
  ChannelSet event_status(AgentEvent event) const;

  // Configuration: a register is written in a clock (docs/reference/registers.md). What is not told
  // to be found first must hold.

  void write(WriteGroup group, unsigned index, std::uint32_t data) {
    claim(register_write, "registers are written twice");
    write_register(group, index, data);
  }
  /// None was in this clock.
  bool may_write() const { return (used_ & register_write) == 0; }
  virtual std::uint32_t read(ReadGroup group, unsigned index) const = 0;

  /// One of the cell's own channels asks for such a channel, of which there must be one.
  void request(unsigned input, Bus bus, unsigned pool);
  /// Takes the request of one of the cell's own channels back, unless it has been granted.
  void withdraw(unsigned input);
  /// Links one of the cell's own channels, which must lead nowhere, to this output channel. False,
  /// and nothing is written, if a pathway holds that.
  bool assign(unsigned input, unsigned output);
  /// Links an input to an output channel that a pathway holds, and makes that the default output.
  /// A message for this cell that waits at the head stays split off until it is read and the link
  /// restored.
  void join(unsigned input, unsigned output);
  /// Links an input that a bus feeds to an output channel that a pathway holds, for the message at
  /// its head, or what is left of it, and leaves the default output as it is. The message's end
  /// marker ends it: the channel is split off behind it (section 6.1.7, routing by software).
  void redirect(unsigned input, unsigned output);
  /// After a split: links an input to its default output again. It must have one.
  void restore(unsigned input);
  /// Of the match CAM, for the next entry that is loaded.
  void set_match_value(std::uint32_t value);
  void set_match_mask(std::uint32_t mask);
  /// Loads an entry of the match CAM with the value and mask that were set; see MatchCam.
  void load_match(unsigned number, const MatchEntry& entry);
  void clear_match(unsigned number);
  /// See MatchCam::tell_of.
  void enable_event(AgentEvent event, ChannelSet channels);
  /// While it is frozen no word leaves a queue but through the gates.
  void freeze();
  void wake();

  // Allocation (section 5.1), by a register for each channel: see channel_place.hpp. What writes
  // needs find_allocation_fault to find nothing, and no dequeue signals of the input to wait. In
  // the clock in which an input becomes the cell's own no port puts a word into it: no instruction
  // can, as it sends when it ends, a clock later at the earliest.

  /// The input is then as after reset.
  void allocate_input(unsigned input, const InputPlace& place);
  void allocate_output(unsigned output, const OutputPlace& place);
  /// Inputs whose dequeue signals have not all gone.
  ChannelSet signals_waiting() const { return read(ReadGroup::signals, 0); }

  // Communication contexts (Feldmann et al. 1993, section 4.2), by registers: see
  // channel_context.hpp. What writes needs find_context_fault or find_release_fault to find
  // nothing.

  std::uint32_t input_context(unsigned input) const;
  std::uint32_t output_context(unsigned output) const;
  /// Inputs lead nowhere then, as after reset.
  void release_inputs(ChannelSet inputs);
  /// No pathway holds the outputs then.
  void release_outputs(ChannelSet outputs);
  /// Of a channel that was released.
  void load_input(unsigned input, std::uint32_t context);
  void load_output(unsigned output, std::uint32_t context);

  // What its registers tell, for the other agents and for observers

  bool frozen() const;
  ChannelMode mode(unsigned input) const;
  /// The output channel to which an input is linked, or Crossbar::none.
  int output_of(unsigned input) const;
  /// The output to which a joint channel leads by default, or Crossbar::none.
  int default_output(unsigned input) const;
  /// A message that a program redirected is under way.
  bool redirected(unsigned input) const;
  /// Output channels of which a channel in the mode `routing` waits for one.
  ChannelSet requested(unsigned input) const;
  /// The input that feeds an output channel, or Crossbar::none.
  int input_of(unsigned output) const;
  /// Another channel may be linked to an output: what feeds it now has nothing left in its queue
  /// and, unless it is the cell's own, is in the midst of no message (section 6.1.6).
  bool drained(unsigned output) const;
  /// An output channel carries a pathway that neither begins nor is joined here.
  bool passes_through(unsigned output) const;
  /// A pathway holds the output channel.
  bool reserved(unsigned output) const;
  /// Output channels that pathways hold.
  ChannelSet reserved() const;
  /// In the queue at the far end, as far as is known here.
  unsigned free_slots(unsigned output) const;

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
  const ThrownAway& thrown_away(unsigned input) const { return thrown_away_[input]; }
  const ChannelMap& channels() const { return map_; }
  const IwarpParameters& parameters() const { return parameters_; }

 protected:
  /// Throws ParameterError, see check_parameters.
  explicit CommunicationInterface(const IwarpParameters& parameters)
      : map_(checked(parameters)), parameters_(parameters) {}
  ~CommunicationInterface() = default;

  /// An edge of the clock has come: all ports can be used.
  void begin_clock() {
    used_ = 0;
    filled_ = 0;
    emptied_ = 0;
    spool_event_posted_ = false;
  }
  /// Inputs from which the memory agent has taken words in this clock.
  ChannelSet emptied() const { return emptied_; }

  /// Nothing leads to the far end of an output bus: its channels cannot be had.
  void close_bus(Bus bus) { map_.close(bus); }
  /// What was written into registers changes the allocation: WriteGroup::allocate, or a context.
  void change_allocation(WriteGroup group, unsigned index, std::uint32_t data);

  void count_word_thrown_away(unsigned input) { ++thrown_away_[input].words; }
  void count_pathway_thrown_away(unsigned input) { ++thrown_away_[input].pathways; }

 private:
  virtual Word take_word(DataPort port, unsigned input) = 0;
  virtual void put_word(DataPort port, unsigned input, Word word) = 0;
  virtual void post_spool(AgentEvent event, unsigned gate) = 0;
  virtual void write_register(WriteGroup group, unsigned index, std::uint32_t data) = 0;
  virtual std::optional<AgentStatus> take_posted(EventSet kinds) = 0;

  // in used_: a bit for each of the ports out of the queues, then for those into them
  static constexpr std::uint32_t bit_of(DataPort port) { return 1U << static_cast<unsigned>(port); }
  static constexpr unsigned into_queues = 8;
  static constexpr std::uint32_t register_write = 1U << 16;
  static constexpr std::uint32_t event_read = 1U << 17;
  static constexpr DataPort gate_port(unsigned gate) {
    return gate == 0 ? DataPort::gate_0 : DataPort::gate_1;
  }
  void claim(std::uint32_t port, const char* twice) {
    if ((used_ & port) != 0) refuse(twice);
    used_ |= port;
  }
  [[noreturn]] static void refuse(const char* twice);

  std::uint32_t used_ = 0;  // ports, in this clock
  ChannelSet filled_ = 0;   // by the memory agent, in this clock
  ChannelSet emptied_ = 0;
  bool spool_event_posted_ = false;
  ChannelMap map_;
  IwarpParameters parameters_;
  std::array<ThrownAway, most_channels> thrown_away_{};
};

}  // namespace weft
