#include "hw/hypercube/block_works.hpp"

namespace weft {

void HypercubeBlockWorks::when_written(Act told) {
  told_.resize(writes_.size());
  told_.back() = std::move(told);
}

void HypercubeBlockWorks::begin(Time now) {
  while (!begun_ && !works_.empty() && works_.front().from <= now) {
    begun_ = true;
    if (works_.front().reads) reads_ = works_.front().reads();
    go_on(now);
  }
}

void HypercubeBlockWorks::go_on(Time now) {
  if (reads_done_ < reads_.size()) return read(reads_[reads_done_]);
  if (!acted_) {
    acted_ = true;
    const Act act = std::move(works_.front().act);
    memory_->note_words(&writes_);
    act(now);
    memory_->note_words(nullptr);
    told_.resize(writes_.size());
  }
  if (writes_done_ < writes_.size()) return write(writes_[writes_done_]);
  works_.pop_front();
  begun_ = acted_ = false;
  reads_.clear();
  writes_.clear();
  told_.clear();
  reads_done_ = writes_done_ = 0;
}

void HypercubeBlockWorks::read(Bytes bytes) {
  MemoryBlock block = HypercubeMemory::block_around(bytes.address, bytes.count);
  block.done = [this](const MemoryBlock&, Time now) {
    ++reads_done_;
    go_on(now);
  };
  port_->ask(master_, std::move(block));
}

void HypercubeBlockWorks::write(const HypercubeMemory::NotedWord& noted) {
  MemoryBlock block;
  block.address = HypercubeMemory::word_below(noted.address);
  block.write = true;
  block.words = {noted.around};
  block.done = [this](const MemoryBlock&, Time now) {
    memory_->noted_written(writes_[writes_done_].address, 4);
    const Act told = std::move(told_[writes_done_++]);
    if (told) told(now);
    go_on(now);
  };
  port_->ask(master_, std::move(block));
}

}  // namespace weft
