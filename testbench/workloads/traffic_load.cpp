#include "testbench/workloads/traffic_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "platforms/components/t9000_parameters.hpp"
#include "platforms/processors.hpp"
#include "testbench/workloads/random_traffic_parameters.hpp"

namespace weft {

namespace {

constexpr double million = 1e6;

}  // namespace

double TrafficLoad::payload(double bits_per_second) const {
  return bits_per_second / bits * bytes / million;
}

Time TrafficLoad::interval(double load) const {
  return static_cast<Time>(
      std::llround(processes * bytes / (load * million) * static_cast<double>(second)));
}

TrafficLoad traffic_load_of(const Platform& platform) {
  constexpr std::uint64_t bits_of_byte = 10;
  constexpr std::uint64_t bits_of_end = 4;
  const T9000Parameters sender =
      t9000_parameters(platform, processors_of(platform).front().component);
  const auto traffic = platform.workload.parameters->to_struct<RandomTrafficParameters>();
  const CountRange& lengths = traffic.message_bytes;
  TrafficLoad load;
  for (std::uint64_t bytes = lengths.first; bytes <= lengths.last; ++bytes) {
    const std::uint64_t packets =
        std::max<std::uint64_t>(1, (bytes + sender.packet_bytes - 1) / sender.packet_bytes);
    const std::uint64_t bits =
        (bytes + packets * sender.header_bytes) * bits_of_byte + packets * bits_of_end;
    load.bytes += static_cast<double>(bytes);
    load.bits += static_cast<double>(bits);
  }
  const auto count = static_cast<double>(lengths.last - lengths.first + 1);
  load.bytes /= count;
  load.bits /= count;
  load.processes = traffic.processes;
  return load;
}

}  // namespace weft
