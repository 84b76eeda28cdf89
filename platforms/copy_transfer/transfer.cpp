#include "platforms/copy_transfer/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace weft::copy_transfer {
namespace {

constexpr std::array known_transfers{
    TransferInfo{TransferKind::copy, "C", "1C64", "the processor", Resource::processor, true, true},
    TransferInfo{TransferKind::load_send, "S", "64S0", "the processor", Resource::processor, true,
                 false},
    TransferInfo{TransferKind::fetch_send, "F", "1F0", "the fetch engine", Resource::fetch_engine,
                 true, false},
    TransferInfo{TransferKind::receive_store, "R", "0R64", "the processor", Resource::processor,
                 false, true},
    TransferInfo{TransferKind::receive_deposit, "D", "0D64", "the deposit engine",
                 Resource::deposit_engine, false, true},
    TransferInfo{TransferKind::data, "Nd", "Nd@2", "the network", Resource::network, false, false},
    TransferInfo{TransferKind::address_data, "Nadp", "Nadp@2", "the network", Resource::network,
                 false, false},
};

}  // namespace

std::string text_of(const Pattern& pattern) {
  std::string text;
  switch (pattern.kind) {
    case Pattern::Kind::fixed: return "0";
    case Pattern::Kind::contiguous: return "1";
    case Pattern::Kind::strided: text = std::to_string(pattern.stride); break;
    case Pattern::Kind::indexed: text = "w"; break;
  }
  if (pattern.block != 1) text += fmt::format(":{}", pattern.block);
  return text;
}

const TransferInfo& info_of(TransferKind kind) {
  return known_transfers[static_cast<std::size_t>(kind)];
}

const TransferInfo* find_transfer(std::string_view letters) {
  const auto found =
      std::find_if(known_transfers.begin(), known_transfers.end(),
                   [letters](const TransferInfo& info) { return info.letters == letters; });
  return found == known_transfers.end() ? nullptr : &*found;
}

std::vector<std::string> transfer_letters() {
  std::vector<std::string> letters;
  for (const TransferInfo& info : known_transfers) letters.emplace_back(info.letters);
  return letters;
}

std::string text_of(const BasicTransfer& transfer) {
  const TransferInfo& info = info_of(transfer.kind);
  if (transfer.crosses_network()) {
    if (transfer.congestion == 0) return std::string(info.letters);
    return fmt::format("{}@{}", info.letters, transfer.congestion);
  }
  return fmt::format("{}{}{}", text_of(transfer.read), info.letters, text_of(transfer.write));
}

std::string text_of(const Operation& operation) {
  return fmt::format("{}Q{}", text_of(operation.read), text_of(operation.write));
}

}  // namespace weft::copy_transfer
