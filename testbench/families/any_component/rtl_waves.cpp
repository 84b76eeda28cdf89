#include "testbench/families/any_component/rtl_waves.hpp"

#include <fmt/format.h>

#include <utility>

namespace weft {

RtlWaves::RtlWaves(std::vector<TracedRtl> blocks) : blocks_(std::move(blocks)) {
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const auto& signals = blocks_[block].block->waves()->signals();
    for (std::size_t i = 0; i < signals.size(); ++i) {
      add({.name = fmt::format("{}.{}", blocks_[block].name, signals[i].name),
           .bits = signals[i].bits,
           .lowest = signals[i].lowest,
           .of_a_kind = false});
      of_.push_back({block, i});
    }
  }
}

void RtlWaves::record(std::span<const ChosenWave> chosen, const Recording& recording) {
  for (std::size_t first = 0, last = 0; first < chosen.size(); first = last) {
    const std::size_t block = of_[chosen[first].wave].block;
    std::vector<RtlRecorder::Chosen> of_block;
    for (; last < chosen.size() && of_[chosen[last].wave].block == block; ++last) {
      of_block.push_back({of_[chosen[last].wave].signal, chosen[last].variable});
    }
    recorders_.push_back(std::make_unique<RtlRecorder>(recording.writer, *blocks_[block].block,
                                                       of_block, recording.stop));
  }
}

}  // namespace weft
