// A C104 at `signal` and one in Verilog on the same wires.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/c104/c104.hpp"
#include "hw/c104/registers.hpp"
#include "hw/common/random.hpp"
#include "hw/dslink/link_endpoint.hpp"
#include "hw/dslink/link_wires.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"
#include "testbench/lockstep/lockstep.hpp"
#include "tests/support/tag_fields.hpp"

namespace weft::test {

/// What the packets at one link are; all drawn anew again and again. Times in clocks.
struct PacketTraffic {
  std::uint64_t token_pause = 2;     ///< Mean, within a packet.
  std::uint64_t packet_pause = 200;  ///< Mean.
  std::uint64_t read_pause = 2;      ///< Mean, at the far end.
  std::uint64_t stall = 2'000;       ///< Mean length of a stall of a reader.
  unsigned packet = 20;              ///< Most data tokens behind the header.
  unsigned headers = 256;            ///< Headers are below this.
};

/// Far ends at `signal` send packets to both switches; what these send is compared at every clock
/// edge. Only the wires of the model lead back to the far ends.
class C104Lockstep : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(C104Lockstep);

  C104Lockstep(sc_core::sc_module_name name, const C104Parameters& parameters,
               const std::vector<DsLinkParameters>& links, const PacketTraffic& traffic,
               std::uint64_t seed, std::unique_ptr<rtl::C104Model> model)
      : sc_module(name),
        traffic_(traffic),
        random_(seed, "traffic"),
        connected_(parameters.links),
        ends_(parameters.links),
        model_("model", parameters, links, seed),
        rtl_("rtl", std::move(model), parameters, links, seed),
        lockstep_(fmt::format("{}.vcd", basename()), pins(parameters)) {
    for (unsigned port = 0; port < parameters.links; ++port) {
      connected_[port] = parameters.per_link[port].connected;
      End& end = ends_[port];
      end.header_bytes = parameters.per_link[port].header_bytes;
      if (!connected_[port]) continue;
      end.link = std::make_unique<DsLink>(fmt::format("far{}", port).c_str(), links[port], 64,
                                          end.queues, 0, seed + 1 + port);
      end.queues.attach(end.link->core());
      end.wires.join(*end.link, model_.link(port));
      rtl::LinkPins& pins = rtl_.link(port);
      pins.d_in(end.wires.forth.d);
      pins.s_in(end.wires.forth.s);
      pins.tag_in(end.wires.forth.tag);
      pins.d_out(end.rtl.d);
      pins.s_out(end.rtl.s);
      pins.tag_out(end.rtl.tag);
    }
    SC_METHOD(edge);
  }

  const Lockstep& lockstep() const { return lockstep_; }
  C104Core& core() { return model_.core(); }
  /// Of how many inputs the register that tells what is at the head is another one in the RTL; the
  /// model may be a clock ahead.
  unsigned inputs_that_differ() {
    using R = C104Registers;
    const R expected(model_.core());
    unsigned differ = 0;
    for (unsigned port = 0; port < ends_.size(); ++port) {
      if (!connected_[port]) continue;
      const std::uint32_t input = R::link_base(port) + R::input;
      if (rtl_.read_register(input) != expected.read(input)) ++differ;
    }
    return differ;
  }

 private:
  struct End {
    LinkEndpoint queues;
    std::unique_ptr<DsLink> link;
    LinkWires wires;
    WirePair rtl;
    unsigned header_bytes = 1;
    unsigned left = 0;  // tokens of the packet that is being written
    unsigned header_left = 0;
    Time write = 0;
    Time read = 0;
  };

  static std::vector<Lockstep::Pin> pins(const C104Parameters& parameters) {
    std::vector<Lockstep::Pin> pins;
    for (unsigned port = 0; port < parameters.links; ++port) {
      for (const char* pin : {"d_out", "s_out", "d_in", "s_in"}) {
        pins.push_back({fmt::format("link{}.{}", port, pin), 1});
      }
      for (const TagField& field : fields_of({})) {
        pins.push_back({fmt::format("link{}.tag.{}", port, field.name), 64});
      }
    }
    return pins;
  }

