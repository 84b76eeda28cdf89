// Stands in the place of Verilator's header of this name, which the classes that `verilator --trace`
// (5.006) makes include: what they would write into a file of their own goes to InnerWaves. All that
// Weft knows of the inside of Verilator's tracing is in this file and in verilated_waves.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <verilated.h>
#include <verilated_trace.h>

#include "rtl/common/inner_waves.hpp"

class VerilatedVcd;

/// Called by the code that Verilator makes, with each value that may have changed. Values are known
/// by their code, a place in `values_`, of 32 bits each.
class VerilatedVcdBuffer {
 public:
  explicit VerilatedVcdBuffer(VerilatedVcd& owner) : owner_(&owner) {}

  uint32_t* oldp(uint32_t code) { return values_.data() + code; }

  void fullBit(uint32_t* old, CData value) { tell(old, value); }
  void fullCData(uint32_t* old, CData value, int) { tell(old, value); }
  void fullSData(uint32_t* old, SData value, int) { tell(old, value); }
  void fullIData(uint32_t* old, IData value, int) { tell(old, value); }
  void fullQData(uint32_t* old, QData value, int) { tell_wide(old, &value, 2); }
  void fullWData(uint32_t* old, const WData* value, int bits) {
    tell_wide(old, value, static_cast<unsigned>(bits + 31) / 32);
  }
  void fullDouble(uint32_t* old, double value) { tell_wide(old, &value, 2); }
  void fullEvent(uint32_t* old, VlEvent) { tell(old, 0); }  // events are not shown

  void chgBit(uint32_t* old, CData value) {
    if (*old != value) tell(old, value);
  }
  void chgCData(uint32_t* old, CData value, int) {
    if (*old != value) tell(old, value);
  }
  void chgSData(uint32_t* old, SData value, int) {
    if (*old != value) tell(old, value);
  }
  void chgIData(uint32_t* old, IData value, int) {
    if (*old != value) tell(old, value);
  }
  void chgQData(uint32_t* old, QData value, int bits) {
    if (std::memcmp(old, &value, sizeof value) != 0) fullQData(old, value, bits);
  }
  void chgWData(uint32_t* old, const WData* value, int bits) {
    if (!std::equal(value, value + (bits + 31) / 32, old)) fullWData(old, value, bits);
  }
  void chgDouble(uint32_t* old, double value) {
    if (std::memcmp(old, &value, sizeof value) != 0) fullDouble(old, value);
  }
  void chgEvent(uint32_t*, VlEvent) {}

 private:
  friend VerilatedVcd;

  // called from thousands of places
  [[gnu::noinline]] void tell(uint32_t* old, uint32_t value);
  [[gnu::noinline]] void tell_wide(uint32_t* old, const void* value, unsigned words);

  VerilatedVcd* owner_;
  std::vector<uint32_t> values_;
};

/// Hears the names of all signals, then their values.
class VerilatedVcd {
 public:
  using Buffer = VerilatedVcdBuffer;
  using Changed = weft::rtl::InnerWaves::Changed;

  // --- called by the code that Verilator makes
  void addModel(VerilatedModel*) {}
  void addInitCb(void (*call)(void*, VerilatedVcd*, uint32_t), void* user) {
    call(user, this, first_code);
  }
  void addFullCb(void (*call)(void*, Buffer*), void* user) { full_.push_back({call, user}); }
  void addChgCb(void (*call)(void*, Buffer*), void* user) { change_.push_back({call, user}); }
  void addCleanupCb(void (*call)(void*, VerilatedVcd*), void* user) {
    cleanup_.push_back({call, user});
  }

  void scopeEscape(char) {}
  void pushNamePrefix(const std::string& prefix) { prefixes_.push_back(prefixes_.back() + prefix); }
  void popNamePrefix(unsigned count = 1) { prefixes_.resize(prefixes_.size() - count); }

  void declBit(uint32_t code, const char* name, bool array, int number) {
    declare(code, name, array, number, 0, 0);
  }
  void declBus(uint32_t code, const char* name, bool array, int number, int msb, int lsb) {
    declare(code, name, array, number, msb, lsb);
  }
  void declQuad(uint32_t code, const char* name, bool array, int number, int msb, int lsb) {
    declare(code, name, array, number, msb, lsb);
  }
  void declArray(uint32_t code, const char* name, bool array, int number, int msb, int lsb) {
    declare(code, name, array, number, msb, lsb);
  }
  void declDouble(uint32_t code, const char*, bool, int) { reserve(code, 64); }
  void declEvent(uint32_t code, const char*, bool, int) { reserve(code, 1); }

