// Which keys of a netlist go together, as far as merging and overriding must know.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/node.hpp"

namespace weft {

struct SectionChild;

/// By type: its keys, each with a number for the kind of its value.
using TypeKeys = std::map<std::string, std::map<std::string, unsigned>>;

/// A map of a netlist in which one key may choose a type, whose parameters stand beside it:
/// `workload: {type: stream, messages: 3}`. An empty form says nothing.
struct SectionForm {
  std::string choice;            ///< The key that chooses; empty where none does.
  std::vector<std::string> own;  ///< Keys that the map has whatever it chooses.
  /// The keys of all types that can be chosen; empty where nothing chooses. Few netlists have one
  /// type take the place of another, which is when it is called.
  std::function<TypeKeys()> types;
  std::vector<SectionChild> children;  ///< Maps and lists in it.

  /// Null if nothing is known of what stands there.
  const SectionForm* child(std::string_view key) const;
};

struct SectionChild {
  std::string key;  ///< Empty for any key, and for the items of a list.
  SectionForm form;
};

/// Takes out what belonged to another type than `type`, which the map chooses now in the place of
/// `before`, and that one lacks or has as another kind of value. Keys that no type has are left for
/// an error. Does nothing for a type that is not known.
void drop_other_types(Node& map, const SectionForm& form, const std::string& before,
                      const std::string& type);

}  // namespace weft
