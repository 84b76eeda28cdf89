// The small parts of an iWarp's communication agent, each by itself.

#include <gtest/gtest.h>

#include "hw/common/random.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/channel_queues.hpp"
#include "hw/iwarp/coming_in.hpp"
#include "hw/iwarp/crossbar.hpp"
#include "hw/iwarp/dequeue_signals.hpp"
#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/free_slots.hpp"
#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/iwarp.hpp"
#include "hw/iwarp/match_cam.hpp"
#include "hw/iwarp/parameter_check.hpp"
#include "hw/iwarp/round_robin.hpp"
#include "tests/hw/refused.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/iwarp/iwarp.hpp"

namespace weft::test {
namespace {

// --- lines

// A cell is told two clocks ahead, and takes up at each edge what came in at the one before.
TEST(ComingIn, tells_of_each_edge_what_ends_there_round_after_round) {
  ComingIn coming;
  for (unsigned edge = 0; edge < 5 * ComingIn::places; ++edge) {
    ComingIn::Lines& later = coming.at(ComingIn::place_of(edge + word_clocks));
    later.words |= bit(edge % 20);
    later.words |= bit((edge + 1) % 20);
    later.dequeues |= bit((edge + 7) % 20);
    ComingIn::Lines& now = coming.at(ComingIn::place_of(edge));
    const unsigned told = edge - word_clocks;
    EXPECT_EQ(now.words, edge < word_clocks ? 0 : bit(told % 20) | bit((told + 1) % 20)) << edge;
    EXPECT_EQ(now.dequeues, edge < word_clocks ? 0 : bit((told + 7) % 20)) << edge;
    EXPECT_EQ(now.empty(), edge < word_clocks);
    now = {};
  }
}

TEST(ComingIn, tells_the_next_edge_at_which_something_ends) {
  ComingIn coming;
  const unsigned now = ComingIn::places - 2;
  EXPECT_EQ(coming.edges_until_next(now), ComingIn::places);
  coming.at(ComingIn::place_of(now + 3)).dequeues = bit(3);
  EXPECT_EQ(coming.edges_until_next(now), 3U);
  coming.at(ComingIn::place_of(now + 1)).words = bit(0);
  EXPECT_EQ(coming.edges_until_next(now), 1U);
  coming.at(now).words = bit(31);
  EXPECT_EQ(coming.edges_until_next(now), 0U);
}

TEST(ComingIn, gives_the_words_back_that_are_not_in_the_latest_first) {
  ComingIn coming;
  const unsigned now = ComingIn::places - 1;
  coming.at(now).words |= bit(1);
  coming.at(ComingIn::place_of(now + 1)).words |= bit(4) | bit(2);
  coming.at(ComingIn::place_of(now + 1)).dequeues |= bit(3);
  coming.at(ComingIn::place_of(now + 2)).words |= bit(1);
  std::vector<std::pair<unsigned, unsigned>> words;
  coming.take_back_words(now,
                         [&](unsigned input, unsigned edges) { words.emplace_back(input, edges); });
  EXPECT_EQ(words, (std::vector<std::pair<unsigned, unsigned>>{{1, 2}, {2, 1}, {4, 1}}));
  EXPECT_EQ(coming.at(now).words, bit(1)) << "it is in";
  EXPECT_EQ(coming.at(ComingIn::place_of(now + 1)).words, 0U);
  EXPECT_EQ(coming.at(ComingIn::place_of(now + 1)).dequeues, bit(3));
}

TEST(BusCoding, every_word_on_every_channel_comes_out_as_it_went_in) {
  RandomStream stream(1, "words");
  WordReceiver receiver;
  for (unsigned channel = 0; channel < 32; ++channel) {
    for (unsigned tag = 0; tag <= static_cast<unsigned>(WordTag::application); ++tag) {
      const BusWord word{channel,
                         {static_cast<std::uint32_t>(stream()), static_cast<WordTag>(tag)}};
      PhaseDriver<BusLevels> driver;
      driver.load(phases_of(word));
      for (unsigned phase = 0; phase < 3; ++phase) {
        EXPECT_EQ(receiver.sample(driver.drive()), std::nullopt);
      }
      EXPECT_EQ(receiver.sample(driver.drive()), word);
      EXPECT_FALSE(driver.active());
      EXPECT_FALSE(receiver.active());
      EXPECT_EQ(receiver.sample(driver.drive()), std::nullopt);  // idle lines
    }
  }
}

TEST(BusCoding, the_phases_of_a_word_are_those_of_the_timing_diagram) {
  const auto phases = phases_of({0b01101, {0x44332211, WordTag::message_end}});
  EXPECT_EQ(phases[0], (BusLevels{0x11, 0b101}));
  EXPECT_EQ(phases[1], (BusLevels{0x22, 0b101}));
  EXPECT_EQ(phases[2], (BusLevels{0x33, 0b100}));
  EXPECT_EQ(phases[3], (BusLevels{0x44, 0b000}));
}

TEST(BusCoding, every_dequeue_signal_comes_out_as_it_went_in) {
  DequeueReceiver receiver;
  for (unsigned channel = 0; channel < 32; ++channel) {
    const auto phases = phases_of_dequeue(channel);
    EXPECT_EQ(receiver.sample({}), std::nullopt);
    for (unsigned phase = 0; phase < 3; ++phase) {
      EXPECT_EQ(receiver.sample(phases[phase]), std::nullopt);
    }
    EXPECT_EQ(receiver.sample(phases[3]), channel);
  }
  const auto phases = phases_of_dequeue(0b10110);
  EXPECT_EQ(phases[0].lines, 0b11);
  EXPECT_EQ(phases[1].lines, 0b01);
  EXPECT_EQ(phases[2].lines, 0b10);
  EXPECT_EQ(phases[3].lines, 0b00);
}

TEST(BusCoding, a_tag_that_does_not_exist_counts_as_data) {
  WordReceiver receiver;
  receiver.sample({0, 0b100});
  receiver.sample({0, 0});
  receiver.sample({0, 0b111});
  EXPECT_EQ(receiver.sample({1, 0}), (BusWord{0, {0x01000000, WordTag::data}}));
}

// --- headers and the match CAM

TEST(HeaderWord, keeps_every_field) {
  RandomStream stream(2, "headers");
  for (int i = 0; i < 1000; ++i) {
    const HeaderWord word{.address = static_cast<unsigned>(stream.below(1024)),
                          .origin = static_cast<unsigned>(stream.below(1024)),
                          .pool = static_cast<unsigned>(stream.below(16)),
                          .next_pool = static_cast<unsigned>(stream.below(16)),
                          .direction = static_cast<Bus>(stream.below(4)),
                          .turn = stream.below(2) == 0};
    EXPECT_EQ(decode_header(encode(word)), word);
  }
}

TEST(Bus, default_directions_lead_straight_on) {
  EXPECT_EQ(opposite(Bus::x_left), Bus::x_right);
  EXPECT_EQ(opposite(Bus::x_right), Bus::x_left);
  EXPECT_EQ(opposite(Bus::y_up), Bus::y_down);
  EXPECT_EQ(opposite(Bus::y_down), Bus::y_up);
}

TEST(MatchCam, names_the_cell_and_guards_against_its_own_headers) {
  const MatchCam cam(8, 5);
  EXPECT_EQ(cam.match_pathway(encode({.address = 5, .origin = 9})), MatchAction::here);
  EXPECT_EQ(cam.match_pathway(encode({.address = 6, .origin = 5})), MatchAction::guard);
  EXPECT_EQ(cam.match_pathway(encode({.address = 5, .origin = 5})), MatchAction::here);
  EXPECT_EQ(cam.match_pathway(encode({.address = 6, .origin = 9})), std::nullopt);
  EXPECT_EQ(cam.match_message(5), MatchAction::here);
  EXPECT_EQ(cam.match_message(5U << origin_shift | 6), std::nullopt);  // bits of the program
}

TEST(MatchCam, can_be_loaded_with_other_entries_and_cleared) {
  MatchCam cam(4, 5);
  cam.load(3, {0x100, 0x3f0, false, true, MatchAction::here});
  EXPECT_EQ(cam.match_message(0x10f), MatchAction::here);
  EXPECT_EQ(cam.match_message(0x110), std::nullopt);
  EXPECT_EQ(cam.match_pathway(0x10f), std::nullopt);
  cam.clear(0);
  EXPECT_EQ(cam.match_message(5), std::nullopt);
}

TEST(MatchCam, tells_of_markers_in_messages_by_channel_and_of_all_else_for_all_or_none) {
  MatchCam cam(4, 5);
  EXPECT_FALSE(cam.tells_of(AgentEvent::application, 2));  // not asked for
  EXPECT_TRUE(cam.tells_of(AgentEvent::message_begin, 2));
  cam.tell_of(AgentEvent::application, bit(2));
  cam.tell_of(AgentEvent::message_begin, 0);
  cam.tell_of(AgentEvent::pathway_end, bit(1));
  EXPECT_TRUE(cam.tells_of(AgentEvent::application, 2));
  EXPECT_FALSE(cam.tells_of(AgentEvent::application, 3));
  EXPECT_FALSE(cam.tells_of(AgentEvent::message_begin, 2));
  EXPECT_TRUE(cam.tells_of(AgentEvent::pathway_end, 9));
}

// --- contexts

TEST(InputContext, keeps_every_field_and_leaves_the_place_of_its_channel) {
  RandomStream stream(4, "contexts");
  for (int i = 0; i < 1000; ++i) {
    const auto channel = [&] { return static_cast<int>(stream.below(33)) - 1; };
    const InputContext context{.mode = static_cast<ChannelMode>(stream.below(mode_count)),
                               .output = channel(),
                               .default_output = channel(),
                               .requested_bus = static_cast<Bus>(stream.below(4)),
                               .requested_pool = static_cast<unsigned>(stream.below(16)),
                               .joint = stream.below(2) == 0,
                               .convert = stream.below(2) == 0};
    EXPECT_EQ(decode_input_context(encode(context) | input_place_mask), context);
    EXPECT_EQ(encode(context) & input_place_mask, 0U);
  }
}

TEST(OutputContext, has_the_place_of_its_channel) {
  const ChannelMap channels{IwarpParameters{}};
  EXPECT_EQ(place_of_output(channels, 0), 0U);
  EXPECT_EQ(place_of_output(channels, 14), 2U | 3U << 5 | 1U << 8);
  EXPECT_EQ(place_of_output(channels, 18), 1U << 7);
  EXPECT_EQ(place_of_input(channels, 9), 1U | 2U << 5);
  EXPECT_EQ(place_of_input(channels, 17), 17U | 1U << 7);
  const OutputContext held{.reserved = true, .unfinished = true};
  EXPECT_EQ(decode_output_context(encode(held) | output_place_mask), held);
  EXPECT_EQ(encode(held) & output_place_mask, 0U);
}

TEST(ContextRegisters, come_outputs_first_each_in_the_order_of_the_channels) {
  ContextRegisters registers(1U << 3 | 1U << 1, 1U << 2);
  std::vector<std::pair<bool, unsigned>> taken;
  while (!registers.empty()) {
    const ContextRegister one = registers.take();
    taken.emplace_back(one.of_input, one.channel);
  }
  EXPECT_EQ(taken, (std::vector<std::pair<bool, unsigned>>{{false, 2}, {true, 1}, {true, 3}}));
}

// --- channels

TEST(ChannelMap, gives_consecutive_channels_to_busses_and_the_rest_to_the_cell) {
  IwarpParameters parameters;
  parameters.input_channels = {4, 2, 4, 4};
  parameters.output_pools = {{{0, 1}, {}, {2, 2, 0}, {1}}};
  const ChannelMap map(parameters);
  EXPECT_EQ(map.first_input, (std::array<std::uint8_t, 4>{0, 4, 6, 10}));
  EXPECT_EQ(map.own, 0b1111'1100'0000'0000'0000U);
  EXPECT_EQ(map.bus_of[5], index_of(Bus::y_up));
  EXPECT_EQ(map.input_number[8], 2U);
  EXPECT_EQ(map.input_at(index_of(Bus::x_left), 2), 8U);
  EXPECT_EQ(map.input_at(index_of(Bus::x_left), 4), ChannelMap::none);
  EXPECT_EQ(map.output_at(index_of(Bus::x_left), 1), 3U);
  EXPECT_EQ(map.spare, 0b1111'1111'1111'1100'0000U);
  EXPECT_EQ(map.outputs_of, (std::array<ChannelSet, 4>{0b000011, 0, 0b011100, 0b100000}));
  EXPECT_EQ(map.outputs_in[0], 0b010001U);
  EXPECT_EQ(map.outputs_in[2], 0b001100U);
}

TEST(ChannelMap, follows_the_registers_of_each_channel) {
  IwarpParameters parameters;
  parameters.input_channels = {1, 1, 0, 0};
  parameters.output_pools = {{{0, 1}, {}, {}, {}}};
  ChannelMap map(parameters);
  const InputPlace far{false, Bus::y_down, 31};
  map.allocate(0, far);
  EXPECT_EQ(map.place_of_input(0), far);
  EXPECT_EQ(map.input_at(index_of(Bus::y_down), 31), 0U);
  EXPECT_EQ(map.input_at(index_of(Bus::x_right), 0), ChannelMap::none);
  map.allocate(1, InputPlace{true, Bus::x_right, 1});
  EXPECT_EQ(map.own & 3U, 2U);
  map.allocate(0, OutputPlace{.spare = true});
  map.allocate(19, OutputPlace{false, Bus::x_right, 0, 15});
  EXPECT_EQ(map.outputs_of[0], bit(1) | bit(19));
  EXPECT_EQ(map.outputs_in[15], bit(19));
  EXPECT_EQ(map.output_at(0, 0), 19U);
  map.close(Bus::x_right);
  EXPECT_EQ(map.outputs_of[0], 0U);
  EXPECT_FALSE(map.leads(Bus::x_right));
}

// Of several channels with one number the first has it: there are none but while contexts are
// loaded.
TEST(ChannelMap, gives_a_word_to_one_channel) {
  ChannelMap map{IwarpParameters{}};
  map.allocate(7, InputPlace{false, Bus::x_right, 2});
  EXPECT_EQ(map.input_at(0, 2), 2U);
  map.allocate(2, InputPlace{false, Bus::y_down, 9});
  EXPECT_EQ(map.input_at(0, 2), 7U);
}

TEST(RoundRobin, goes_round_all_candidates) {
  EXPECT_EQ(next_in_turn(0b1011, 0), 1U);
  EXPECT_EQ(next_in_turn(0b1011, 1), 3U);
  EXPECT_EQ(next_in_turn(0b1011, 3), 0U);
  EXPECT_EQ(next_in_turn(0b1000, 3), 3U);
  EXPECT_EQ(next_in_turn(0x80000001, 31), 0U);
  EXPECT_EQ(next_in_turn(0x80000001, 0), 31U);
}

TEST(RoundRobin, is_the_same_of_sets) {
  for (const ChannelSet candidates : {0b1011U, 0b1000U, 0x80000001U, 0xffffffffU}) {
    for (unsigned last = 0; last < most_channels; ++last) {
      EXPECT_EQ(first_of_turn(candidates, behind(bit(last))), bit(next_in_turn(candidates, last)));
    }
    EXPECT_EQ(first_of_turn(candidates, 0), bit(first_of(candidates))) << "nobody had a turn yet";
  }
}

TEST(ChannelQueues, are_first_in_first_out_and_independent) {
  ChannelQueues queues(2, 3);
  for (std::uint32_t i = 0; i < 3; ++i) queues.push(0, {i});
  EXPECT_EQ(queues.room(0), 0U);
  EXPECT_TRUE(queues.empty(1));
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(queues.pop(0).value, i);
    queues.push(0, {i + 3});
    EXPECT_EQ(queues.room(0), 0U);
  }
}

TEST(ChannelQueues, keep_tags_with_their_words_and_no_tag_where_a_marker_was) {
  for (const unsigned words : {3U, 8U, 20U, 128U}) {
    ChannelQueues queues(2, words);
    for (std::uint32_t i = 0; i < 1000; ++i) {
      const bool marker = i % 7 == 0;
      const Word word{i, marker ? WordTag::application : WordTag::data};
      for (unsigned n = 0; n < words; ++n) queues.push(1, n % 2 == 0 ? word : Word{i});
      EXPECT_EQ(queues.room(1), 0U);
      EXPECT_FALSE(queues.store(1, word)) << "there is no room";
      EXPECT_EQ((queues.with_markers() & bit(1)) != 0, marker);
      EXPECT_EQ(queues.at(1, 2), word);
      for (unsigned n = 0; n < words; ++n) {
        ASSERT_EQ(queues.pop(1), n % 2 == 0 ? word : Word{i}) << words << " words, round " << i;
      }
      queues.look_for_markers(1);
      EXPECT_EQ(queues.with_markers(), 0U);
      EXPECT_TRUE(queues.empty(1));
    }
  }
}

TEST(ChannelQueues, take_back_a_marker_that_is_still_on_the_lines) {
  ChannelQueues queues(1, 2);
  queues.store(0, {5, WordTag::message_end});
  EXPECT_TRUE(queues.empty(0));
  EXPECT_EQ(queues.take_back(0), (Word{5, WordTag::message_end}));
  queues.push(0, {6});
  EXPECT_EQ(queues.front(0), Word{6});
}

TEST(WordPort, measures_words_from_a_time_on_wherever_they_are_counted) {
  OnlyCounts only;
  WordPort port(only);
  std::uint64_t count = 0;
  port.count_in(count);
  port.measure_from(100);
  EXPECT_FALSE(only.at(99));
  EXPECT_TRUE(only.at(100)) << "all that begins from now on is measured";
  port.write({99, 0, {1}});
  ++count;  // by who transmits
  port.write({100, 0, {1}});
  EXPECT_EQ(port.words(), 3U);
  EXPECT_EQ(port.measured(), 2U);
}

TEST(WordPort, says_that_it_is_observed) {
  struct Nobody : tlm::tlm_analysis_if<WordEvent> {
    void write(const WordEvent&) override {}
  } nobody;
  OnlyCounts only;
  WordPort port(only);
  EXPECT_TRUE(only.at(0));
  port.bind(nobody);
  EXPECT_FALSE(only.at(0));
}

TEST(FreeSlots, count_words_out_and_dequeue_signals_in) {
  FreeSlots slots(2);
  slots.word_sent(7);
  EXPECT_TRUE((slots.room() & bit(7)) != 0);
  slots.word_sent(7);
  EXPECT_FALSE((slots.room() & bit(7)) != 0);
  EXPECT_TRUE((slots.room() & bit(8)) != 0);
  slots.dequeued(bit(7));
  EXPECT_EQ(slots.count(7), 1U);
  slots.dequeued(bit(7));
  slots.dequeued(bit(7));  // one too many
  EXPECT_EQ(slots.count(7), 2U);
}

TEST(DequeueSignals, wait_channel_by_channel_as_often_as_words_were_taken) {
  DequeueSignals signals;
  signals.add(bit(3) | bit(1));
  signals.add(bit(3));
  signals.add(bit(3));
  EXPECT_EQ(signals.waiting(), bit(3) | bit(1));
  signals.take(bit(3) | bit(1));
  EXPECT_EQ(signals.waiting(), bit(3));
  signals.take(bit(3));
  EXPECT_EQ(signals.waiting(), bit(3));
  signals.take(bit(3));
  EXPECT_EQ(signals.waiting(), 0U);
}

TEST(Crossbar, connects_an_input_to_one_output) {
  Crossbar crossbar;
  crossbar.connect(19, 0);
  EXPECT_EQ(crossbar.output_of(19), 0);
  EXPECT_EQ(crossbar.input_of(0), 19);
  crossbar.disconnect(19);
  crossbar.disconnect(19);
  EXPECT_EQ(crossbar.input_of(0), Crossbar::none);
}

// --- events

TEST(EventRegisters, show_an_event_one_clock_after_it_was_posted_until_it_is_read) {
  EventRegisters registers;
  registers.post(AgentEvent::pathway_begin, 4);
  const EventSet kinds = events(AgentEvent::pathway_begin, AgentEvent::message_begin);
  EXPECT_FALSE(registers.take(kinds));
  registers.clock();
  EXPECT_EQ(registers.status(AgentEvent::pathway_begin), bit(4));
  EXPECT_FALSE(registers.take(events(AgentEvent::message_begin)));
  const auto status = registers.take(kinds);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->event, AgentEvent::pathway_begin);
  EXPECT_EQ(status->channel, 4U);
  EXPECT_FALSE(registers.take(kinds));
}

