#include "hw/node/remote_reads.hpp"

namespace weft {

void RemoteReads::evaluate(MemoryClocks now) {
  if (!on_ || path_->asking(master_) || !port_->room()) return;
  const NetworkPacket* request = port_->arrived(now, PacketLane::requests);
  if (request == nullptr) return;
  MemoryTransaction transaction;
  transaction.address = request->address;
  transaction.words = request->words;
  path_->request(master_, 0, transaction, now);
  port_->promise();
  requesters_.push_back(request->from);
  port_->pop_arrived(PacketLane::requests);
}

void RemoteReads::complete(const PathCompletion& completion) {
  const MemoryTransaction& read = completion.transaction;
  port_->push({read.address, read.words, read.data, requesters_.front(), NetworkPacketKind::reply});
  requesters_.pop_front();
}

}  // namespace weft
