// The data cache: ways, replacement, and what it does not see.
#include <gtest/gtest.h>

#include "hw/common/parameter_error.hpp"
#include "hw/node/cache_core.hpp"

namespace weft {
namespace {

MemoryTransaction line(std::uint64_t address, std::uint64_t first) {
  MemoryTransaction transaction;
  transaction.address = address;
  transaction.words = 4;
  transaction.data = {first, first + 1, first + 2, first + 3};
  return transaction;
}

TEST(CacheCore, has_the_words_of_a_line) {
  CacheCore cache({1024, 1}, 32);
  EXPECT_EQ(cache.load(64), std::nullopt);
  cache.fill(line(64, 10));
  EXPECT_EQ(cache.load(64), 10U);
  EXPECT_EQ(cache.load(88), 13U);
  EXPECT_EQ(cache.load(96), std::nullopt);
}

TEST(CacheCore, lines_a_cache_apart_share_a_place_of_one_way_and_not_of_two) {
  CacheCore direct({1024, 1}, 32);
  direct.fill(line(0, 1));
  direct.fill(line(1024, 5));
  EXPECT_EQ(direct.load(0), std::nullopt);
  CacheCore two({1024, 2}, 32);
  two.fill(line(0, 1));
  two.fill(line(1024, 5));
  EXPECT_EQ(two.load(0), 1U);
  // the third one takes the place of the first
  two.fill(line(2048, 9));
  EXPECT_EQ(two.load(0), std::nullopt);
  EXPECT_EQ(two.load(1024), 5U);
}

TEST(CacheCore, a_store_changes_a_line_and_fills_none) {
  CacheCore cache({1024, 1}, 32);
  cache.store(0, 99);
  EXPECT_EQ(cache.load(0), std::nullopt);
  cache.fill(line(0, 1));
  cache.store(8, 99);
  EXPECT_EQ(cache.load(8), 99U);
}

TEST(CacheCore, is_invalidated_by_line_or_whole) {
  CacheCore cache({1024, 1}, 32);
  cache.fill(line(0, 1));
  cache.fill(line(32, 5));
  cache.invalidate(8);
  EXPECT_EQ(cache.load(0), std::nullopt);
  EXPECT_EQ(cache.load(32), 5U);
  cache.invalidate_all();
  EXPECT_EQ(cache.load(32), std::nullopt);
}

TEST(CacheCore, refuses_lines_that_do_not_fill_it) {
  EXPECT_THROW(CacheCore({1000, 1}, 32), ParameterError);
  EXPECT_THROW(CacheCore({1024, 0}, 32), ParameterError);
  EXPECT_THROW(CacheCore({0, 1}, 32), ParameterError);
}

}  // namespace
}  // namespace weft
