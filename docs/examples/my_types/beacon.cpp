// A component: sends packets over its DS-Link, again and again, and counts those that come in. On
// wires and with TLM sockets, from one class.
#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/protocols/dslink.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "tlm/dslink/ds_link.hpp"

namespace {

using namespace weft;

struct BeaconParameters {
  std::uint32_t header = 0;
  std::uint32_t bytes = 8;
  Time interval = 10 * microsecond;
};

// `Link` is weft::DsLink, whose pins are wires, or token::DsLink, whose sockets are TLM-2.0.
template <class Link>
class Beacon final : public sc_core::sc_module, public OwnCounts {
 public:
  SC_HAS_PROCESS(Beacon);

  template <class... Wheel>
  Beacon(sc_core::sc_module_name name, const BeaconParameters& parameters,
         const DsLinkParameters& link, std::uint64_t seed, Wheel&... wheel)
      : sc_module(name),
        parameters_(parameters),
        link_("link0", link, link.input_buffer, queues_, 0, seed, wheel...) {
    queues_.attach(link_.core());
    queues_.on_arrival([this](Time) { arrived_.notify(sc_core::SC_ZERO_TIME); });
    SC_METHOD(send);
    SC_METHOD(take);
    sensitive << arrived_;
    dont_initialize();
  }

  Link& link(unsigned) { return link_; }
  std::vector<Count> counts() const override { return {{"packets received", received_}}; }

 private:
  void send() {
    const Time now = kernel_time();
    queues_.write(data_token(static_cast<std::uint8_t>(parameters_.header)), now);
    for (unsigned i = 0; i < parameters_.bytes; ++i) {
      queues_.write(data_token(static_cast<std::uint8_t>(i)), now);
    }
    queues_.write(eop_token, now);
    next_trigger(sc_core::sc_time::from_value(parameters_.interval));
  }

  // Reading gives the room of a token back to the far end.
  void take() {
    while (!queues_.empty()) {
      if (ends_packet(queues_.read(kernel_time()).token)) ++received_;
    }
  }

  BeaconParameters parameters_;
  LinkEndpoint queues_;
  Link link_;
  sc_core::sc_event arrived_;
  std::uint64_t received_ = 0;
};

template <class Link, class End, class... Wheel>
std::unique_ptr<ComponentInstance> make_beacon(const MakeContext& context, Wheel&... wheel) {
  auto made = std::make_unique<LinkedInstance<Beacon<Link>, End>>(
      context.name, context.component().parameters->to_struct<BeaconParameters>(),
      context.links.at_least_one().front(), context.seed, wheel...);
  context.show<OwnCounts>(made->module());
  return made;
}

}  // namespace

ComponentType beacon_type() {
  ComponentType type =
      make_type(TypeRole::component, "beacon", "Sends packets over its link, again and again.");
  type.ports = {{"link0", "", "dslink", "Its DS-Link."}};
  type.add_level(Level::signal,
                 [](const MakeContext& context) { return make_beacon<DsLink, WireEnd>(context); });
  type.add_level(Level::token, [](const MakeContext& context) {
    return make_beacon<token::DsLink, TokenEnd>(context, context.wheel);
  });

  ParameterTable<BeaconParameters> table;
  table.count("header", &BeaconParameters::header).between(0, 255).help("Of its packets.");
  table.bytes("bytes", &BeaconParameters::bytes).between(1, 32).help("Data of a packet.");
  table.time("interval", &BeaconParameters::interval)
      .between(1 * nanosecond, second)
      .help("From one packet to the next.");
  return table.into(std::move(type));
}
