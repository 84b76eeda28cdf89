#include "hw/common/random.hpp"

#include <cmath>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/geometric_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace weft {

std::uint64_t RandomStream::below(std::uint64_t bound) {
  return boost::random::uniform_int_distribution<std::uint64_t>(0, bound - 1)(*this);
}

std::uint64_t RandomStream::exponential(std::uint64_t mean) {
  const double drawn =
      boost::random::exponential_distribution<double>(1.0 / static_cast<double>(mean))(*this);
  return drawn < 1.0 ? 1 : static_cast<std::uint64_t>(std::llround(drawn));
}

std::uint64_t RandomStream::normal(std::uint64_t mean, std::uint64_t deviation) {
  const double drawn = boost::random::normal_distribution<double>(
      static_cast<double>(mean), static_cast<double>(deviation))(*this);
  return drawn <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(drawn));
}

bool RandomStream::chance(double probability) {
  return boost::random::uniform_01<double>()(*this) < probability;
}

std::uint64_t RandomStream::trials(double probability) {
  if (probability >= 1) return 1;
  return 1 + boost::random::geometric_distribution<std::uint64_t>(probability)(*this);
}

}  // namespace weft
