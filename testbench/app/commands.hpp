// The commands of `weft`, each in a file of its own.
#pragma once

namespace weft::app {

class CommandLine;

void add_run(CommandLine& line);
void add_check(CommandLine& line);
void add_draw(CommandLine& line);
void add_list(CommandLine& line);
void add_describe(CommandLine& line);
void add_schema(CommandLine& line);
void add_reproduce(CommandLine& line);
void add_saturate(CommandLine& line);
void add_sweep(CommandLine& line);
void add_extract(CommandLine& line);
void add_report(CommandLine& line);
void add_bench(CommandLine& line);
void add_assemble(CommandLine& line);
void add_disassemble(CommandLine& line);
void add_conset(CommandLine& line);
void add_copy_transfer(CommandLine& line);
void add_registers(CommandLine& line);
void add_pins(CommandLine& line);
void add_completion(CommandLine& line);
void add_manual(CommandLine& line);

}  // namespace weft::app
