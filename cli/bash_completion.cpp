// A bash script with the words of each command; files are completed where an option or argument
// names one.

#include <algorithm>
#include <string>
#include <vector>

#include <rill/params.h>

#include "command_tree.h"
#include "presets.h"

namespace rill {
namespace {

std::string parameter_name(std::string flag) {
  flag.erase(0, 2);
  for (char& c : flag)
    if (c == '-') c = '_';
  return flag;
}

// The words that an option can be given; empty when they are not a short list.
std::string words_for(const std::string& flag) {
  if (flag == "--preset") {
    std::string names;
    for (const PresetFile& preset : preset_files()) names += std::string(preset.name) + " ";
    return names;
  }
  if (flag == "--node") return "hydraulic thermal combined";
  if (flag == "--device") return "auto tbb opencl";
  if (flag == "--lanes") return "auto one sse2 avx2 avx512";
  if (flag == "--for") return "unreal unity";
  if (flag == "--tiles") return "separate joined";
  std::string words;
  for (const ParameterInfo& parameter : parameter_table())
    if (parameter.name == parameter_name(flag))
      for (const std::string& choice : parameter.choices) words += choice + " ";
  return words;
}

std::string case_line(const std::string& pattern, const std::string& action) {
  return "    " + pattern + ") " + action + " ;;\n";
}

}  // namespace

std::string bash_completion(const CommandTree& tree) {
  std::string names, options, values, plain;
  std::vector<std::string> seen;
  for (const CommandText& command : tree.commands) {
    names += command.name + " ";
    std::string flags;
    for (const OptionGroup& group : command.groups)
      for (const OptionText& option : group.options) {
        const std::string& flag = option.long_name;
        flags += flag + " ";
        if (!option.takes_value || std::count(seen.begin(), seen.end(), flag)) continue;
        seen.push_back(flag);
        const std::string words = words_for(flag);
        const bool is_file = option.type_name.find("FILE") != std::string::npos ||
                             option.type_name.find("OUT") != std::string::npos ||
                             option.type_name.find("PATTERN") != std::string::npos;
        if (!words.empty())
          values += case_line(flag, "COMPREPLY=($(compgen -W \"" + words + "\" -- \"$word\")); return");
        else if (!is_file)
          plain += (plain.empty() ? "" : "|") + flag;
      }
    options += case_line(command.name, "options=\"" + flags + "\"");
  }
  return "# Completion of rill for bash, written by 'rill completion bash'.\n"
         "_rill() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\"\"\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" + names + "--help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case $before in\n" + values + case_line(plain, "return") +
         "    -o) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n" + options +
         "  esac\n"
         "  case $word in\n"
         "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -o bashdefault -F _rill rill\n";
}

}  // namespace rill
