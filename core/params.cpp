// The parameter table from params.def, and text to value and back.

#include <rill/error.h>
#include <rill/params.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

namespace rill {
namespace {

std::vector<std::string> split_choices(const std::string& text) {
  std::vector<std::string> choices;
  std::istringstream stream(text);
  for (std::string choice; std::getline(stream, choice, '|');) choices.push_back(choice);
  return choices;
}

ParameterInfo choice_info(const char* name, int standard, const char* choices, const char* folder,
                          const char* schemes, const char* nodes, const char* label,
                          const char* help, int Params::*member) {
  std::vector<std::string> list = split_choices(choices);
  const double last = double(list.size()) - 1;
  return {name,   ParameterKind::choice, double(standard), 0,      last,  0,       last,
          "",     "",                    std::move(list),  folder, schemes, nodes, label,
          help,   nullptr,               member};
}

std::vector<ParameterInfo> make_table() {
  std::vector<ParameterInfo> table;
#define RILL_FLOAT(name, standard, hard_min, hard_max, ui_min, ui_max, zero_word, unit, folder,   \
                   schemes, nodes, label, help)                                                   \
  table.push_back({#name, ParameterKind::number, standard, hard_min, hard_max, ui_min, ui_max,    \
                   zero_word, unit, {}, folder, schemes, nodes, label, help, &Params::name,       \
                   nullptr});
#define RILL_INT(name, standard, hard_min, hard_max, ui_min, ui_max, folder, schemes, nodes,      \
                 label, help)                                                                     \
  table.push_back({#name, ParameterKind::integer, standard, hard_min, hard_max, ui_min, ui_max,   \
                   "", "", {}, folder, schemes, nodes, label, help, nullptr, &Params::name});
#define RILL_CHOICE(name, standard, choices, folder, schemes, nodes, label, help)                 \
  table.push_back(choice_info(#name, standard, choices, folder, schemes, nodes, label, help,      \
                              &Params::name));
#define RILL_TOGGLE(name, standard, folder, schemes, nodes, label, help)                          \
  table.push_back({#name, ParameterKind::toggle, standard, 0, 1, 0, 1, "", "", {}, folder,        \
                   schemes, nodes, label, help, nullptr, &Params::name});
#include <rill/params.def>
#undef RILL_FLOAT
#undef RILL_INT
#undef RILL_CHOICE
#undef RILL_TOGGLE
  return table;
}

// The shortest text that reads back as the same double.
std::string number_text(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

double value_of(const Params& params, const ParameterInfo& parameter) {
  return parameter.number ? params.*parameter.number : double(params.*parameter.integer);
}

void store_value(Params& params, const ParameterInfo& parameter, double value) {
  if (parameter.number)
    params.*parameter.number = value;
  else
    params.*parameter.integer = int(value);
}

std::string value_text(double value, const ParameterInfo& parameter) {
  if (parameter.kind == ParameterKind::choice) {
    const bool known = value >= 0 && value < double(parameter.choices.size());
    return known ? parameter.choices[std::size_t(value)] : number_text(value);
  }
  if (value == 0 && *parameter.zero_word) return parameter.zero_word;
  return number_text(value);
}

bool within_range(double value, const ParameterInfo& parameter) {
  return value >= parameter.hard_min && value <= parameter.hard_max;  // false for NaN
}

Error out_of_range(const ParameterInfo& parameter, const std::string& text) {
  return Error(std::string(parameter.name) + " = " + text + " is not allowed; use " +
               parameter_range_text(parameter) + ".");
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

double parse_value(const ParameterInfo& parameter, const std::string& text) {
  if (parameter.kind == ParameterKind::choice) {
    const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), text);
    if (found == parameter.choices.end()) throw out_of_range(parameter, "'" + text + "'");
    return double(found - parameter.choices.begin());
  }
  if (*parameter.zero_word && text == parameter.zero_word) return 0;
  if (parameter.kind == ParameterKind::toggle) {
    if (text == "on" || text == "true" || text == "yes") return 1;
    if (text == "off" || text == "false" || text == "no") return 0;
  }
  // Not strtod: a decimal point must be one in every locale.
  const char* const end = text.data() + text.size();
  double value = 0;
  const std::from_chars_result read = std::from_chars(text.data(), end, value);
  const bool whole = parameter.kind == ParameterKind::number || value == std::floor(value);
  if (read.ec != std::errc() || read.ptr != end || !whole || !within_range(value, parameter))
    throw out_of_range(parameter, "'" + text + "'");
  return value;
}

}  // namespace

const std::vector<ParameterInfo>& parameter_table() {
  static const std::vector<ParameterInfo> table = make_table();
  return table;
}

const ParameterInfo& find_parameter(const std::string& name) {
  const ParameterInfo* nearest = nullptr;
  std::size_t nearest_distance = std::numeric_limits<std::size_t>::max();
  for (const ParameterInfo& parameter : parameter_table()) {
    if (name == parameter.name) return parameter;
    const std::size_t distance = edit_distance(name, parameter.name);
    if (distance < nearest_distance) {
      nearest_distance = distance;
      nearest = &parameter;
    }
  }
  throw Error("There is no parameter '" + name + "'; did you mean '" + nearest->name +
              "'? 'rill params' lists them all.");
}

void set_parameter(Params& params, const std::string& name, const std::string& text) {
  const ParameterInfo& parameter = find_parameter(name);
  store_value(params, parameter, parse_value(parameter, text));
}

std::string parameter_text(const Params& params, const ParameterInfo& parameter) {
  return value_text(value_of(params, parameter), parameter);
}

std::string parameter_default_text(const ParameterInfo& parameter) {
  return value_text(parameter.standard, parameter);
}

std::string parameter_range_text(const ParameterInfo& parameter) {
  if (parameter.kind == ParameterKind::choice) {
    std::string text;
    for (const std::string& choice : parameter.choices) text += (text.empty() ? "" : ", ") + choice;
    return text;
  }
  if (parameter.kind == ParameterKind::toggle) return "0 or 1";
  const std::string zero = *parameter.zero_word ? std::string(parameter.zero_word) + ", or " : "";
  return zero + number_text(parameter.hard_min) + " to " + number_text(parameter.hard_max);
}

void check_parameters(const Params& params) {
  for (const ParameterInfo& parameter : parameter_table()) {
    const double value = value_of(params, parameter);
    if (!within_range(value, parameter)) throw out_of_range(parameter, number_text(value));
  }
}

const char* node_name(Node node) {
  switch (node) {
    case Node::hydraulic: return "hydraulic";
    case Node::thermal: return "thermal";
    case Node::combined: break;
  }
  return "combined";
}

Node node_by_name(const std::string& name) {
  for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
    if (name == node_name(node)) return node;
  throw Error("There is no node '" + name + "'; use hydraulic, thermal or combined.");
}

bool runs_water(Node node) { return node != Node::thermal; }
bool runs_talus(Node node) { return node != Node::hydraulic; }

const char* scheme_name(int scheme) { return scheme == scheme_jako2011 ? "jako2011" : "rill"; }

}  // namespace rill
