// A packet on its way over one link, and its content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/common/counted.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// Hears that more of a packet's content is known.
class PacketBodyReader {
 public:
  virtual void grown(Time now) = 0;

 protected:
  ~PacketBodyReader() = default;
};

/// The data bytes of a packet behind its header, and its end. All links that the packet crosses
/// share one body: a packet whose head leaves before its tail has come grows on its way.
class PacketBody : public Counted {
 public:
  void append(std::uint8_t byte, Time now) {
    stamp(now);
    bytes_.push_back(byte);
    if (reader_ != nullptr) reader_->grown(now);
  }
  /// Forgets what was in it.
  void restart() {
    bytes_.clear();
    reader_ = nullptr;
    fill_ends(null_token, 0);
  }
  /// All of a packet at once, its data bytes and its end. The body can be one that was used before.
  void fill(std::span<const std::byte> bytes, Token end, Time now) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    bytes_.assign(first, first + bytes.size());
    fill_ends(end, now);
  }
  /// The same of `bytes` bytes that count up from `first`.
  void fill(std::uint8_t first, std::size_t bytes, Token end, Time now) {
    bytes_.resize(bytes);
    for (std::uint8_t& byte : bytes_) byte = first++;
    fill_ends(end, now);
  }
  /// `end` is EOP or EOM.
  void finish(Token end, Time now) {
    stamp(now);
    end_ = end;
    if (reader_ != nullptr) reader_->grown(now);
  }
  /// The one who turns it into tokens again; null for nobody.
  void read_by(PacketBodyReader* reader) { reader_ = reader; }

  std::size_t size() const { return bytes_.size(); }
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  std::uint8_t operator[](std::size_t i) const { return bytes_[i]; }
  bool complete() const { return end_.kind != TokenKind::null; }
  /// NUL while it is not complete.
  Token end() const { return end_; }
  /// A time not before that at which token `i` (the end comes last) was known; `never` if it is
  /// not known yet.
  Time known_since(std::size_t i) const {
    if (i < size_before_) return 0;
    return i < known() ? stamp_ : never;
  }

 private:
  void fill_ends(Token end, Time now) {
    end_ = end;
    stamp_ = now;
    size_before_ = 0;
  }
  std::size_t known() const { return bytes_.size() + (complete() ? 1 : 0); }
  void stamp(Time now) {
    if (now == stamp_) return;
    size_before_ = known();
    stamp_ = now;
  }

  std::vector<std::uint8_t> bytes_;
  Token end_;
  PacketBodyReader* reader_ = nullptr;
  Time stamp_ = 0;
  std::size_t size_before_ = 0;  // tokens known before `stamp_`
};

using PacketBodyPtr = CountedPtr<PacketBody>;

/// Bodies that are used again once nobody holds them, so that packets cost no allocation.
class PacketBodyPool {
 public:
  PacketBodyPtr take() {
    for (std::size_t tries = 0; tries < most_tries && tries < bodies_.size(); ++tries) {
      next_ = next_ + 1 < bodies_.size() ? next_ + 1 : 0;
      if (bodies_[next_].use_count() == 1) return bodies_[next_];
    }
    bodies_.push_back(PacketBodyPtr::make());
    return bodies_.back();
  }

 private:
  static constexpr std::size_t most_tries = 4;

  std::vector<PacketBodyPtr> bodies_;
  std::size_t next_ = 0;
};

/// A packet on one link; the next link has a transfer of its own. Times in ps.
struct PacketTransfer {
  static constexpr std::uint32_t unknown_length = ~0U;

  Time begin = 0;     ///< First bit of the header.
  Time bit_time = 0;  ///< Of this link.
  Time end = never;   ///< Last bit of the end token; `never` as long as it is not known.
  /// Null for a packet of which only the length counts (OutOfBand::content): nobody has to look for
  /// its bytes in memory, but who asks for them (`content`).
  PacketBodyPtr body;
  std::uint32_t header = 0;
  /// The header behind it, which counts again when the first one is stripped (universal routing).
  std::uint32_t inner_header = 0;
  /// Of the body, once somebody has told that it is complete (`complete`), or there is none; to be
  /// had without a look into the body, which lies elsewhere in memory.
  std::uint32_t body_bytes = unknown_length;
  std::uint8_t header_bytes = 1;
  std::uint8_t inner_bytes = 0;
  std::uint8_t first_byte = 0;  ///< Without a body: its data bytes count up from there, ...
  bool ends_message = false;    ///< ... and it ends with an EOM.
  PacketTag tag;                ///< `hops`: routers passed so far.

  /// The body is all there.
  void complete() {
    if (body) body_bytes = static_cast<std::uint32_t>(body->size());
  }
  /// EOP or EOM; NUL while it is not known.
  Token end_token() const {
    if (body) return body->end();
    return ends_message ? eom_token : eop_token;
  }
  /// Its data bytes and its end: its body, or one that is made.
  PacketBodyPtr content() const {
    if (body) return body;
    PacketBodyPtr made = PacketBodyPtr::make();
    made->fill(first_byte, body_bytes, end_token(), 0);
    return made;
  }

  Time header_in() const { return begin + header_bytes * bit_count(data_token(0)) * bit_time; }
  /// Bytes of its headers.
  unsigned all_header_bytes() const { return unsigned{header_bytes} + inner_bytes; }
  /// Data bytes behind its headers, as far as they are known.
  std::uint32_t data_bytes() const {
    return body_bytes != unknown_length ? body_bytes : static_cast<std::uint32_t>(body->size());
  }
  /// Data tokens of the packet, those of its headers among them; as far as they are known.
  std::uint32_t bytes() const { return all_header_bytes() + data_bytes(); }
  /// Bits of the packet, of which the body must be complete.
  std::uint64_t bits() const {
    return std::uint64_t{bytes()} * bit_count(data_token(0)) + bit_count(eop_token);
  }

  static constexpr std::uint32_t unknown_tokens = ~0U;
  /// Tokens of the packet, its end among them; `unknown_tokens` if neither body nor tag tells.
  std::uint32_t tokens() const {
    if (body_bytes != unknown_length || body->complete()) return bytes() + 1;
    if (tag.protocol.bytes == OutOfBand::unknown_length) return unknown_tokens;
    return all_header_bytes() + tag.protocol.bytes + 1;
  }
};

}  // namespace weft
