#include "platforms/checks/header_flow.hpp"

#include <algorithm>
#include <utility>

#include "platforms/checks/connected_parts.hpp"
#include "platforms/checks/router_step.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

bool draws_random_headers(const RouterTables& router) {
  return std::any_of(router.per_link.begin(), router.per_link.end(),
                     [](const C104LinkParameters& link) { return link.random_header; });
}

}  // namespace

// Takes what leaves a router to the channels that it leaves by.
struct HeaderFlow::Spread : RouterVisitor {
  Spread(HeaderFlow& headers, ChannelId arrived) : flow(&headers), channel(arrived) {}

  void leave(ChannelId next, const Packets& packets) {
    flow->exits_[channel] |= std::uint64_t{1} << flow->channels_.from(next).port;
    if (packets.random != nullptr) {
      flow->send(next, *packets.random, packets.headers);
    } else {
      for (const HeaderRange& range : packets.headers) flow->send(next, range);
    }
  }
  void lose(std::span<const HeaderRange> headers) { flow->suspects_.add(headers); }
  void fail(std::span<const HeaderRange> headers) { flow->failed_.add(headers); }

  HeaderFlow* flow;
  ChannelId channel;
};

HeaderFlow::HeaderFlow(const Platform& platform, const std::map<std::size_t, RouterTables>& routers,
                       Time at)
    : channels_(platform, routers, at),
      parts_(connected_parts(platform)),
      plain_(channels_.count()),
      exits_(channels_.count(), 0),
      is_open_(channels_.count(), false),
      fresh_(channels_.count()) {
  if (std::any_of(routers.begin(), routers.end(),
                  [](const auto& entry) { return draws_random_headers(entry.second); })) {
    random_.resize(channels_.count());
  }
  inject();
  std::vector<ChannelId> now;
  while (!open_.empty()) {
    now.swap(open_);
    for (const ChannelId channel : now) arrive(channel);
    now.clear();
  }
  is_open_ = {};
  fresh_ = {};
}

// Every processor sends to every other one of its part.
void HeaderFlow::inject() {
  const Platform& platform = channels_.platform();
  for (const Processor& processor : processors_of(platform)) {
    headers_of_part_[parts_[processor.component]].add({processor.min_header, processor.max_header});
  }
  for (const Processor& processor : processors_of(platform)) {
    const RangeSet others = headers_for(processor);
    for (unsigned port = 0; port < processor.links; ++port) {
      const ChannelId channel = channels_.at({processor.component, port});
      if (channel == no_channel || channels_.is_dead(channel)) continue;
      for (const HeaderRange& range : others.ranges()) send(channel, range);
    }
  }
}

RangeSet HeaderFlow::headers_for(const Processor& processor) const {
  return headers_of_part_.at(parts_[processor.component])
      .without({processor.min_header, processor.max_header});
}

void HeaderFlow::send(ChannelId channel, HeaderRange headers) {
  RangeSet& fresh = fresh_[channel];
  plain_[channel].add(headers, fresh);
  if (!fresh.empty()) enlist(channel);
}

void HeaderFlow::send(ChannelId channel, HeaderRange randoms,
                      std::span<const HeaderRange> headers) {
  RangeSet added;
  RandomPackets& carried = random_[channel];
  carried.randoms.add(randoms, added);
  for (const HeaderRange& range : headers) carried.headers.add(range, added);
  if (!added.empty()) enlist(channel);
}

void HeaderFlow::enlist(ChannelId channel) {
  if (is_open_[channel]) return;
  is_open_[channel] = true;
  open_.push_back(channel);
}

void HeaderFlow::arrive(ChannelId channel) {
  is_open_[channel] = false;
  const RangeSet fresh = std::exchange(fresh_[channel], {});
  steps_ += fresh.ranges().size();
  const std::size_t component = channels_.to(channel).component;
  if (const std::size_t index = channels_.processor(component); index != Channels::no_processor) {
    receive(channel, processors_of(channels_.platform())[index], fresh);
    return;
  }
  if (channels_.router(component) == nullptr) return;  // a user's own: what it does is not known
  Spread spread(*this, channel);
  RouterStep step(channels_, channel, spread);
  step.plain(fresh.ranges());
  if (random_.empty()) return;
  const RandomPackets& behind = random_[channel];
  steps_ += behind.randoms.ranges().size() + behind.headers.ranges().size();
  step.random(behind.randoms.ranges(), behind.headers.ranges());
}

void HeaderFlow::receive(ChannelId channel, const Processor& processor, const RangeSet& fresh) {
  suspects_.add(fresh.without({processor.min_header, processor.max_header}).ranges());
  suspects_.add(random(channel).headers.ranges());
}

}  // namespace weft
