#include "hw/iwarp/cell_lines.hpp"

#include <utility>

namespace weft {

// Any signal can be bound to pins, and a line may be sampled by two.
template <class Levels>
void SampledLines::bind(sc_core::sc_in<Levels>& pin, Levels& levels,
                        std::vector<Other<Levels>>& others, sc_core::sc_event_or_list& activity) {
  auto* const line = dynamic_cast<LineSignal<Levels>*>(pin.get_interface());
  if (line != nullptr && line->show_to(sleeper_, levels)) return;
  activity |= pin->value_changed_event();
  others.emplace_back(&pin, &levels);
  others_ = true;
}

void SampledLines::bind(CellPins& pins, sc_core::sc_event_or_list& activity) {
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    bind(pins.in[bus].forth, levels_.forth[bus], others_forth_, activity);
    bind(pins.out[bus].back, levels_.back[bus], others_back_, activity);
  }
}

void SampledLines::read_others() {
  for (const auto& [pin, levels] : others_forth_) *levels = (*pin)->read();
  for (const auto& [pin, levels] : others_back_) *levels = (*pin)->read();
}

void DrivenLines::bind(CellPins& pins, const sc_core::sc_object* writer) {
  pins_ = &pins;
  writer_ = writer;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    forth_[bus] = dynamic_cast<LineSignal<BusLevels>*>(pins.out[bus].forth.get_interface());
    back_[bus] = dynamic_cast<LineSignal<DequeueLevels>*>(pins.in[bus].back.get_interface());
  }
}

void DrivenLines::drive(const CellLevels& levels) {
  unsigned changed = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    if (levels.forth[bus] != driven_.forth[bus] &&
        drive(forth_[bus], pins_->out[bus].forth, levels.forth[bus])) {
      changed |= forth_bit(bus);
    }
    if (levels.back[bus] != driven_.back[bus] &&
        drive(back_[bus], pins_->in[bus].back, levels.back[bus])) {
      changed |= back_bit(bus);
    }
  }
  driven_ = levels;
  if (changed == 0) return;
  changed_ |= changed;
  request_update();
}

// The last one first, as the kernel updates those that ask by themselves.
void DrivenLines::update() {
  const unsigned changed = std::exchange(changed_, 0);
  const sc_dt::uint64 stamp = sc_core::sc_get_curr_simcontext()->change_stamp();
  for (unsigned bus = bus_count; bus-- != 0;) {
    if ((changed & back_bit(bus)) != 0) back_[bus]->update_driven(stamp);
    if ((changed & forth_bit(bus)) != 0) forth_[bus]->update_driven(stamp);
  }
}

}  // namespace weft
