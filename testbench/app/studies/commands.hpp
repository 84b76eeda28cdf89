// The commands of studies, each in a file of its own.
#pragma once

namespace weft::app {

class Command;

void define_draw(Command& command);
void define_saturate(Command& command);
void define_reproduce(Command& command);
void define_sweep(Command& command);
void define_extract(Command& command);
void define_report(Command& command);
void define_bench(Command& command);
void define_assemble(Command& command);
void define_disassemble(Command& command);
void define_conset(Command& command);
void define_copy_transfer(Command& command);
void define_registers(Command& command);

}  // namespace weft::app
