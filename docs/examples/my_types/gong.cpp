// A component at `packet`: sends packets over its link, each with one call, and counts those that
// come in.
#include <algorithm>
#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/protocols/dslink.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "tlm/packet/packet_port.hpp"

namespace {

using namespace weft;

struct GongParameters {
  std::uint32_t header = 0;
  std::uint32_t bytes = 8;
  Time interval = 10 * microsecond;
};

class Gong final : public sc_core::sc_module, public OwnCounts, private PacketClient {
 public:
  SC_HAS_PROCESS(Gong);

  Gong(sc_core::sc_module_name name, const GongParameters& parameters, Time bit_time)
      : sc_module(name), parameters_(parameters), link_("link0", bit_time, 1, *this, 0) {
    SC_METHOD(send);
    SC_METHOD(take);
    sensitive << is_in_;
    dont_initialize();
  }

  PacketPort& link(unsigned) { return link_; }
  std::vector<Count> counts() const override { return {{"packets received", received_}}; }

 private:
  void send() {
    PacketTransfer packet;
    packet.header = parameters_.header;
    packet.body = PacketBodyPtr::make();
    packet.body->fill(std::uint8_t{0}, parameters_.bytes, eop_token, kernel_time());
    if (!link_.has_room(packet.tokens())) return next_trigger(room_);
    packet.begin = kernel_time();
    packet.bit_time = link_.bit_time();
    packet.end = packet.begin + packet.bits() * packet.bit_time;
    link_.send(PacketTransfer(packet));
    const Time next = std::max(parameters_.interval, packet.end - packet.begin);
    next_trigger(sc_core::sc_time::from_value(next));
  }

  // Its one frame is free again.
  void take() {
    ++received_;
    link_.free_frame();
  }

  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override {
    if (packet.end != never) packet_ends(port, packet.end, now);
  }
  void packet_ends(unsigned, Time end, Time now) override {
    is_in_.notify(sc_core::sc_time::from_value(end - now));
  }
  void frame_free(unsigned, Time) override { room_.notify(sc_core::SC_ZERO_TIME); }

  GongParameters parameters_;
  PacketPort link_;
  sc_core::sc_event room_;
  sc_core::sc_event is_in_;
  std::uint64_t received_ = 0;
};

std::unique_ptr<ComponentInstance> make_gong(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<Gong, PacketEnd>>(
      context.name, context.component().parameters->to_struct<GongParameters>(),
      context.links.at_least_one().front().bit_time);
  context.show<OwnCounts>(made->module());
  return made;
}

}  // namespace

ComponentType gong_type() {
  ComponentType type =
      make_type(TypeRole::component, "gong", "Sends whole packets over its link, again and again.");
  type.ports = {{"link0", "", "dslink", "Its DS-Link.", false, true}};
  type.add_level(Level::packet, make_gong);

  ParameterTable<GongParameters> table;
  table.count("header", &GongParameters::header).between(0, 255).help("Of its packets.");
  table.bytes("bytes", &GongParameters::bytes).between(1, 32).help("Data of a packet.");
  table.time("interval", &GongParameters::interval)
      .between(1 * nanosecond, second)
      .help("From one packet to the next.");
  return table.into(std::move(type));
}
