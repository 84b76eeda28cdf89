#include <memory>
#include <optional>
#include <vector>

#include "hw/common/later_events.hpp"
#include "hw/hypercube/coprocessor_core.hpp"
#include "hw/t9000/message_memory.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/memory_ports.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/protocols/memory_socket.hpp"
#include "tlm/memory/message_port.hpp"

namespace weft {
namespace {

/// It finds whose it is once all components are there.
class MemoryPortInstance final : public ComponentInstance, private OwnCounts {
 public:
  explicit MemoryPortInstance(const MakeContext& context)
      : parameters_(context.component().parameters->to_struct<MemoryPortParameters>()),
        owner_(owner_of_port(context.platform, context.index)),
        views_(&context.views),
        port_(context.name) {
    context.show(port_);
    context.show<OwnCounts>(*this);
  }

  std::any port(unsigned, Side) override { return MemoryEnd(port_.memory.socket); }

  void share(SharedParts&) override {
    if (T9000Core* const core = views_->find<T9000Core>(owner_)) {
      messages_.emplace(parameters_, core->parameters(), port_.memory, port_);
      core->lie_in(*messages_);
      port_.answered = [core](unsigned slot, Time at) { core->memory_answers(slot, at); };
    } else if (HypercubeCoprocessor* const node = views_->find<HypercubeCoprocessor>(owner_)) {
      node->lie_in(parameters_, port_.memory, port_);
      port_.bytes = node->memory().size();
      port_.answered = [node](unsigned slot, Time at) { node->memory_answers(slot, at); };
    }
  }

 private:
  std::vector<Count> counts() const override {
    const MemoryInitiator::Counts& memory = port_.memory.counts();
    return {{"memory reads", memory.reads}, {"memory writes", memory.writes}};
  }

  MemoryPortParameters parameters_;
  std::size_t owner_;
  const Views* views_;
  MessagePort port_;
  std::optional<MessageMemory> messages_;  // of a T9000
};

}  // namespace

ComponentModules memory_port_modules() {
  return {{{Level::word,
            [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
              return std::make_unique<MemoryPortInstance>(context);
            }}},
          {}};
}

}  // namespace weft
