// Parameters of a cook: one struct, and a table to reach its members by name. Both are made from
// params.def.
#pragma once

#include <string>
#include <vector>

namespace rill {

enum Scheme { scheme_rill, scheme_jako2011 };
enum Border { border_open, border_closed, border_wrap };
enum Exponent { exponent_half, exponent_three_quarters, exponent_one };
enum CapacityRule { capacity_slope, capacity_collision };
enum DepthRule { depth_ramp, depth_band };
enum Transport { transport_conservative, transport_semi_lagrangian };
enum class Node { hydraulic, thermal, combined };

struct Params {
#define RILL_FLOAT(name, standard, ...) double name = standard;
#define RILL_INT(name, standard, ...) int name = standard;
#define RILL_CHOICE(name, standard, ...) int name = standard;
#define RILL_TOGGLE(name, standard, ...) int name = standard;
#include <rill/params.def>
#undef RILL_FLOAT
#undef RILL_INT
#undef RILL_CHOICE
#undef RILL_TOGGLE
};

enum class ParameterKind { number, integer, choice, toggle };

struct ParameterInfo {
  const char* name;
  ParameterKind kind;
  double standard;                   // default value; index of the choice
  double hard_min, hard_max;         // enforced
  double ui_min, ui_max;             // what a slider shows
  const char* zero_word;             // "auto" or "off" where 0 has a meaning of its own, else ""
  const char* unit;
  std::vector<std::string> choices;  // of a choice
  const char* folder;
  const char* schemes;               // "both", "rill" or "jako2011"
  const char* nodes;                 // "all", "water" or "talus"
  const char* label;
  const char* help;
  double Params::*number;            // where the value lives: one of these two
  int Params::*integer;
};

const std::vector<ParameterInfo>& parameter_table();
const ParameterInfo& find_parameter(const std::string& name);  // throws, with a suggestion

// Text to value and back, as the command line and JSON write it. set_parameter checks the range.
void set_parameter(Params& params, const std::string& name, const std::string& text);
std::string parameter_text(const Params& params, const ParameterInfo& parameter);
std::string parameter_default_text(const ParameterInfo& parameter);
std::string parameter_range_text(const ParameterInfo& parameter);

// Throws for the first member outside its hard range.
void check_parameters(const Params& params);

const char* node_name(Node node);
Node node_by_name(const std::string& name);
bool runs_water(Node node);
bool runs_talus(Node node);
const char* scheme_name(int scheme);

}  // namespace rill
