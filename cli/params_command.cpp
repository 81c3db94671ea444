// rill params: every parameter, from the table that the solver itself uses.

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include <rill/params.h>

#include "commands.h"
#include "stats.h"

namespace rill {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::array<std::string, 7>;

const Row headings = {"name", "default", "range", "unit", "scheme", "node", "meaning"};

std::string node_text(const ParameterInfo& parameter) {
  const std::string nodes = parameter.nodes;
  if (nodes == "water") return "hydraulic, combined";
  if (nodes == "talus") return "thermal, combined";
  return nodes;
}

Row row_of(const ParameterInfo& parameter) {
  return {parameter.name,
          parameter_default_text(parameter),
          parameter_range_text(parameter),
          parameter.unit,
          parameter.schemes,
          node_text(parameter),
          parameter.help};
}

void print_text() {
  std::array<std::size_t, 7> width{};
  for (const ParameterInfo& parameter : parameter_table()) {
    const Row row = row_of(parameter);
    for (std::size_t i = 0; i < row.size(); ++i)
      width[i] = std::max({width[i], row[i].size(), headings[i].size()});
  }
  const auto print_row = [&](const Row& row) {
    std::string line = "  ";
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      line += row[i] + std::string(width[i] - row[i].size() + 2, ' ');
    std::cout << line << row.back() << "\n";
  };
  print_row(headings);
  std::string folder;
  for (const ParameterInfo& parameter : parameter_table()) {
    if (folder != parameter.folder) std::cout << (folder = parameter.folder) << "\n";
    print_row(row_of(parameter));
  }
}

// A bar would end the cell.
std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return text;
}

void print_markdown() {
  const auto print_row = [](const Row& row) {
    std::cout << "|";
    for (const std::string& text : row) std::cout << " " << escaped(text) << " |";
    std::cout << "\n";
  };
  std::string folder;
  for (const ParameterInfo& parameter : parameter_table()) {
    if (folder != parameter.folder) {
      std::cout << (folder.empty() ? "" : "\n") << "### " << (folder = parameter.folder) << "\n\n";
      print_row(headings);
      std::cout << "|---|---|---|---|---|---|---|\n";
    }
    Row row = row_of(parameter);
    row[0] = "`" + row[0] + "`";
    print_row(row);
  }
}

const char* kind_text(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::number:
      return "number";
    case ParameterKind::integer:
      return "integer";
    case ParameterKind::choice:
      return "choice";
    case ParameterKind::toggle:
      break;
  }
  return "toggle";
}

Json to_json(const ParameterInfo& parameter) {
  Json json = {{"name", parameter.name},
               {"label", parameter.label},
               {"kind", kind_text(parameter.kind)},
               {"default", parameters_json(Params())[parameter.name]}};
  if (parameter.kind == ParameterKind::choice) {
    json["choices"] = parameter.choices;
  } else {
    json["min"] = parameter.hard_min;
    json["max"] = parameter.hard_max;
    json["ui_min"] = parameter.ui_min;
    json["ui_max"] = parameter.ui_max;
  }
  if (*parameter.zero_word) json["word_for_zero"] = parameter.zero_word;
  json["unit"] = parameter.unit;
  json["folder"] = parameter.folder;
  json["schemes"] = parameter.schemes;
  json["nodes"] = parameter.nodes;
  json["help"] = parameter.help;
  return json;
}

void print_json() {
  Json rows = Json::array();
  for (const ParameterInfo& parameter : parameter_table()) rows.push_back(to_json(parameter));
  std::cout << rows.dump(2) << "\n";
}

}  // namespace

void add_params_command(CLI::App& app, Run& chosen) {
  struct Formats {
    bool markdown = false, json = false;
  };
  const auto formats = std::make_shared<Formats>();
  const Command command = add_command(app, "params", "List every parameter.");
  const Option markdown = command.add_flag("--markdown", formats->markdown, "As a table");
  command.add_flag("--json", formats->json, "As JSON").excludes(markdown);
  command.callback([&chosen, formats] {
    chosen = [formats] {
      if (formats->json)
        print_json();
      else if (formats->markdown)
        print_markdown();
      else
        print_text();
      return exit_done;
    };
  });
}

}  // namespace rill
