#include "hw/c104/parameter_check.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "hw/c104/hunt_groups.hpp"
#include "hw/common/parameter_error.hpp"

namespace weft {

namespace {

constexpr unsigned tokens_of_fct = 8;

void check_latency(const C104Parameters& p) {
  if (p.clock == 0) throw ParameterError({"clock"}, "clock (0) must be 1 ps or more");
  if (p.routing_latency == 0) return;
  if (p.routing_latency % p.clock == 0 && p.routing_latency >= 2 * p.clock) return;
  throw ParameterError({"routing_latency", "clock"},
                       fmt::format("a routing_latency of {} with a clock of {}; expected a "
                                   "multiple of the clock, at least 2 of them",
                                   in_nanoseconds(p.routing_latency), in_nanoseconds(p.clock)));
}

void check_table(const C104Parameters& p, const IntervalTable& intervals) {
  if (intervals.size() > p.max_intervals) {
    throw ParameterError({"max_intervals", "intervals"},
                         fmt::format("{} intervals; expected at most max_intervals = {}",
                                     intervals.size(), p.max_intervals));
  }
  std::uint32_t below = 0;
  for (const Interval& interval : intervals) {
    if (interval.limit <= below) {
      throw ParameterError({"intervals"},
                           fmt::format("an interval to {} after one to {}; expected ascending "
                                       "limits",
                                       interval.limit, below));
    }
    below = interval.limit;
    if (interval.action != IntervalAction::route) continue;
    if (interval.group_size != 0 && interval.first_link < p.links &&
        interval.group_size <= p.links - interval.first_link) {
      continue;
    }
    throw ParameterError({"intervals", "links"},
                         fmt::format("a hunt group of {} links from link{} on; expected one or "
                                     "more of {} links",
                                     interval.group_size, interval.first_link, p.links));
  }
}

void check_link(const C104Parameters& p, const C104LinkParameters& link) {
  if (link.header_bytes < 1 || link.header_bytes > 2) {
    throw ParameterError({"per_link"},
                         fmt::format("header_bytes ({}) must be 1 or 2", link.header_bytes));
  }
  if (const unsigned least = tokens_of_fct + link.header_bytes - 1; p.input_buffer < least) {
    throw ParameterError(
        {"input_buffer"},
        fmt::format("an input_buffer of {} tokens for headers of {} bytes; expected {} or more: "
                    "the part of a header that is in, and credit for 8 tokens",
                    p.input_buffer, link.header_bytes, least));
  }
  if (link.random_range == 0) {
    throw ParameterError({"per_link"}, "the range (0) of random headers must be 1 or more");
  }
  check_table(p, link.intervals);
}

void check_groups(const C104Parameters& p) {
  HuntGroups groups;
  for (const C104LinkParameters& link : p.per_link) {
    for (const Interval& interval : link.intervals) {
      if (interval.action != IntervalAction::route) continue;
      const std::uint64_t other = groups.add(interval.links());
      if (other == 0) continue;
      throw ParameterError({"intervals", "per_link"},
                           fmt::format("hunt groups {} and {}; expected groups that are the same "
                                       "or have no link in common, or overlapping_groups",
                                       text_of_links(other), text_of_links(interval.links())));
    }
  }
}

}  // namespace

void check_parameters(const C104Parameters& p) {
  if (p.links < 1 || p.links > 64) {
    throw ParameterError({"links"}, fmt::format("links ({}) must be 1 to 64", p.links));
  }
  if (p.per_link.size() > p.links) {
    throw ParameterError({"per_link"}, fmt::format("settings of {} links, but there are {}",
                                                   p.per_link.size(), p.links));
  }
  if (p.input_buffer < tokens_of_fct) {
    throw ParameterError({"input_buffer"},
                         fmt::format("input_buffer ({}) must be 8 tokens or more", p.input_buffer));
  }
  if (p.output_buffer == 0) {
    throw ParameterError({"output_buffer"}, "output_buffer (0) must be 1 token or more");
  }
  check_latency(p);
  for (const C104LinkParameters& link : p.per_link) check_link(p, link);
  if (!p.overlapping_groups) check_groups(p);
}

void check_token_switch(const C104Parameters& p) {
  if (p.routing_latency == 0) {
    throw ParameterError({"routing_latency"},
                         "a routing_latency of 0 ns; expected 2 clocks or more where tokens pass");
  }
  if (p.contention != Contention::full) {
    throw ParameterError({"contention"}, "contention can be left out at level packet only");
  }
}

}  // namespace weft
