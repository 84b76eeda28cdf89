// The commands of `weft`, each in a file of its own.
#pragma once

namespace weft::app {

class Command;
class CommandLine;

/// All of them, in the order in which the help tells of them. Those of studies are in a library
/// that is loaded when one is asked for (studies.hpp); the others are in the program:
void add_commands(CommandLine& line);

void define_run(Command& command);
void define_check(Command& command);
void define_list(Command& command);
void define_describe(Command& command);
void define_schema(Command& command);
void define_pins(Command& command);
/// These two tell of the whole command line.
void define_completion(Command& command, CommandLine& line);
void define_manual(Command& command, CommandLine& line);

}  // namespace weft::app
