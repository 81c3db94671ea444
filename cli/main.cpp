// The rill command: reads the command line, runs one command, turns every failure into one sentence
// and an exit code.

#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include <CLI/CLI.hpp>

#include <rill/error.h>

#include "commands.h"
#include "help.h"
#include "interrupt.h"
#include "version.h"

namespace rill {
namespace {

int fail(const std::string& sentence, int exit_code) {
  std::cerr << "rill: " << sentence << std::endl;
  return exit_code;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error) {
  std::string help = "rill";
  for (const CLI::App* command : app.get_subcommands()) help += " " + command->get_name();
  std::string sentence = error.what();
  while (!sentence.empty() && (sentence.back() == '.' || sentence.back() == '\n'))
    sentence.pop_back();
  return fail(sentence + "; '" + help + " --help' shows the usage.", exit_usage);
}

int run(int argc, char** argv) {
  CLI::App app("Hydraulic and thermal erosion of height fields.", "rill");
  app.formatter(help_formatter());
  app.require_subcommand(0, 1);  // without one the sentence is ours
  app.set_version_flag("--version", version_text);
  Run chosen;
  add_cook_command(app, chosen);
  add_generate_command(app, chosen);
  add_preview_command(app, chosen);
  add_info_command(app, chosen);
  add_compare_command(app, chosen);
  add_convert_command(app, chosen);
  add_params_command(app, chosen);
  add_presets_command(app, chosen);
  add_devices_command(app, chosen);
  add_bench_command(app, chosen);
  add_completion_command(app, chosen);
  add_man_command(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error);
  }
  if (!chosen) return fail("Say what to do; 'rill --help' lists the commands.", exit_usage);
  return chosen();
}

}  // namespace
}  // namespace rill

int main(int argc, char** argv) {
  using namespace rill;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to report, not the end
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    return fail(error.what(), error.fault() == Fault::input ? exit_bad_input : exit_no_resource);
  } catch (const Interrupted&) {
    return fail("Interrupted; nothing was written.", exit_interrupted);
  } catch (const std::bad_alloc&) {
    return fail("There is not enough memory; use a smaller grid.", exit_no_resource);
  } catch (const std::exception& error) {
    return fail(std::string("Something went wrong inside: ") + error.what(), exit_no_resource);
  }
}
