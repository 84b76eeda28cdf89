#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::copy_transfer {
namespace {

// The network counts with the node that it leads away from. A node is numbered by how many networks
// the data have crossed.
using NodeResource = std::pair<unsigned, Resource>;

struct Use {
  unsigned count = 0;
  const Expression* by = nullptr;  // a transfer
};
using Uses = std::map<NodeResource, Use>;

class ResourceCheck {
 public:
  explicit ResourceCheck(const Machine& machine) : machine_(machine) {}

  // Of what runs at the same time, at most.
  Uses uses_of(const Expression& part) {
    if (part.kind == Expression::Kind::transfer) {
      const Uses uses{{{node_, info_of(part.transfer.kind).resource}, {1, &part}}};
      if (part.transfer.crosses_network()) ++node_;
      return uses;
    }
    Uses uses;
    for (const Expression& one : part.parts) {
      const bool together = part.kind == Expression::Kind::parallel;
      for (const auto& [resource, use] : uses_of(one)) {
        Use& sum = uses[resource];
        if (together && sum.count + use.count > most(resource.second)) refuse(*sum.by, *use.by);
        sum.count = together ? sum.count + use.count : std::max(sum.count, use.count);
        sum.by = use.by;
      }
    }
    return uses;
  }

 private:
  unsigned most(Resource resource) const {
    return resource == Resource::processor ? machine_.processors : 1;
  }

  [[noreturn]] void refuse(const Expression& first, const Expression& second) const {
    const TransferInfo& info = info_of(second.transfer.kind);
    const bool several = info.resource == Resource::processor && machine_.processors > 1;
    const std::string name = several
                                 ? fmt::format("more than the {} processors", machine_.processors)
                                 : std::string(info.resource_name);
    throw InputError(second.place,
                     fmt::format("'{}' in parallel with '{}', which needs {} of the same node",
                                 text_of(second.transfer), text_of(first.transfer), name),
                     "expected 'o' between what shares a resource");
  }

  const Machine& machine_;
  unsigned node_ = 0;
};

}  // namespace

void check_resources(const Expression& expression, const Machine& machine) {
  ResourceCheck(machine).uses_of(expression);
}

}  // namespace weft::copy_transfer
