// DRAM: pages, banks and refresh, with clocks counted by hand. Unless told: 4 clocks to close a
// page, 3 to open one, 3 from the column to its word, 2 from word to word.
#include <gtest/gtest.h>

#include <string>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/dram_core.hpp"

namespace weft {
namespace {

constexpr std::uint64_t page = 2048;

DramParameters with_banks(unsigned banks) {
  DramParameters parameters;
  parameters.banks = banks;
  return parameters;
}

DramAccess read_of(std::uint64_t address, unsigned words = 1) { return {address, words, false}; }

// 0 + 3 + 3 = 6, and three times 2.
TEST(DramCore, a_burst_has_a_word_each_two_clocks) {
  DramCore dram(with_banks(1));
  EXPECT_EQ(dram.access(read_of(0, 4), 0), (DramTimes{6, 12}));
}

TEST(DramCore, accesses_of_an_open_page_are_as_fast_as_one_burst) {
  DramCore dram(with_banks(1));
  dram.access(read_of(0, 4), 0);
  EXPECT_EQ(dram.access(read_of(32, 2), 0), (DramTimes{14, 16}));
  // one that comes later begins with its column
  EXPECT_EQ(dram.access(read_of(64), 40), (DramTimes{43, 43}));
  EXPECT_EQ(dram.counts(), (DramCore::Counts{2, 1, 0, 0}));
}

// Closed from 6 on: 6 + 4 + 3 + 3 = 16. So each word of a stride over pages takes 10 clocks.
TEST(DramCore, another_page_of_the_bank_is_closed_and_opened) {
  DramCore dram(with_banks(1));
  dram.access(read_of(0), 0);
  for (unsigned i = 1; i < 10; ++i) {
    const MemoryClocks word = 6 + 10 * i;
    EXPECT_EQ(dram.access(read_of(i * page), 0), (DramTimes{word, word}));
  }
  EXPECT_EQ(dram.counts(), (DramCore::Counts{0, 1, 9, 0}));
}

// The second bank opens its page while the first one moves words: 6, 8, 10, 12 and 14, 16, ...
TEST(DramCore, banks_open_pages_side_by_side_and_share_the_pins) {
  DramCore two(with_banks(2));
  EXPECT_EQ(two.access(read_of(page - 32, 8), 0), (DramTimes{6, 20}));
  // with one bank: closed from 12 on, 12 + 4 + 3 + 3 = 22, and three times 2
  DramCore one(with_banks(1));
  EXPECT_EQ(one.access(read_of(page - 32, 8), 0), (DramTimes{6, 28}));
}

TEST(DramCore, pages_go_round_the_banks) {
  DramCore dram(with_banks(4));
  for (unsigned i = 0; i < 4; ++i) dram.access(read_of(i * page), 100 * i);
  for (unsigned i = 0; i < 4; ++i) dram.access(read_of(i * page + 8), 400 + 100 * i);
  EXPECT_EQ(dram.counts(), (DramCore::Counts{4, 4, 0, 0}));
  dram.access(read_of(4 * page), 900);
  EXPECT_EQ(dram.counts(), (DramCore::Counts{4, 4, 1, 0}));
}

// The controller turns to the second bank at 20: word at 20 + 3 + 3; the first one is closed by 24.
// Back at 30 it opens its page anew: 30 + 3 + 3. At 40 another page of that bank: closed by 44, and
// 3 + 3. Left at 60 that bank is closed by 64: wanted at 61, it has its word at 64 + 3 + 3.
TEST(DramCore, only_the_bank_that_was_used_last_has_a_page_open) {
  DramParameters parameters = with_banks(2);
  parameters.one_bank_open = true;
  DramCore dram(parameters);
  EXPECT_EQ(dram.access(read_of(0), 0), (DramTimes{6, 6}));
  EXPECT_EQ(dram.access(read_of(page), 20), (DramTimes{26, 26}));
  EXPECT_EQ(dram.access(read_of(0), 30), (DramTimes{36, 36}));
  EXPECT_EQ(dram.access(read_of(2 * page), 40), (DramTimes{50, 50}));
  EXPECT_EQ(dram.access(read_of(page), 60), (DramTimes{66, 66}));
  EXPECT_EQ(dram.access(read_of(0), 61), (DramTimes{70, 70}));
  EXPECT_EQ(dram.access(read_of(page), 70), (DramTimes{76, 76}));
  EXPECT_EQ(dram.counts(), (DramCore::Counts{0, 6, 1, 0}));
}

// Written at 6, can be closed from 11 on: 11 + 4 + 3 + 3 = 21.
TEST(DramCore, a_page_that_was_written_is_closed_later) {
  DramParameters parameters;
  parameters.recovery_clocks = 5;
  DramCore dram(parameters);
  EXPECT_EQ(dram.access({0, 1, true}, 0), (DramTimes{6, 6}));
  EXPECT_EQ(dram.access(read_of(8), 0), (DramTimes{8, 8}));
  EXPECT_EQ(dram.access({16, 1, true}, 0), (DramTimes{10, 10}));
  EXPECT_EQ(dram.access(read_of(page), 0), (DramTimes{25, 25}));
}

// Closed after each access: the next one begins at 6 + 4 = 10, and has its word at 10 + 3 + 3 = 16;
// one that comes when it has been closed takes 3 + 3.
TEST(DramCore, pages_that_are_not_kept_open_have_no_hits) {
  DramParameters parameters;
  parameters.keeps_pages_open = false;
  DramCore dram(parameters);
  dram.access(read_of(0), 0);
  EXPECT_EQ(dram.access(read_of(8), 0), (DramTimes{16, 16}));
  EXPECT_EQ(dram.access(read_of(page), 100), (DramTimes{106, 106}));
  EXPECT_EQ(dram.counts(), (DramCore::Counts{0, 3, 0, 0}));
}

// Due at 100, while words are moved until 107: from 107 to 117 a refresh, then 117 + 3 + 3 = 123.
TEST(DramCore, a_refresh_waits_for_what_is_under_way_and_closes_pages) {
  DramParameters parameters;
  parameters.refresh_interval = 100;
  parameters.refresh_clocks = 10;
  DramCore dram(parameters);
  EXPECT_EQ(dram.access(read_of(0, 4), 95), (DramTimes{101, 107}));
  EXPECT_EQ(dram.access(read_of(32), 99), (DramTimes{123, 123}));
  // it was idle at 200, 300 and 400
  EXPECT_EQ(dram.access(read_of(64), 405), (DramTimes{416, 416}));
  EXPECT_EQ(dram.counts(), (DramCore::Counts{0, 3, 0, 4}));
}

// Written at 96, can be closed from 116 on, where the refresh that was due at 100 goes before the
// next page: 116 + 10 + 3 + 3 = 132.
TEST(DramCore, a_refresh_that_is_due_goes_before_another_page) {
  DramParameters parameters;
  parameters.refresh_interval = 100;
  parameters.refresh_clocks = 10;
  parameters.recovery_clocks = 20;
  DramCore dram(parameters);
  EXPECT_EQ(dram.access({0, 1, true}, 90), (DramTimes{96, 96}));
  EXPECT_EQ(dram.access(read_of(page), 99), (DramTimes{132, 132}));
  EXPECT_EQ(dram.counts(), (DramCore::Counts{0, 2, 0, 1}));
}

// A stream of bursts of four words: where the next word would come two clocks after the last one, a
// refresh, the page and the column take 10 + 3 + 3. So 14 of each 1000 clocks are lost.
TEST(DramCore, refresh_takes_its_share_of_a_stream) {
  DramParameters parameters;
  parameters.refresh_interval = 1000;
  parameters.refresh_clocks = 10;
  DramCore dram(parameters);
  MemoryClocks last = 1;
  constexpr unsigned bursts = 25'000;
  for (unsigned i = 0; i < bursts; ++i) last = dram.access(read_of(0, 4), last - 1).last;
  EXPECT_NEAR(8.0 * bursts / static_cast<double>(last), 1 - 14.0 / 1000, 0.0005);
  EXPECT_EQ(dram.counts().refreshes, last / 1000);
}

TEST(DramCore, refuses_what_it_cannot_be) {
  const auto refused = [](auto change) {
    DramParameters parameters;
    change(parameters);
    try {
      const DramCore dram(parameters);
    } catch (const ParameterError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused([](DramParameters&) {}), "");
  EXPECT_EQ(refused([](DramParameters& p) { p.banks = 0; }), "banks (0) must be 1 or more");
  EXPECT_EQ(refused([](DramParameters& p) { p.word_bytes = 0; }),
            "word_bytes (0) must be 1 or more");
  EXPECT_EQ(refused([](DramParameters& p) { p.page_bytes = 100; }),
            "pages of 100 bytes; expected one or more words of 8 bytes");
  EXPECT_EQ(refused([](DramParameters& p) { p.word_clocks = 0; }),
            "word_clocks (0) must be 1 or more");
  EXPECT_EQ(refused([](DramParameters& p) { p.refresh_interval = p.refresh_clocks = 9; }),
            "a refresh of 9 clocks in each 9; expected more clocks from one to the next than it "
            "takes");
}

}  // namespace
}  // namespace weft
