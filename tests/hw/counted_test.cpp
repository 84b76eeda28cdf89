#include "hw/common/counted.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "hw/common/pool.hpp"

namespace weft {
namespace {

struct Deleted : Counted {
  explicit Deleted(unsigned& count) : gone(&count) {}
  ~Deleted() { ++*gone; }

  unsigned* gone;
};

TEST(Counted, goes_with_its_last_holder) {
  unsigned gone = 0;
  {
    auto first = CountedPtr<Deleted>::make(gone);
    const CountedPtr<Deleted> second = first;
    EXPECT_EQ(second.use_count(), 2U);
    first.reset();
    EXPECT_EQ(gone, 0U);
    const CountedPtr<Deleted> third = std::move(first);
    EXPECT_FALSE(third) << "first had let go";
  }
  EXPECT_EQ(gone, 1U);
}

// One that a pool owns, as its last holder is gone.
struct Pooled : Counted {
  explicit Pooled(Pool<Pooled>& owner) : pool(&owner) {}
  void last_holder_gone() { pool->give_back(*this); }

  Pool<Pooled>* pool;
};

TEST(Counted, goes_back_to_its_pool_where_it_says_so) {
  Pool<Pooled> pool;
  Pooled* const one = &pool.take(pool);
  std::vector<CountedPtr<Pooled>> holders(3, CountedPtr<Pooled>(one));
  holders.pop_back();
  EXPECT_NE(&pool.take(pool), one) << "it is still held";
  holders.clear();
  EXPECT_EQ(&pool.take(pool), one);
}

}  // namespace
}  // namespace weft
