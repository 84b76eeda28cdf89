#include "platforms/copy_transfer/machine.hpp"

namespace weft::copy_transfer {
namespace {

void cap(Pattern& pattern, std::uint32_t largest) {
  if (pattern.kind == Pattern::Kind::strided && largest != 0 && pattern.stride > largest) {
    pattern.stride = largest;
  }
}

}  // namespace

std::optional<FoundFigure> find_figure(const Machine& machine, const BasicTransfer& transfer) {
  BasicTransfer one = transfer;
  if (one.crosses_network() && one.congestion == 0) one.congestion = machine.congestion;
  BasicTransfer capped = one;
  cap(capped.read, machine.large_stride);
  cap(capped.write, machine.large_stride);
  BasicTransfer words = one;
  words.read.block = words.write.block = 1;
  BasicTransfer capped_words = words;
  cap(capped_words.read, machine.large_stride);
  cap(capped_words.write, machine.large_stride);
  for (const BasicTransfer& meant : {one, capped, words, capped_words}) {
    const auto found = machine.figures.find(text_of(meant));
    if (found != machine.figures.end()) return FoundFigure{found->first, &found->second};
  }
  return std::nullopt;
}

std::vector<std::string> figures_of(const Machine& machine, TransferKind kind) {
  std::vector<std::string> names;
  for (const auto& [name, figure] : machine.figures) {
    if (figure.kind == kind) names.push_back(name);
  }
  return names;
}

}  // namespace weft::copy_transfer
