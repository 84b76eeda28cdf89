// What can be seen of the components of a system, by the type of what is seen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <typeindex>
#include <unordered_map>
#include <vector>

namespace weft {

/// Something of a component: its core, its reports, a capability.
template <class View>
struct Seen {
  std::size_t component = 0;  ///< Index in Platform::components.
  View* view = nullptr;
};

/// Who makes a component shows what of it others may use; these ask by type, so that a new kind of
/// component, or of view, concerns only those who know it.
class Views {
 public:
  /// To be called in the order of components; one of a type each at most.
  template <class View>
  void show(std::size_t component, View& view) {
    auto& list = lists_[typeid(View)];
    if (!list) list = std::make_unique<List<View>>();
    static_cast<List<View>&>(*list).seen.push_back({component, &view});
  }

  /// By component.
  template <class View>
  const std::vector<Seen<View>>& all() const {
    static const std::vector<Seen<View>> none;
    const auto list = lists_.find(typeid(View));
    return list == lists_.end() ? none : static_cast<const List<View>&>(*list->second).seen;
  }

  /// Null if the component shows none.
  template <class View>
  View* find(std::size_t component) const {
    const auto& seen = all<View>();
    const auto found = std::partition_point(
        seen.begin(), seen.end(),
        [component](const Seen<View>& one) { return one.component < component; });
    return found == seen.end() || found->component != component ? nullptr : found->view;
  }

 private:
  struct AnyList {
    virtual ~AnyList() = default;
  };
  template <class View>
  struct List final : AnyList {
    std::vector<Seen<View>> seen;
  };

  std::unordered_map<std::type_index, std::unique_ptr<AnyList>> lists_;
};

}  // namespace weft
