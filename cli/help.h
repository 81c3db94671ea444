// How --help looks.
#pragma once

#include <memory>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>

namespace rill {

// Folds long lines, and shows an option without its spellings with an underscore.
std::shared_ptr<CLI::FormatterBase> help_formatter();

// The names of an option as help and man page show them: "-o,--output".
std::string shown_names(const CLI::Option& option);

}  // namespace rill
