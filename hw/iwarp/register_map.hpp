// Registers of `iwarp`, from their description by `weft registers`; not to be edited.
// `at` is the number of a register in the bits of the address that select; with it the bits of
// its fields.
#pragma once

#include <cstdint>

#include "hw/common/register_field.hpp"

namespace weft::iwarp_map {

namespace address {
inline constexpr RegisterField select{8, 4};
inline constexpr RegisterField channel{0, 5};
inline constexpr RegisterField position{5, 3};
inline constexpr RegisterField entry{0, 6};
inline constexpr RegisterField kind{0, 4};
inline constexpr RegisterField part{5, 3};
}  // namespace address

namespace write {
namespace request {
inline constexpr std::uint32_t at = 0x2;
inline constexpr RegisterField pool{4, 4};
inline constexpr RegisterField bus{0, 2};
}  // namespace request
namespace join {
inline constexpr std::uint32_t at = 0x3;
inline constexpr RegisterField output{0, 5};
}  // namespace join
namespace restore {
inline constexpr std::uint32_t at = 0x4;
}  // namespace restore
namespace match_value {
inline constexpr std::uint32_t at = 0x5;
}  // namespace match_value
namespace match_mask {
inline constexpr std::uint32_t at = 0x6;
}  // namespace match_mask
namespace match_load {
inline constexpr std::uint32_t at = 0x7;
inline constexpr RegisterField guard{2, 1};
inline constexpr RegisterField messages{1, 1};
inline constexpr RegisterField pathways{0, 1};
}  // namespace match_load
namespace event_enable {
inline constexpr std::uint32_t at = 0x8;
inline constexpr RegisterField channels{0, 32};
}  // namespace event_enable
namespace allocate {
inline constexpr std::uint32_t at = 0x9;
inline constexpr RegisterField pool{8, 4};
inline constexpr RegisterField off{7, 1};
inline constexpr RegisterField bus{5, 2};
inline constexpr RegisterField number{0, 5};
}  // namespace allocate
namespace freeze {
inline constexpr std::uint32_t at = 0xb;
inline constexpr RegisterField frozen{0, 1};
}  // namespace freeze
namespace redirect {
inline constexpr std::uint32_t at = 0xc;
inline constexpr RegisterField output{0, 5};
}  // namespace redirect
namespace withdraw {
inline constexpr std::uint32_t at = 0xd;
}  // namespace withdraw
namespace assign {
inline constexpr std::uint32_t at = 0xe;
inline constexpr RegisterField output{0, 5};
}  // namespace assign
namespace context {
inline constexpr std::uint32_t at = 0xf;
inline constexpr RegisterField channels{0, 32};
}  // namespace context
}  // namespace write

namespace read {
namespace value {
inline constexpr std::uint32_t at = 0x0;
}  // namespace value
namespace tag {
inline constexpr std::uint32_t at = 0x1;
inline constexpr RegisterField tag{0, 3};
}  // namespace tag
namespace channel {
inline constexpr std::uint32_t at = 0x2;
inline constexpr RegisterField abandoned{31, 1};
inline constexpr RegisterField thrown_away{30, 1};
inline constexpr RegisterField requested_pool{26, 4};
inline constexpr RegisterField requested_bus{24, 2};
inline constexpr RegisterField readable{23, 1};
inline constexpr RegisterField mode{20, 3};
inline constexpr RegisterField linked{19, 1};
inline constexpr RegisterField output{14, 5};
inline constexpr RegisterField has_default{13, 1};
inline constexpr RegisterField default_output{8, 5};
inline constexpr RegisterField level{0, 8};
}  // namespace channel
namespace output {
inline constexpr std::uint32_t at = 0x3;
inline constexpr RegisterField reserved{16, 1};
inline constexpr RegisterField free_slots{8, 8};
inline constexpr RegisterField passes{7, 1};
inline constexpr RegisterField drained{6, 1};
inline constexpr RegisterField fed{5, 1};
inline constexpr RegisterField feeder{0, 5};
}  // namespace output
namespace events {
inline constexpr std::uint32_t at = 0x4;
inline constexpr RegisterField channels{0, 32};
}  // namespace events
namespace status {
inline constexpr std::uint32_t at = 0x5;
inline constexpr RegisterField frozen{0, 1};
}  // namespace status
namespace input_context {
inline constexpr std::uint32_t at = 0x6;
inline constexpr RegisterField convert{30, 1};
inline constexpr RegisterField requested_pool{26, 4};
inline constexpr RegisterField requested_bus{24, 2};
inline constexpr RegisterField joint{23, 1};
inline constexpr RegisterField mode{20, 3};
inline constexpr RegisterField linked{19, 1};
inline constexpr RegisterField output{14, 5};
inline constexpr RegisterField has_default{13, 1};
inline constexpr RegisterField default_output{8, 5};
inline constexpr RegisterField own{7, 1};
inline constexpr RegisterField bus{5, 2};
inline constexpr RegisterField number{0, 5};
}  // namespace input_context
namespace output_context {
inline constexpr std::uint32_t at = 0x7;
inline constexpr RegisterField unfinished{17, 1};
inline constexpr RegisterField reserved{16, 1};
inline constexpr RegisterField pool{8, 4};
inline constexpr RegisterField spare{7, 1};
inline constexpr RegisterField bus{5, 2};
inline constexpr RegisterField number{0, 5};
}  // namespace output_context
namespace signals {
inline constexpr std::uint32_t at = 0x8;
inline constexpr RegisterField channels{0, 32};
}  // namespace signals
}  // namespace read

}  // namespace weft::iwarp_map
