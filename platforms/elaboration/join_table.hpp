// How the two ends of a link are joined, by protocol and levels.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "platforms/elaboration/shared_parts.hpp"
#include "platforms/link_view.hpp"
#include "platforms/platform.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// One link or bus to be joined.
struct Joint {
  LinkEnd from;
  LinkEnd to;
  DsLinkParameters parameters;  ///< Of a DS-Link, of the end at `from`, and
  DsLinkParameters far;         ///< of the one at `to`.
  std::uint64_t seed = 0;       ///< Of what a transactor draws.
  Time cut_at = never;          ///< ps
};

/// Where ends are joined; what it is given stands as long as the system.
struct JoinContext {
  const Platform& platform;
  Wheel& wheel;
  SharedParts& shared;
  std::vector<std::shared_ptr<void>>& kept;

  /// Makes wires or a transactor and keeps them.
  template <class Between, class... Arguments>
  Between& make(Arguments&&... arguments) {
    auto made = std::make_shared<Between>(std::forward<Arguments>(arguments)...);
    kept.push_back(made);
    return *made;
  }
};

/// What observers see of what was joined: of the two ends of a DS-Link, or of a bus.
struct JoinedViews {
  LinkView from;
  LinkView to;
  BusView bus;
};

/// What joins two ends of a protocol at their levels, with the wires and transactors between them.
/// At a level a protocol has one type of end for each Side, which ComponentInstance::port gives.
class JoinTable {
 public:
  template <class From, class To>
  using Join = JoinedViews (*)(From& from, To& to, const Joint& joint, JoinContext& context);

  template <class From, class To>
  void add(const std::string& protocol, Level from, Level to, Join<From, To> how) {
    rows_[{protocol, from, to}] = [how](std::any& one, std::any& other, const Joint& joint,
                                        JoinContext& context) {
      return how(end_of<From>(one, joint.from, context), end_of<To>(other, joint.to, context),
                 joint, context);
    };
  }
  /// Of links without a direction: for both orders of two different levels.
  template <class From, class To>
  void add_both_ways(const std::string& protocol, Level from, Level to, Join<From, To> how) {
    add(protocol, from, to, how);
    rows_[{protocol, to, from}] = [how](std::any& one, std::any& other, const Joint& joint,
                                        JoinContext& context) {
      JoinedViews views = how(end_of<From>(other, joint.to, context),
                              end_of<To>(one, joint.from, context), joint, context);
      std::swap(views.from, views.to);
      return views;
    };
  }

  /// Joins what two components have at the ports of the joint. Throws InputError at the component,
  /// by its name and port: levels that nothing joins, and an end that is not what the protocol has
  /// at its level.
  JoinedViews join(std::any from, std::any to, const Joint& joint, JoinContext& context) const;

 private:
  using AnyJoin = std::function<JoinedViews(std::any&, std::any&, const Joint&, JoinContext&)>;

  template <class End>
  static End& end_of(std::any& end, const LinkEnd& where, const JoinContext& context) {
    End* found = std::any_cast<End>(&end);
    if (found == nullptr) refuse_end(where, context.platform);
    return *found;
  }
  [[noreturn]] static void refuse_end(const LinkEnd& where, const Platform& platform);

  std::map<std::tuple<std::string, Level, Level>, AnyJoin> rows_;
};

}  // namespace weft
