#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/link_end/link_end_module.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/link_end.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "platforms/processors.hpp"
#include "platforms/protocols/dslink.hpp"
#include "rtl/common/own_models.hpp"
#include "rtl/dslink/ds_link.hpp"
#include "rtl/dslink/link_straps.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/packet/packet_port.hpp"
#include "tlm/stream/stream_line.hpp"

namespace weft {
namespace {

/// The file `received`.
class ReceivedFile final : public LinkEndListener {
 public:
  ReceivedFile(const Component& component, const std::string& file)
      : place_(component.parameters->place("received")),
        path_(file_beside({Node::Kind::scalar, file, {}, {}, place_})),
        format_(link_end_format(component)) {
    FileGuard::writing(path_, fmt::format("received of {}", component.name));
    file_.open(path_, std::ios::binary);
    require_written();
  }

  // What a run leaves behind is there up to the last whole packet, whatever ends the run.
  void token_in(Token token, Time) override {
    if (token.kind == TokenKind::data) {
      if (format_ == LinkEndFormat::bytes) {
        file_.put(static_cast<char>(token.value));
      } else {
        file_ << fmt::format("{:02x} ", token.value);
      }
      return;
    }
    if (format_ == LinkEndFormat::packets) file_ << name_of(token.kind) << '\n';
    file_.flush();
    require_written();
  }

 private:
  void require_written() const {
    if (file_) return;
    throw InputError(place_,
                     fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)),
                     "expected a file that can be written");
  }

  Place place_;
  std::filesystem::path path_;
  LinkEndFormat format_;
  std::ofstream file_;
};

class LinkEndCounts final : public OwnCounts {
 public:
  explicit LinkEndCounts(const LinkEndCore& core) : core_(&core) {}

  std::vector<Count> counts() const override {
    const LinkEndCore::Counters& counters = core_->counters();
    return {{"packets sent", counters.packets_sent},
            {"bytes sent", counters.bytes_sent},
            {"packets received", counters.packets_received},
            {"bytes received", counters.bytes_received}};
  }

 private:
  const LinkEndCore* core_;
};

template <class Module, class End>
class LinkEndInstance final : public LinkedInstance<Module, End> {
 public:
  /// `rest` are the arguments of the module behind its seed.
  template <class... Rest>
  explicit LinkEndInstance(const MakeContext& context, const Rest&... rest)
      : LinkedInstance<Module, End>(context.name, link_end_parameters(context.component()),
                                    context.seed, rest...),
        counts_(this->module().core()) {
    LinkEndCore& core = this->module().core();
    const Component& component = context.component();
    for (LinkEndPacket& packet : packets_to_send(component)) core.send(std::move(packet), 0);
    if (const std::string& file = component.parameters->text("received"); !file.empty()) {
      received_ = std::make_unique<ReceivedFile>(component, file);
      core.listen(*received_);
    }
    context.show(core);
    context.show<LaterEvents>(core);
    context.show<LosesPackets>(core);
    context.show<OwnCounts>(counts_);
  }

 private:
  LinkEndCounts counts_;
  std::unique_ptr<ReceivedFile> received_;
};

template <class Link, class End>
using DsLinkEndInstance = LinkEndInstance<LinkEndModule<Link>, End>;
template <class Line, class End>
using PacketLinkEndInstance = LinkEndInstance<PacketLinkEndModule<Line>, End>;

DsLinkParameters link_of(const ConnectedLinks& links) { return links.at_least_one().front(); }

// What is passed on there are packets with headers.
void check_headers(const PlacedComponent& placed) {
  const Component& component = placed.component();
  const unsigned header_bytes = headers_of(placed.platform).header_bytes;
  const std::vector<LinkEndPacket> packets = packets_to_send(component);
  const auto found = std::find_if(
      packets.begin(), packets.end(),
      [header_bytes](const LinkEndPacket& packet) { return packet.bytes.size() < header_bytes; });
  if (found == packets.end()) return;
  throw InputError(
      component.parameters->place("send"),
      fmt::format("packet {} of '{}', of {} bytes, to be sent at level {}",
                  found - packets.begin() + 1, component.name, found->bytes.size(),
                  name_of(component.level)),
      fmt::format("expected headers of {} there, or rtl, signal or token",
                  header_bytes == 1 ? "1 byte" : fmt::format("{} bytes", header_bytes)));
}

