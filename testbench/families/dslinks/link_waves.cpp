#include "testbench/families/dslinks/link_waves.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "hw/dslink/link_core.hpp"
#include "testbench/families/dslinks/token_codes.hpp"

namespace weft {
namespace {

std::string token_names() {
  std::string text;
  const auto line = [&text](std::uint32_t code, std::string_view name) {
    for (const std::uint32_t bit : {0U, wave_code::repeated}) {
      fmt::format_to(std::back_inserter(text), "{:03X} {}\n", code | bit, name);
    }
  };
  for (std::uint32_t byte = 0; byte <= 0xff; ++byte) {
    line(byte, fmt::format("{:02x}", byte));
    line(byte | wave_code::header, fmt::format("?dark blue?to {:02x}", byte));
  }
  for (unsigned time = 0; time < 64; ++time) {
    line(wave_code::time_code + time, fmt::format("?purple?TIME {:02x}", time));
  }
  line(wave_code::fct, "?dark green?FCT");
  line(wave_code::eop, "?dark red?EOP");
  line(wave_code::eom, "?dark red?EOM");
  line(wave_code::null, "?gray20?NUL");
  line(wave_code::silent, "?black?silent");
  return text;
}

std::string state_names() {
  std::string text;
  for (const LinkState state :
       {LinkState::error_reset, LinkState::error_wait, LinkState::ready, LinkState::started,
        LinkState::connecting, LinkState::run, LinkState::halted}) {
    fmt::format_to(std::back_inserter(text), "{:X} {}\n", static_cast<unsigned>(state),
                   name_of(state));
  }
  return text;
}

std::string input_names() {
  std::string text;
  for (unsigned port = 0; port < wave_code::no_input; ++port) {
    fmt::format_to(std::back_inserter(text), "{:02X} link{}\n", port, port);
  }
  fmt::format_to(std::back_inserter(text), "{:02X} free\n", wave_code::no_input);
  return text;
}

const WaveCodes tokens{"tokens", token_names};
const WaveCodes states{"states", state_names};
const WaveCodes inputs{"inputs", input_names};

struct LinkWaveInfo {
  const char* name;
  unsigned bits;
  WaveRadix radix;
  const WaveCodes* codes = nullptr;
};

// By LinkWaves::Kind.
constexpr std::array<LinkWaveInfo, 9> link_waves = {{
    {"d", 1, WaveRadix::binary},
    {"s", 1, WaveRadix::binary},
    {"token", 11, WaveRadix::hexadecimal, &tokens},
    {"packet", 64, WaveRadix::hexadecimal},
    {"state", 3, WaveRadix::hexadecimal, &states},
    {"credit", 8, WaveRadix::decimal},
    {"input_level", 16, WaveRadix::decimal},
    {"output_level", 16, WaveRadix::decimal},
    {"connected", 8, WaveRadix::hexadecimal, &inputs},
}};

}  // namespace

LinkWaves::LinkWaves(std::vector<TracedLink> links, std::vector<EventSource> processors)
    : links_(std::move(links)),
      processors_(std::move(processors)),
      packets_{"packets", [this] { return packet_names_.text(); }} {
  for (std::size_t link = 0; link < links_.size(); ++link) {
    for (std::size_t i = 0; i < link_waves.size(); ++i) {
      const auto kind = static_cast<Kind>(i);
      if (!has(links_[link], kind)) continue;
      const LinkWaveInfo& info = link_waves[i];
      add({.name = links_[link].name + '.' + info.name,
           .bits = info.bits,
           .radix = info.radix,
           .codes = kind == Kind::packet ? &packets_ : info.codes,
           .by_default = is_default(links_[link], kind)});
      of_.push_back({link, kind});
    }
  }
}

bool LinkWaves::has(const TracedLink& link, Kind kind) {
  switch (kind) {
    case Kind::d: return link.d != nullptr;
    case Kind::s: return link.s != nullptr;
    case Kind::input_level:
    case Kind::output_level:
    case Kind::connected: return link.router != nullptr;
    case Kind::token:
    case Kind::state: return link.packets == nullptr;
    case Kind::credit: return link.core != nullptr;
    case Kind::packet: return true;
  }
  return false;
}

bool LinkWaves::is_default(const TracedLink& link, Kind kind) const {
  switch (kind) {
    case Kind::token:
    case Kind::state: return true;
    case Kind::packet: return link.packets != nullptr;
    case Kind::d:
    case Kind::s: return links_.size() <= small_platform;
    default: return false;
  }
}

void LinkWaves::record(std::span<const ChosenWave> chosen, const Recording& recording) {
  for (std::size_t first = 0, last = 0; first < chosen.size(); first = last) {
    const std::size_t link = of_[chosen[first].wave].link;
    while (last < chosen.size() && of_[chosen[last].wave].link == link) ++last;
    record_link(links_[link], chosen.subspan(first, last - first), recording);
  }
  if (!names_packets_) return;
  recording.events.attach(packet_names_, processors_, PacketNames::kinds, EventOrder::as_reported);
}

void LinkWaves::record_link(const TracedLink& link, std::span<const ChosenWave> chosen,
                            const Recording& recording) {
  LinkRecorder::Variables of_link;
  RouterRecorder::Variables of_router;
  bool any_of_link = false;
  bool any_of_router = false;
  const auto record_wire = [&](const TracedLink::Wire& wire, WaveWriter::Variable variable) {
    wires_.push_back(std::make_unique<SignalRecorder>(
        recording.writer, variable, wire.value_changed_event(),
        [&wire] { return std::uint64_t{wire.read() ? 1U : 0U}; }, recording.stop));
  };
  for (const auto& [wave, variable] : chosen) {
    const Kind kind = of_[wave].kind;
    switch (kind) {
      case Kind::d: record_wire(*link.d, variable); continue;
      case Kind::s: record_wire(*link.s, variable); continue;
      case Kind::token: of_link.token = variable; break;
      case Kind::packet:
        of_link.packet = variable;
        names_packets_ = true;
        break;
      case Kind::state: of_link.state = variable; break;
      case Kind::credit: of_link.credit = variable; break;
      case Kind::input_level: of_router.input_level = variable; break;
      case Kind::output_level: of_router.output_level = variable; break;
      case Kind::connected: of_router.connected = variable; break;
    }
    (kind < Kind::input_level ? any_of_link : any_of_router) = true;
  }
  if (any_of_link) {
    recorders_.push_back({chosen.front().wave, std::make_unique<LinkRecorder>(
                                                   recording.writer, link, of_link, recording.start,
                                                   recording.events, &packet_names_)});
  }
  if (any_of_router) {
    routers_.push_back(
        std::make_unique<RouterRecorder>(recording.writer, link, of_router, recording.events));
  }
}

std::vector<const WaveCodes*> LinkWaves::codes() const {
  std::vector<const WaveCodes*> all{&tokens, &states, &inputs};
  if (names_packets_) all.push_back(&packets_);
  return all;
}

FirstEvent LinkWaves::first_event() const {
  return first_of(recorders_, [](const LinkRecorder& link) { return link.first_packet(); });
}

}  // namespace weft
