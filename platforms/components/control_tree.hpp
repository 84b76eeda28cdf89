// The tree of control links behind a link of a control host.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"
#include "platforms/routing/connections.hpp"

namespace weft {

/// A C104 whose links are control links: it passes on by their headers what is for the control
/// units behind it, and to the host all that comes back.
struct ControlSwitch {
  /// The labels behind a link, none of them where `first` is above `last`.
  struct Branch {
    unsigned link = 0;
    std::size_t first = 0;
    std::size_t last = 0;
  };

  std::size_t component = 0;
  unsigned up = 0;  ///< Its link towards the host.
  std::vector<Branch> branches{};
};

/// Control units, each behind CLINK1 of the one before it or a link of a C104, which may be behind
/// CLINK1 too.
class ControlTree {
 public:
  /// Throws InputError for a C104 that is in it twice, or has links to anything else.
  ControlTree(const Platform& platform, const Connections& connections, const LinkEnd& host);

  /// Those nearer to the host first, and of a C104 those of its lower links; labels are 1, 2 ...
  const std::vector<std::size_t>& units() const { return units_; }
  const std::vector<ControlSwitch>& switches() const { return switches_; }

 private:
  void follow(const LinkEnd& from);
  void branch(const LinkEnd& up);

  const Platform* platform_;
  const Connections* connections_;
  std::vector<std::size_t> units_;
  std::vector<ControlSwitch> switches_;
};

/// The C104s of the trees of all control hosts.
std::vector<ControlSwitch> control_switches(const Platform& platform);
/// Those of them that pass packets on as a whole do it token by token, as control links do.
void keep_control_switches_at_token(Platform& platform);
/// The tables of a C104 in a tree.
RouterTables tables_of_control_switch(const Platform& platform, const ControlSwitch& one);

}  // namespace weft
