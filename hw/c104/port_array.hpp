// The ports of a switch by number, of which some lead nowhere.
#pragma once

#include <memory>
#include <memory_resource>
#include <vector>

namespace weft {

/// Those of the first numbers, up to the last one that leads somewhere, stand side by side in a
/// memory of the owner's. The others are hardly ever used: they are made, all of them, when the
/// first of them is written to, and until then read as a Port that nothing has happened to.
template <class Port>
class PortArray {
 public:
  /// `in_use` of `all` stand in `memory`.
  PortArray(unsigned in_use, unsigned all, std::pmr::memory_resource& memory)
      : in_use_(in_use), all_(all), used_(in_use, &memory) {}

  unsigned in_use() const { return in_use_; }
  Port& operator[](unsigned number) { return number < in_use_ ? used_[number] : other(number); }
  const Port& operator[](unsigned number) const {
    return number < in_use_ ? used_[number] : other(number);
  }

 private:
  [[gnu::noinline]] Port& other(unsigned number) {
    if (others_ == nullptr) others_ = std::make_unique<Port[]>(all_ - in_use_);
    return others_[number - in_use_];
  }
  [[gnu::noinline]] const Port& other(unsigned number) const {
    static const Port unused{};
    return others_ == nullptr ? unused : others_[number - in_use_];
  }

  unsigned in_use_;  // in front of the vector: its owner has both on one line of the host's cache
  unsigned all_;
  std::pmr::vector<Port> used_;
  std::unique_ptr<Port[]> others_;
};

}  // namespace weft
