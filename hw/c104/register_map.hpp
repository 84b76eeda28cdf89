// Registers of `c104`, from their description by `weft registers`; not to be edited.
// `at` is the number of a register in the bits of the address that select; with it the bits of
// its fields.
#pragma once

#include <cstdint>

#include "hw/common/register_field.hpp"

namespace weft::c104_map {

namespace address {
inline constexpr RegisterField select{0, 12};
}  // namespace address

namespace shared {
namespace device {
inline constexpr std::uint32_t at = 0x0;
inline constexpr std::uint32_t reset = 0x1040000;
inline constexpr RegisterField kind{16, 16};
inline constexpr RegisterField links{0, 8};
}  // namespace device
namespace arbitration {
inline constexpr std::uint32_t at = 0x4;
inline constexpr std::uint32_t reset = 0x0;
inline constexpr RegisterField policy{0, 3};
}  // namespace arbitration
namespace acknowledgement_priority {
inline constexpr std::uint32_t at = 0x8;
inline constexpr std::uint32_t reset = 0x0;
inline constexpr RegisterField first{0, 1};
}  // namespace acknowledgement_priority
namespace routing_latency {
inline constexpr std::uint32_t at = 0xc;
}  // namespace routing_latency
namespace clock {
inline constexpr std::uint32_t at = 0x10;
}  // namespace clock
namespace buffers {
inline constexpr std::uint32_t at = 0x14;
inline constexpr RegisterField output{16, 16};
inline constexpr RegisterField input{0, 16};
}  // namespace buffers
namespace max_intervals {
inline constexpr std::uint32_t at = 0x18;
}  // namespace max_intervals
namespace packets_routed {
inline constexpr std::uint32_t at = 0x1c;
inline constexpr std::uint32_t reset = 0x0;
}  // namespace packets_routed
namespace packets_discarded {
inline constexpr std::uint32_t at = 0x20;
inline constexpr std::uint32_t reset = 0x0;
}  // namespace packets_discarded
namespace header_errors {
inline constexpr std::uint32_t at = 0x24;
inline constexpr std::uint32_t reset = 0x0;
}  // namespace header_errors
}  // namespace shared

namespace link {
inline constexpr std::uint32_t at = 0x1000;
inline constexpr std::uint32_t every = 0x1000;
namespace control {
inline constexpr std::uint32_t at = 0x0;
inline constexpr std::uint32_t reset = 0x1;
inline constexpr RegisterField header_bytes{0, 2};
inline constexpr RegisterField delete_header{2, 1};
inline constexpr RegisterField random_header{3, 1};
inline constexpr RegisterField external{4, 1};
}  // namespace control
namespace random_base {
inline constexpr std::uint32_t at = 0x4;
inline constexpr std::uint32_t reset = 0x0;
inline constexpr RegisterField header{0, 16};
}  // namespace random_base
namespace random_range {
inline constexpr std::uint32_t at = 0x8;
inline constexpr std::uint32_t reset = 0x1;
inline constexpr RegisterField headers{0, 17};
}  // namespace random_range
namespace interval_count {
inline constexpr std::uint32_t at = 0xc;
inline constexpr std::uint32_t reset = 0x0;
inline constexpr RegisterField intervals{0, 8};
}  // namespace interval_count
namespace status {
inline constexpr std::uint32_t at = 0x10;
inline constexpr RegisterField credit{8, 8};
inline constexpr RegisterField error{4, 3};
inline constexpr RegisterField state{0, 3};
}  // namespace status
namespace command {
inline constexpr std::uint32_t at = 0x14;
inline constexpr RegisterField restart{0, 1};
}  // namespace command
namespace input {
inline constexpr std::uint32_t at = 0x18;
inline constexpr std::uint32_t reset = 0x0;
inline constexpr RegisterField header{16, 16};
inline constexpr RegisterField output{8, 8};
inline constexpr RegisterField full{3, 1};
inline constexpr RegisterField look_up{2, 1};
inline constexpr RegisterField state{0, 2};
}  // namespace input
namespace limit {
inline constexpr std::uint32_t at = 0x400;
inline constexpr std::uint32_t every = 0x8;
inline constexpr std::uint32_t reset = 0x10000;
inline constexpr RegisterField header{0, 17};
}  // namespace limit
namespace target {
inline constexpr std::uint32_t at = 0x404;
inline constexpr std::uint32_t every = 0x8;
inline constexpr std::uint32_t reset = 0x10003;
inline constexpr RegisterField size{16, 8};
inline constexpr RegisterField first{8, 8};
inline constexpr RegisterField action{0, 2};
}  // namespace target
}  // namespace link

}  // namespace weft::c104_map
