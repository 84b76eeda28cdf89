// Tokens to bits and back (facts.md, "DS-Link / IEEE 1355, bit level").
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/common/random.hpp"
#include "hw/dslink/bit_codec.hpp"

namespace weft {
namespace {

std::string bits_of(BitEncoder& encoder, Token token) {
  const TokenBits bits = encoder.encode(token);
  std::string text;
  for (unsigned i = 0; i < bits.count; ++i) text += bits[i] ? '1' : '0';
  return text;
}

std::string first_bits_of(Token token) {
  BitEncoder encoder;
  return bits_of(encoder, token);
}

TEST(BitEncoder, first_null_after_a_reset_is_0111_0100) {
  EXPECT_EQ(first_bits_of(null_token), "01110100");
}

// The table of facts.md, after a token whose payload parity is even: P makes flag and P odd.
TEST(BitEncoder, gives_each_token_the_bits_of_the_table) {
  EXPECT_EQ(first_bits_of(fct_token), "0100");
  EXPECT_EQ(first_bits_of(eop_token), "0101");
  EXPECT_EQ(first_bits_of(eom_token), "0110");
  EXPECT_EQ(first_bits_of(data_token(0x00)), "1000000000");
}

TEST(BitEncoder, sends_the_least_significant_bit_of_a_byte_first) {
  EXPECT_EQ(first_bits_of(data_token(0x01)), "1010000000");
  EXPECT_EQ(first_bits_of(data_token(0x80)), "1000000001");
  EXPECT_EQ(first_bits_of(data_token(0b0011'0101)), "1010101100");
}

TEST(BitEncoder, parity_is_odd_over_the_previous_payload_itself_and_the_flag) {
  RandomStream stream(1, "parity");
  constexpr Token kinds[] = {fct_token, eop_token, eom_token, null_token};
  BitEncoder encoder;
  std::string before = "00";  // payload of the token before
  for (unsigned n = 0; n < 10'000; ++n) {
    const auto which = stream.below(8);
    const Token token =
        which < 4 ? kinds[which] : data_token(static_cast<std::uint8_t>(stream.below(256)));
    std::string bits = bits_of(encoder, token);
    while (!bits.empty()) {  // a NUL is two tokens on the wire
      const std::size_t length = bits[1] == '0' ? 10 : 4;
      const std::string covered = before + bits.substr(0, 2);
      EXPECT_EQ(std::count(covered.begin(), covered.end(), '1') % 2, 1) << "token " << n;
      before = bits.substr(2, length - 2);
      bits.erase(0, length);
    }
  }
}

TEST(BitEncoder, reset_forgets_the_payload_before) {
  BitEncoder encoder;
  encoder.encode(data_token(1));
  encoder.reset();
  EXPECT_EQ(bits_of(encoder, null_token), "01110100");
}

/// What a decoder made of bits.
struct Decoded {
  std::vector<Token> tokens;
  BitEvent error = BitEvent::none;
};

void feed(BitDecoder& decoder, const std::string& bits, Decoded& decoded) {
  for (const char one : bits) {
    if (decoded.error != BitEvent::none) return;
    switch (const BitEvent event = decoder.bit(one == '1')) {
      case BitEvent::none: break;
      case BitEvent::token: decoded.tokens.push_back(decoder.token()); break;
      default: decoded.error = event;
    }
  }
}

Decoded decode(const std::string& bits) {
  BitDecoder decoder;
  Decoded decoded;
  feed(decoder, bits, decoded);
  return decoded;
}

/// A stream as after a start: a NUL, then tokens of every kind, then a NUL. `ends[i]` is the number
/// of bits up to the end of token i.
struct Stream {
  std::vector<Token> tokens;
  std::vector<std::size_t> ends;
  std::string bits;

  Stream(unsigned count, std::uint64_t seed) {
    RandomStream stream(seed, "tokens");
    BitEncoder encoder;
    add(encoder, null_token);
    for (unsigned n = 0; n < count; ++n) {
      switch (stream.below(8)) {
        case 0: add(encoder, fct_token); break;
        case 1: add(encoder, eop_token); break;
        case 2: add(encoder, eom_token); break;
        case 3: add(encoder, null_token); break;
        default: add(encoder, data_token(static_cast<std::uint8_t>(stream.below(256))));
      }
    }
    add(encoder, null_token);
  }
  void add(BitEncoder& encoder, Token token) {
    tokens.push_back(token);
    bits += bits_of(encoder, token);
    ends.push_back(bits.size());
  }
};

TEST(BitDecoder, gives_back_the_tokens_in_their_order) {
  const Stream stream(5'000, 2);
  const Decoded decoded = decode(stream.bits);
  EXPECT_EQ(decoded.error, BitEvent::none);
  std::vector<Token> expected = stream.tokens;
  expected.pop_back();  // its parity is not in
  EXPECT_EQ(decoded.tokens, expected);
}

TEST(BitDecoder, gives_a_token_at_the_control_flag_of_the_next_one) {
  BitDecoder decoder;
  Decoded decoded;
  BitEncoder encoder;
  feed(decoder, bits_of(encoder, null_token), decoded);
  feed(decoder, bits_of(encoder, data_token(0x5a)), decoded);
  const std::string next = bits_of(encoder, fct_token);
  ASSERT_EQ(decoded.tokens.size(), 1U);
  feed(decoder, next.substr(0, 1), decoded);
  EXPECT_EQ(decoded.tokens.size(), 1U);
  feed(decoder, next.substr(1, 1), decoded);
  ASSERT_EQ(decoded.tokens.size(), 2U);
  EXPECT_EQ(decoded.tokens.back(), data_token(0x5a));
}

TEST(BitDecoder, detects_every_single_inverted_bit_and_gives_out_nothing_wrong) {
  const Stream stream(400, 3);
  // The first NUL is hunted for; the last token's bits have no later parity to tell of them.
  for (std::size_t at = stream.ends[0]; at < stream.ends[stream.ends.size() - 2]; ++at) {
    std::string bits = stream.bits;
    bits[at] = bits[at] == '1' ? '0' : '1';
    const Decoded decoded = decode(bits);
    EXPECT_EQ(decoded.error, BitEvent::parity_error) << "bit " << at;
    ASSERT_LT(decoded.tokens.size(), stream.tokens.size());
    for (std::size_t i = 0; i < decoded.tokens.size(); ++i) {
      ASSERT_EQ(decoded.tokens[i], stream.tokens[i]) << "bit " << at;
      ASSERT_LE(stream.ends[i], at) << "a token with an inverted bit was given out";
    }
  }
}

TEST(BitDecoder, takes_no_notice_of_what_comes_before_the_first_null) {
  BitEncoder encoder;
  std::string bits;
  for (const Token token : {fct_token, fct_token, null_token, eop_token, fct_token}) {
    bits += bits_of(encoder, token);
  }
  for (std::size_t cut = 0; cut < 9; ++cut) {
    const Decoded decoded = decode(bits.substr(cut));
    EXPECT_EQ(decoded.error, BitEvent::none);
    EXPECT_EQ(decoded.tokens, (std::vector{null_token, eop_token})) << cut;
  }
}

TEST(BitDecoder, does_not_find_a_null_that_is_inverted_and_takes_the_next) {
  BitEncoder encoder;
  std::string bits;
  for (unsigned n = 0; n < 4; ++n) bits += bits_of(encoder, null_token);
  for (std::size_t at = 1; at < 8; ++at) {
    std::string wrong = bits;
    wrong[at] = wrong[at] == '1' ? '0' : '1';
    const Decoded decoded = decode(wrong);
    EXPECT_EQ(decoded.error, BitEvent::none) << at;
    EXPECT_EQ(decoded.tokens.size(), 2U) << at;
  }
}

// ESC before anything but FCT, with right parity: ESC is 1 1 1 (payload parity even), so the token
// after it has the parity bits of a first one.
TEST(BitDecoder, reports_an_escape_that_is_not_followed_by_fct) {
  const std::string null = "01110100";
  EXPECT_EQ(decode(null + "0111"
                          "0101"
                          "1100")
                .error,
            BitEvent::escape_error);  // EOP
  EXPECT_EQ(decode(null + "0111"
                          "0110"
                          "1100")
                .error,
            BitEvent::escape_error);  // EOM
  EXPECT_EQ(decode(null + "0111"
                          "0111"
                          "0100")
                .error,
            BitEvent::escape_error);  // ESC
  EXPECT_EQ(decode(null + "0111"
                          "1010101010")
                .error,
            BitEvent::escape_error);  // data
}

// ESC and data (ECSS-E-ST-50-12C); the parity of ESC's payload is even.
TEST(BitEncoder, a_time_code_is_esc_and_a_data_token) {
  BitEncoder encoder;
  EXPECT_EQ(bits_of(encoder, null_token), "01110100");
  EXPECT_EQ(bits_of(encoder, time_code_token(0x01)),
            "0111"
            "1010000000");
  EXPECT_EQ(bits_of(encoder, fct_token), "1100") << "its value is the payload before";
}

TEST(BitDecoder, finds_every_time_code_among_other_tokens) {
  RandomStream random(5, "times");
  BitEncoder encoder;
  std::string bits = bits_of(encoder, null_token);
  std::vector<Token> sent{null_token};
  for (unsigned value = 0; value < 256; ++value) {
    for (const Token token : {time_code_token(static_cast<std::uint8_t>(value)),
                              data_token(static_cast<std::uint8_t>(random.below(256))),
                              random.below(2) == 0 ? null_token : eop_token}) {
      bits += bits_of(encoder, token);
      sent.push_back(token);
    }
  }
  BitDecoder decoder(true);
  Decoded decoded;
  feed(decoder, bits + bits_of(encoder, null_token), decoded);
  EXPECT_EQ(decoded.error, BitEvent::none);
  EXPECT_EQ(decoded.tokens, sent);
}

TEST(BitDecoder, finds_each_inverted_bit_of_a_time_code) {
  BitEncoder encoder;
  const std::string null = bits_of(encoder, null_token);
  const std::string time = bits_of(encoder, time_code_token(0x2a));
  const std::string after = bits_of(encoder, null_token);
  for (std::size_t at = 0; at < time.size(); ++at) {
    std::string wrong = time;
    wrong[at] = wrong[at] == '1' ? '0' : '1';
    BitDecoder decoder(true);
    Decoded decoded;
    feed(decoder, null + wrong + after, decoded);
    EXPECT_EQ(decoded.error, BitEvent::parity_error) << at;
  }
}

TEST(BitDecoder, reset_hunts_again) {
  BitDecoder decoder;
  Decoded decoded;
  BitEncoder encoder;
  feed(decoder, bits_of(encoder, null_token), decoded);
  decoder.reset();
  feed(decoder, bits_of(encoder, eop_token), decoded);
  feed(decoder, bits_of(encoder, eop_token), decoded);
  EXPECT_TRUE(decoded.tokens.empty());
}

}  // namespace
}  // namespace weft
