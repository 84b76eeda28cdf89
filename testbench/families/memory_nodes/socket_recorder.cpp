#include "testbench/families/memory_nodes/socket_recorder.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

SocketRecorder::SocketRecorder(BaseProtocolChecker& checker, const Recording& recording)
    : checker_(&checker),
      writer_(&recording.writer),
      start_(recording.start),
      stop_(recording.stop),
      open_(checker.unfinished()) {
  checker.accesses.bind(*this);
}

SocketRecorder::~SocketRecorder() { checker_->accesses.unbind(*this); }

void SocketRecorder::show(SocketWave wave, WaveWriter::Variable variable) {
  variables_[static_cast<std::size_t>(wave)] = variable;
  change(wave, wave == SocketWave::open ? open_ : 0, kernel_time());
}

void SocketRecorder::change(SocketWave wave, std::uint64_t value, Time now) {
  if (const auto variable = variables_[static_cast<std::size_t>(wave)])
    writer_->change(*variable, value, now);
}

void SocketRecorder::write(const MemoryAccess& access) {
  const bool begins = access.point == MemoryAccess::Point::begins;
  open_ = begins ? open_ + 1 : open_ - 1;
  if (access.time > stop_) return;
  change(SocketWave::open, open_, access.time);
  if (begins) {
    if (first_ == never && access.time >= start_) first_ = access.time;
    change(SocketWave::command, access.write ? 2 : 1, access.time);
    change(SocketWave::address, access.address, access.time);
    change(SocketWave::bytes, access.bytes, access.time);
  } else if (open_ == 0) {
    change(SocketWave::command, 0, access.time);
  }
}

}  // namespace weft