  // --- called by InnerWaves
  const std::vector<weft::rtl::InnerSignal>& signals() const { return signals_; }
  void watch(std::size_t signal) { watchers_[codes_[signal]].push_back(signal); }
  void sample(const Changed& changed) {
    changed_ = &changed;
    for (const auto& [call, user] : sampled_ ? change_ : full_) call(user, &buffer_);
    for (const auto& [call, user] : cleanup_) call(user, this);
    sampled_ = true;
  }

 private:
  friend VerilatedVcdBuffer;

  template <class Argument>
  struct Call {
    void (*call)(void*, Argument*);
    void* user;
  };
  static constexpr uint32_t first_code = 1;  // 0 is not allowed

  void declare(uint32_t code, const char* name, bool array, int number, int msb, int lsb);
  void reserve(uint32_t code, unsigned bits);
  void tell(uint32_t code);

  std::vector<Call<Buffer>> full_, change_;
  std::vector<Call<VerilatedVcd>> cleanup_;
  std::vector<std::string> prefixes_{""};
  std::vector<weft::rtl::InnerSignal> signals_;
  std::vector<uint32_t> codes_;                     // by signal
  std::vector<std::vector<std::size_t>> watchers_;  // signals by code
  uint32_t clock_code_ = 0;                         // 0: not seen yet
  VerilatedVcdBuffer buffer_{*this};
  const Changed* changed_ = nullptr;
  bool sampled_ = false;
};

/// What a class is given to trace into. Files that $dumpvars in the RTL asks for are not written.
class VerilatedVcdC {
 public:
  bool isOpen() const { return false; }
  VerilatedVcd* spTrace() { return &trace_; }
  void open(const char*) {}
  void dump(uint64_t) {}
  void flush() {}

 private:
  VerilatedVcd trace_;
};

// --- the rest is too long to stand above, and in one file only of each library

inline void VerilatedVcd::reserve(uint32_t code, unsigned bits) {
  const std::size_t end = code + (bits + 31) / 32;
  if (buffer_.values_.size() < end) {
    buffer_.values_.resize(end);
    watchers_.resize(end);
  }
}

// The pins come first, above the top module: TOP.clk, then TOP.c104.clk.
inline void VerilatedVcd::declare(uint32_t code, const char* name, bool array, int number, int msb,
                                  int lsb) {
  const auto bits = static_cast<unsigned>(std::abs(msb - lsb)) + 1;
  reserve(code, bits);
  std::string path = prefixes_.back() + name;
  if (array) path += "[" + std::to_string(number) + "]";
  path = path.substr(path.find(' ') + 1);  // without TOP
  const auto below = path.find(' ');
  if (below == std::string::npos) {
    if (path == "clk") clock_code_ = code;
    return;
  }
  path = path.substr(below + 1);
  std::replace(path.begin(), path.end(), ' ', '.');
  for (unsigned first = 0; first < bits; first += 64) {
    signals_.push_back({path, std::min(64U, bits - first),
                        first + static_cast<unsigned>(std::max(0, std::min(msb, lsb))),
                        code == clock_code_});
    codes_.push_back(code + first / 32);
  }
}

inline void VerilatedVcd::tell(uint32_t code) {
  for (const std::size_t signal : watchers_[code]) {
    std::uint64_t value = buffer_.values_[code];
    if (signals_[signal].bits > 32) value |= std::uint64_t{buffer_.values_[code + 1]} << 32;
    (*changed_)(signal, value);
  }
}

inline void VerilatedVcdBuffer::tell(uint32_t* old, uint32_t value) {
  *old = value;
  owner_->tell(static_cast<uint32_t>(old - values_.data()));
}

inline void VerilatedVcdBuffer::tell_wide(uint32_t* old, const void* value, unsigned words) {
  std::memcpy(old, value, 4 * words);
  for (unsigned word = 0; word < words; word += 2) {
    owner_->tell(static_cast<uint32_t>(old - values_.data()) + word);
  }
}
