// What the library brings.
#include "platforms/plugins/plugin.hpp"

weft::ComponentType relay_type();
weft::ComponentType along_type();
weft::ComponentType chain_type();
weft::ComponentType beacon_type();

WEFT_PLUGIN(registry) {
  registry.add(relay_type());
  registry.add(along_type());
  registry.add(chain_type());
  registry.add(beacon_type());
}
