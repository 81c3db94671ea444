// rill.1 in the man macros, from the same tree as --help.

#include <sstream>

#include <CLI/CLI.hpp>

#include "command_tree.h"
#include "help.h"

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

void write_options(std::ostream& out, const CLI::App& command) {
  for (const CLI::Option* option : positionals_of(command))
    out << ".TP\n\\fI" << escaped(option->get_type_name()) << "\\fR\n"
        << escaped(option->get_description()) << "\n";
  for (const OptionGroup& group : option_groups(command)) {
    if (group.heading != "Options") out << ".PP\n\\fI" << escaped(group.heading) << "\\fR\n";
    for (const CLI::Option* option : group.options) {
      out << ".TP\n\\fB" << escaped(shown_names(*option)) << "\\fR";
      if (takes_value(*option)) out << " \\fI" << escaped(option->get_type_name()) << "\\fR";
      out << "\n" << escaped(option->get_description()) << "\n";
    }
  }
}

void write_command(std::ostream& out, const CLI::App& command) {
  out << ".SS rill " << escaped(command.get_name());
  for (const CLI::Option* option : positionals_of(command))
    out << (option->get_required() ? " " : " [") << escaped(option->get_type_name())
        << (option->get_required() ? "" : "]");
  out << " [options]\n" << escaped(command.get_description()) << "\n";
  write_options(out, command);
  const std::string footer = command.get_footer();
  if (!footer.empty()) out << ".PP\n.nf\n" << escaped(footer) << "\n.fi\n";
}

}  // namespace

std::string man_page(const CLI::App& app) {
  std::ostringstream out;
  out << ".\\\" Written by 'rill man' from the command itself.\n"
      << ".TH RILL 1 \"\" \"rill " RILL_VERSION "\" \"User Commands\"\n"
      << ".SH NAME\nrill \\- " << escaped(app.get_description()) << "\n"
      << ".SH SYNOPSIS\n.B rill\n\\fIcommand\\fR [options]\n"
      << ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) write_command(out, *command);
  out << ".SH EXIT STATUS\n"
         ".TP\n0\ndone\n.TP\n1\nbad input or parameter\n.TP\n2\nusage\n"
         ".TP\n3\ndevice or resource\n.TP\n130\ninterrupted\n";
  return out.str();
}

}  // namespace rill
