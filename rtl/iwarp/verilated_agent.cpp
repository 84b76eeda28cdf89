#include "rtl/iwarp/verilated_agent.hpp"

#include <stdexcept>

#include <Viwarp.h>
#include <verilated.h>

namespace weft::rtl {

namespace {

constexpr unsigned channels = 20;
constexpr unsigned queue_words = 8;
constexpr unsigned match_entries = 8;

template <class Wide>
void put(Wide& wide, unsigned lowest, unsigned width, std::uint32_t value) {
  for (unsigned i = 0; i < width; ++i) {
    const unsigned place = lowest + i;
    const std::uint32_t mask = 1U << place % 32;
    wide[place / 32] = (wide[place / 32] & ~mask) | ((value >> i & 1) != 0 ? mask : 0);
  }
}

template <class Wide>
std::uint32_t get(const Wide& wide, unsigned lowest, unsigned width) {
  const unsigned word = lowest / 32;
  const unsigned shift = lowest % 32;
  std::uint64_t value = wide[word];
  if (shift + width > 32) value |= std::uint64_t{wide[word + 1]} << 32;
  return static_cast<std::uint32_t>(value >> shift & ((std::uint64_t{1} << width) - 1));
}

template <class Narrow>
void put_field(Narrow& all, unsigned number, unsigned width, unsigned value) {
  const unsigned mask = ((1U << width) - 1) << number * width;
  all = static_cast<Narrow>((all & ~mask) | (value << number * width & mask));
}

}  // namespace

struct VerilatedAgent::Model {
  VerilatedContext context;
  Viwarp pins{&context, ""};
};

VerilatedAgent::VerilatedAgent(const IwarpParameters& parameters,
                               const std::array<bool, bus_count>& open)
    : model_(std::make_unique<Model>()) {
  if (parameters.logical_inputs != channels || parameters.logical_outputs != channels ||
      parameters.queue_words != queue_words || parameters.match_entries != match_entries) {
    throw std::invalid_argument(
        "rtl/iwarp was built for 20 logical channels, queues of 8 words and 8 match entries");
  }
  Viwarp& pins = model_->pins;
  pins.set_address = static_cast<SData>(parameters.address);
  unsigned output = 0;
  for (const Bus bus : all_busses) {
    const unsigned number = index_of(bus);
    put_field(pins.set_input_counts, number, 6, parameters.input_channels[number]);
    put_field(pins.set_output_counts, number, 6,
              static_cast<unsigned>(parameters.output_pools[number].size()));
    put_field(pins.set_output_open, number, 1, open[number] ? 1 : 0);
    for (const unsigned pool : parameters.output_pools[number]) {
      put(pins.set_output_pools, 4 * output++, 4, pool);
    }
  }
  pins.reset = 1;
  for (unsigned clock = 0; clock < 2; ++clock) {  // the allocation, then what follows from it
    pins.clk = 0;
    pins.eval();
    pins.clk = 1;
    pins.eval();
  }
  pins.clk = 0;
  pins.reset = 0;
  pins.eval();
}

VerilatedAgent::~VerilatedAgent() { model_->pins.final(); }

void VerilatedAgent::set_in(Bus bus, BusLevels levels) {
  put_field(model_->pins.in_data, index_of(bus), 8, levels.data);
  put_field(model_->pins.in_control, index_of(bus), 3, levels.control);
}

void VerilatedAgent::set_out_dequeue(Bus bus, DequeueLevels levels) {
  put_field(model_->pins.out_dequeue, index_of(bus), 2, levels.lines);
}

BusLevels VerilatedAgent::out(Bus bus) const {
  return {static_cast<std::uint8_t>(model_->pins.out_data >> 8 * index_of(bus)),
          static_cast<std::uint8_t>(model_->pins.out_control >> 3 * index_of(bus) & 7)};
}

DequeueLevels VerilatedAgent::in_dequeue(Bus bus) const {
  return {static_cast<std::uint8_t>(model_->pins.in_dequeue >> 2 * index_of(bus) & 3)};
}

bool VerilatedAgent::settle() {
  model_->pins.clk = 0;
  model_->pins.eval();
  return model_->pins.step != 0;
}

void VerilatedAgent::edge() {
  model_->pins.clk = 1;
  model_->pins.eval();
  model_->pins.write = 0;
  writes_ = 0;
  written_ = false;
}

void VerilatedAgent::write(unsigned address, std::uint32_t data) {
  if (writes_ == agent_writes) {
    throw std::length_error("more writes to the registers of rtl/iwarp in a clock than it takes");
  }
  Viwarp& pins = model_->pins;
  put(pins.write_address, 12 * writes_, 12, address);
  pins.write_data[writes_] = data;
  pins.write = static_cast<CData>(pins.write | 1U << writes_);
  ++writes_;
  written_ = true;
}

void VerilatedAgent::evaluate_writes() {
  if (!written_) return;
  model_->pins.eval();
  written_ = false;
}

std::uint32_t VerilatedAgent::read(unsigned address) {
  model_->pins.read_address = static_cast<SData>(address);
  model_->pins.eval();
  written_ = false;
  return model_->pins.read_data;
}

ChannelStatus VerilatedAgent::channel(unsigned input) {
  evaluate_writes();
  return ChannelStatus(model_->pins.channel_status[input]);
}

std::uint32_t VerilatedAgent::events(unsigned kind) {
  evaluate_writes();
  return get(model_->pins.event_status, channels * kind, channels);
}

}  // namespace weft::rtl