// --- parameters

template <class Change>
std::string fault_after(const Change& change) {
  return refused_after<IwarpParameters>(change);
}

TEST(IwarpParameterCheck, names_what_is_wrong) {
  EXPECT_EQ(fault_after([](auto&) {}), "");
  EXPECT_EQ(fault_after([](auto& p) {
              p.input_channels = {6, 6, 6, 6};
            }),
            "input_channels allocates 24 logical channels, but there are 20");
  EXPECT_EQ(fault_after([](auto& p) { p.output_pools[0].assign(20, 0); }),
            "output_pools allocates 32 logical channels, but there are 20");
  EXPECT_EQ(fault_after([](auto& p) { p.output_pools[0][1] = 16; }),
            "output_pools names pool 16, but pools are 0 to 15");
  EXPECT_EQ(fault_after([](auto& p) { p.address = 1024; }), "address (1024) must be 0 to 1023");
  EXPECT_EQ(fault_after([](auto& p) { p.queue_words = 0; }), "queue_words (0) must be 1 to 128");
  EXPECT_EQ(fault_after([](auto& p) { p.match_ports = 0; }), "match_ports (0) must be 1 to 32");
  EXPECT_EQ(fault_after([](auto& p) { p.clock = 5; }),
            "clock must be an even number of picoseconds");
}

TEST(IwarpParameterCheck, holds_for_cells_made_by_hand) {
  IwarpParameters parameters;
  parameters.clock = 5;
  WheelProcess engine("wheel");
  EXPECT_THROW(Iwarp("at_signal", parameters), ParameterError);
  EXPECT_THROW(word::Iwarp("at_word", parameters, engine.wheel()), ParameterError);
}

TEST(IwarpParameterCheck, compares_the_ends_of_a_bus) {
  IwarpParameters one, next;
  const auto fault = [&] {
    return refused([&] { check_bus(one, Bus::x_right, next, Bus::x_left); });
  };
  EXPECT_EQ(fault(), "");
  next.input_channels[index_of(Bus::x_left)] = 3;
  EXPECT_EQ(fault(),
            "x_right has 4 output channels, but x_left at the other end has 3 input channels");
  next.queue_words = 4;
  EXPECT_EQ(fault(), "queue_words differ at the ends of a bus: 8 and 4");
}

}  // namespace
}  // namespace weft::test