  // Before what happens at this time: the wires are as the edge before has left them.
  void edge() {
    const Time now = sc_core::sc_time_stamp().value();
    const std::size_t pins = 4 + fields_of({}).size();  // of each port
    for (unsigned port = 0; port < ends_.size(); ++port) {
      if (!connected_[port]) continue;
      const End& end = ends_[port];
      std::size_t pin = pins * port;
      both(pin++, end.wires.back.d.read(), end.rtl.d.read());
      both(pin++, end.wires.back.s.read(), end.rtl.s.read());
      both(pin++, end.wires.forth.d.read(), end.wires.forth.d.read());
      both(pin++, end.wires.forth.s.read(), end.wires.forth.s.read());
      const auto signal = fields_of(end.wires.back.tag.read());
      const auto rtl = fields_of(end.rtl.tag.read());
      for (std::size_t field = 0; field < signal.size(); ++field, ++pin) {
        lockstep_.signal(pin) = signal[field].value;
        lockstep_.rtl(pin) = rtl[field].value;
      }
    }
    lockstep_.compare(now);
    for (unsigned port = 0; port < ends_.size(); ++port) {
      if (connected_[port]) act(ends_[port], now);
    }
    next_trigger(sc_core::sc_time::from_value(rtl_.clock()));
  }
  void both(std::size_t pin, bool signal, bool rtl) {
    lockstep_.signal(pin) = signal ? 1 : 0;
    lockstep_.rtl(pin) = rtl ? 1 : 0;
  }

  void act(End& end, Time now) {
    if (now >= end.write && end.queues.waiting() < 100) write(end, now);
    if (now < end.read) return;
    const bool stall = random_.below(300) == 0;
    end.read =
        now + rtl_.clock() * random_.exponential(stall ? traffic_.stall : traffic_.read_pause);
    if (!end.queues.empty()) end.queues.read(now);
  }
  void write(End& end, Time now) {
    std::uint64_t pause = traffic_.token_pause;
    Token token;
    if (end.left == 0) {
      // now and then an empty packet, or one that ends within its header
      const bool broken = random_.below(30) == 0;
      end.header_left = end.header_bytes;
      end.left = 1 + (broken ? static_cast<unsigned>(random_.below(3))
                             : end.header_bytes +
                                   static_cast<unsigned>(random_.below(traffic_.packet + 1)));
      ++packets_;
    }
    --end.left;
    if (end.left == 0) {
      token = random_.below(4) == 0 ? eom_token : eop_token;
      pause = traffic_.packet_pause;
    } else if (end.header_left != 0) {
      --end.header_left;
      token = data_token(
          static_cast<std::uint8_t>(random_.below(traffic_.headers) >> (8 * end.header_left)));
    } else {
      token = data_token(static_cast<std::uint8_t>(random_.below(256)));
    }
    const PacketTag tag{.protocol = {.injected = packets_ * nanosecond,
                                     .channel = static_cast<std::uint32_t>(packets_ % 7),
                                     .bytes = static_cast<std::uint32_t>(packets_ % 33),
                                     .hops = static_cast<std::uint16_t>(packets_ % 5),
                                     .kind = static_cast<PacketKind>(packets_ % 3),
                                     .last = packets_ % 2 == 0,
                                     .content = packets_ % 11 < 5},
                        .trace = {.id = packets_, .sent = packets_ * microsecond}};
    end.queues.write(token, now, tag);
    end.write = now + rtl_.clock() * random_.exponential(pause);
  }

  PacketTraffic traffic_;
  RandomStream random_;
  std::vector<bool> connected_;
  std::vector<End> ends_;
  C104 model_;
  rtl::C104 rtl_;
  Lockstep lockstep_;
  std::uint64_t packets_ = 0;
};

}  // namespace weft::test
