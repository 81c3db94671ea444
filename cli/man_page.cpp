// rill.1 in the man macros, from the same tree as --help.

#include <sstream>

#include "command_tree.h"

namespace rill {
namespace {

// Backslashes, and dots and quotes at the beginning of a line, mean something to roff.
std::string escaped(const std::string& text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    line_begins = c == '\n';
  }
  return result;
}

void write_options(std::ostream& out, const CommandText& command) {
  for (const OptionText& option : command.positionals)
    out << ".TP\n\\fI" << escaped(option.type_name) << "\\fR\n" << escaped(option.help) << "\n";
  for (const OptionGroup& group : command.groups) {
    if (group.heading != "Options") out << ".PP\n\\fI" << escaped(group.heading) << "\\fR\n";
    for (const OptionText& option : group.options) {
      out << ".TP\n\\fB" << escaped(option.names) << "\\fR";
      if (option.takes_value) out << " \\fI" << escaped(option.type_name) << "\\fR";
      out << "\n" << escaped(option.help) << "\n";
    }
  }
}

void write_command(std::ostream& out, const CommandText& command) {
  out << ".SS rill " << escaped(command.name);
  for (const OptionText& option : command.positionals)
    out << (option.required ? " " : " [") << escaped(option.type_name)
        << (option.required ? "" : "]");
  out << " [options]\n" << escaped(command.help) << "\n";
  write_options(out, command);
  if (!command.footer.empty()) out << ".PP\n.nf\n" << escaped(command.footer) << "\n.fi\n";
}

}  // namespace

std::string man_page(const CommandTree& tree) {
  std::ostringstream out;
  out << ".\\\" Written by 'rill man' from the command itself.\n"
      << ".TH RILL 1 \"\" \"rill " RILL_VERSION "\" \"User Commands\"\n"
      << ".SH NAME\nrill \\- " << escaped(tree.help) << "\n"
      << ".SH SYNOPSIS\n.B rill\n\\fIcommand\\fR [options]\n"
      << ".SH COMMANDS\n";
  for (const CommandText& command : tree.commands) write_command(out, command);
  out << ".SH EXIT STATUS\n"
         ".TP\n0\ndone\n.TP\n1\nbad input or parameter\n.TP\n2\nusage\n"
         ".TP\n3\ndevice or resource\n.TP\n130\ninterrupted\n";
  return out.str();
}

}  // namespace rill
