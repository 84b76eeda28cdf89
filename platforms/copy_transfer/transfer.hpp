// The basic transfers of the copy-transfer model (Stricker and Gross, 1995, section 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::copy_transfer {

/// How a transfer goes through memory, in words of 64 bits (section 2.2).
struct Pattern {
  enum class Kind : std::uint8_t {
    fixed,       ///< One location: the end of a FIFO to the network.
    contiguous,  ///< One word after the other.
    strided,     ///< Blocks at a constant distance.
    indexed      ///< Blocks where an index array says.
  };

  Kind kind = Kind::contiguous;
  /// Of strided: words from the begin of a block to that of the next one; more than `block`.
  std::uint32_t stride = 0;
  /// Of strided and indexed: words of a block; 2 for complex numbers.
  std::uint32_t block = 1;

  bool in_memory() const { return kind != Kind::fixed; }
  bool operator==(const Pattern&) const = default;
};

/// "0", "1", "64", "64:2" (blocks of 2 words, 64 apart), "w", "w:2".
std::string text_of(const Pattern& pattern);

enum class TransferKind : std::uint8_t {
  copy,             ///< C: from memory to memory, by the processor.
  load_send,        ///< S: from memory to the network, by the processor.
  fetch_send,       ///< F: the same in the background, by a DMA or a fetch engine.
  receive_store,    ///< R: from the network to memory, by the processor.
  receive_deposit,  ///< D: the same in the background, by a DMA or a deposit engine.
  data,             ///< Nd: data across the network.
  address_data      ///< Nadp: data across the network, each word with its address.
};

/// What a transfer keeps busy while it runs.
enum class Resource : std::uint8_t { processor, fetch_engine, deposit_engine, network };

/// What is known of a kind of transfer.
struct TransferInfo {
  TransferKind kind;
  std::string_view letters;
  std::string_view example;
  std::string_view resource_name;  ///< "the processor"
  Resource resource;
  bool reads_memory;   ///< Its left pattern is one in memory, else 0.
  bool writes_memory;  ///< Its right pattern likewise.
};

const TransferInfo& info_of(TransferKind kind);
/// Null if no kind is written so.
const TransferInfo* find_transfer(std::string_view letters);
/// C, S, F, R, D, Nd, Nadp.
std::vector<std::string> transfer_letters();

struct BasicTransfer {
  TransferKind kind = TransferKind::copy;
  Pattern read;
  Pattern write;
  /// Of Nd and Nadp: by how much more data links are crossed than they carry; 0 for what the
  /// machine usually has.
  std::uint32_t congestion = 0;

  bool crosses_network() const { return info_of(kind).resource == Resource::network; }
  bool operator==(const BasicTransfer&) const = default;
};

/// "1C64", "wS0", "Nd", "Nadp@2".
std::string text_of(const BasicTransfer& transfer);

/// What is to be done: a copy from the memory of one node to that of another, however it is done.
struct Operation {
  Pattern read;
  Pattern write;
};

/// "1Q64".
std::string text_of(const Operation& operation);

}  // namespace weft::copy_transfer