void check_link_end_modules(const PlacedComponent& placed) {
  const Component& component = placed.component();
  if (is_of_packets(component.level)) return check_headers(placed);
  if (component.level != Level::rtl) return;
  const DsLinkParameters link = link_of(placed.links);
  std::string fault = rtl::why_no_models();
  if (const auto model = make_rtl_dslink(component)) {
    const rtl::RtlTraits traits = model->traits();
    fault = rtl::find_rtl_fault(link, rtl::common_clock({link}, traits.clock_step), traits);
  }
  if (fault.empty()) return;
  throw InputError(component.place, "a link_end at rtl that the RTL cannot be: " + fault);
}

std::unique_ptr<ComponentInstance> make_rtl_link_end(const MakeContext& context) {
  const DsLinkParameters link = link_of(context.links);
  auto made = std::make_unique<DsLinkEndInstance<rtl::DsLink, WireEnd>>(
      context, [&](const char* name, LinkClient& client) {
        auto model = make_rtl_dslink(context.component());
        const Time clock = rtl::common_clock({link}, model->traits().clock_step);
        return std::make_unique<rtl::DsLink>(name, std::move(model), link, clock, client, 0,
                                             context.seed, beside_wires_of(context.component()));
      });
  context.show_rtl("rtl.link[0].ds", made->module().link(0));
  return made;
}

std::unique_ptr<ComponentInstance> make_signal_link_end(const MakeContext& context) {
  const DsLinkParameters link = link_of(context.links);
  return std::make_unique<DsLinkEndInstance<DsLink, WireEnd>>(
      context, [&](const char* name, LinkClient& client) {
        return std::make_unique<DsLink>(name, link, link.input_buffer, client, 0, context.seed);
      });
}

std::unique_ptr<ComponentInstance> make_token_link_end(const MakeContext& context) {
  const DsLinkParameters link = link_of(context.links);
  return std::make_unique<DsLinkEndInstance<token::DsLink, TokenEnd>>(
      context, [&](const char* name, LinkClient& client) {
        return std::make_unique<token::DsLink>(name, link, link.input_buffer, client, 0,
                                               context.seed, context.wheel);
      });
}

auto drivers(const MakeContext& context) {
  return [&context](LinkEndCore& core) {
    return std::make_shared<WheelCycles<LinkEndCore>>(context.wheel, core);
  };
}

// As a T9000 it always has one for the next packet, but for its pauses.
constexpr unsigned frames = 2;

std::unique_ptr<ComponentInstance> make_stream_link_end(const MakeContext& context) {
  const Time bit_time = link_of(context.links).bit_time;
  return std::make_unique<PacketLinkEndInstance<StreamLine, StreamEnd>>(
      context, headers_of(context.platform).header_bytes, drivers(context),
      [&](const char* name, PacketClient& client) {
        return std::make_unique<StreamLine>(name, bit_time, client, 0, context.wheel, frames);
      });
}

std::unique_ptr<ComponentInstance> make_packet_link_end(const MakeContext& context) {
  const Time bit_time = link_of(context.links).bit_time;
  return std::make_unique<PacketLinkEndInstance<PacketPort, PacketEnd>>(
      context, headers_of(context.platform).header_bytes, drivers(context),
      [&](const char* name, PacketClient& client) {
        return std::make_unique<PacketPort>(name, bit_time, frames, client, 0);
      });
}

}  // namespace

ComponentModules link_end_modules() {
  return {{{Level::rtl, make_rtl_link_end},
           {Level::signal, make_signal_link_end},
           {Level::token, make_token_link_end},
           {Level::stream, make_stream_link_end},
           {Level::packet, make_packet_link_end}},
          check_link_end_modules};
}

}  // namespace weft
