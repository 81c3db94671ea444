// The commands of rill. Each adds its options to the command line and, when it was asked for,
// leaves in `chosen` what to run; that returns the exit code.
#pragma once

#include <functional>

#include "command_line.h"

namespace rill {

using Run = std::function<int()>;

enum ExitCode {
  exit_done = 0,
  exit_bad_input = 1,
  exit_usage = 2,
  exit_no_resource = 3,
  exit_interrupted = 130
};

void add_cook_command(CLI::App& app, Run& chosen);
void add_generate_command(CLI::App& app, Run& chosen);
void add_preview_command(CLI::App& app, Run& chosen);
void add_info_command(CLI::App& app, Run& chosen);
void add_compare_command(CLI::App& app, Run& chosen);
void add_convert_command(CLI::App& app, Run& chosen);
void add_params_command(CLI::App& app, Run& chosen);
void add_presets_command(CLI::App& app, Run& chosen);
void add_devices_command(CLI::App& app, Run& chosen);
void add_bench_command(CLI::App& app, Run& chosen);
void add_completion_command(CLI::App& app, Run& chosen);
void add_man_command(CLI::App& app, Run& chosen);

}  // namespace rill
