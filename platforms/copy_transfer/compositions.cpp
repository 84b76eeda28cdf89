#include "platforms/copy_transfer/compositions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platforms/netlist/place.hpp"

namespace weft::copy_transfer {
namespace {

constexpr Pattern port{Pattern::Kind::fixed, 0, 1};
constexpr Pattern buffer{Pattern::Kind::contiguous, 0, 1};

Expression leaf(TransferKind kind, const Pattern& read, const Pattern& write) {
  Expression one;
  one.transfer = {kind, read, write, 0};
  return one;
}

Expression chain(TransferKind send, const Pattern& read, TransferKind network, TransferKind receive,
                 const Pattern& write) {
  Expression whole;
  whole.kind = Expression::Kind::parallel;
  whole.parts = {leaf(send, read, port), leaf(network, port, port), leaf(receive, port, write)};
  return whole;
}

Expression with_copies(const Operation& operation, Expression transfer, bool packs, bool unpacks) {
  if (!packs && !unpacks) return transfer;
  Expression whole;
  whole.kind = Expression::Kind::sequence;
  if (packs) whole.parts.push_back(leaf(TransferKind::copy, operation.read, buffer));
  whole.parts.push_back(std::move(transfer));
  if (unpacks) whole.parts.push_back(leaf(TransferKind::copy, buffer, operation.write));
  return whole;
}

std::string style_of(bool packs, bool unpacks) {
  if (packs && unpacks) return "buffer packing";
  if (packs) return "packed by the sender";
  return unpacks ? "unpacked by the receiver" : "chained";
}

void add(const std::string& style, const Expression& way, const Machine& machine,
         Compositions& found) {
  if (const Expression* missing = missing_figure(way, machine)) {
    found.unknown.push_back({style, text_of(way), text_of(missing->transfer)});
  } else {
    found.known.push_back({style, text_of(way), estimate(way, machine)});
  }
}

}  // namespace

Compositions find_compositions(const Operation& operation, const Machine& machine) {
  Compositions found;
  for (const bool packs : {false, true}) {
    for (const bool unpacks : {false, true}) {
      const Pattern& read = packs ? buffer : operation.read;
      const Pattern& write = unpacks ? buffer : operation.write;
      for (const TransferKind send : {TransferKind::load_send, TransferKind::fetch_send}) {
        for (const TransferKind network : {TransferKind::data, TransferKind::address_data}) {
          for (const TransferKind receive :
               {TransferKind::receive_deposit, TransferKind::receive_store}) {
            const bool knows_where = network == TransferKind::address_data || write == buffer ||
                                     receive == TransferKind::receive_store;
            if (!knows_where) continue;
            const Expression way =
                with_copies(operation, chain(send, read, network, receive, write), packs, unpacks);
            add(style_of(packs, unpacks), way, machine, found);
          }
        }
      }
    }
  }
  std::stable_sort(found.known.begin(), found.known.end(),
                   [](const Composition& a, const Composition& b) {
                     if (a.estimate.rate != b.estimate.rate)
                       return a.estimate.rate > b.estimate.rate;
                     return a.estimate.terms.size() < b.estimate.terms.size();
                   });
  return found;
}

}  // namespace weft::copy_transfer
