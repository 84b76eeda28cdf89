#include "testbench/programs/resource.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace weft {

Resource::Client& Resource::client_at(const Socket& socket) {
  const auto known =
      std::find_if(clients_.begin(), clients_.end(),
                   [&socket](const Client& client) { return client.socket == socket; });
  if (known != clients_.end()) return *known;
  return clients_.emplace_back(claims_, static_cast<unsigned>(clients_.size()), socket);
}

void Resource::renew() {
  if (!resets_.catch_up()) return;
  claims_.forget();
  clients_.clear();
}

void Resource::mark(const Socket& client, Time now) {
  renew();
  if (!client.belongs_to(*core_)) {
    throw std::logic_error(fmt::format("resource '{}' of another processor", name_));
  }
  Client& marked = client_at(client);
  if (marked.marked) {
    throw std::logic_error(fmt::format("a client of resource '{}' is marked twice", name_));
  }
  marked.marked = true;
  if (client.is_ready()) {
    marked.became_ready(now);
  } else {
    client.enable(marked);
  }
}

Socket Resource::grant() {
  Client& client = clients_[claims_.grant()];
  client.marked = false;
  return client.socket;
}

}  // namespace weft
