// Parameters as text: every row of params.def at its default, at both hard ends and just outside,
// words, choices, suggestions, and a round trip that loses no bit.

#include <rill/params.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>

#include "errors.h"

namespace rill {
namespace {

using test::mentions;
using test::refusal;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string exact_text(double value) {
  std::ostringstream stream;
  stream.precision(17);
  stream << value;
  return stream.str();
}

double value_of(const Params& params, const ParameterInfo& info) {
  return info.number ? params.*info.number : double(params.*info.integer);
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::string refused(const ParameterInfo& info, const std::string& text) {
  Params params;
  return refusal([&] { set_parameter(params, info.name, text); });
}

// The next value beyond an end, in the parameter's own kind.
double beyond(const ParameterInfo& info, double end, double towards) {
  if (info.kind == ParameterKind::number) return std::nextafter(end, towards);
  return towards > end ? end + 1 : end - 1;
}

TEST(Params, TableHasEveryRowOnceWithASaneRange) {
  for (const ParameterInfo& info : parameter_table()) {
    SCOPED_TRACE(info.name);
    EXPECT_EQ(&find_parameter(info.name), &info);  // a second row of that name would be found first
    EXPECT_NE(info.number != nullptr, info.integer != nullptr);
    EXPECT_LE(info.hard_min, info.standard);
    EXPECT_GE(info.hard_max, info.standard);
    EXPECT_LE(info.hard_min, info.ui_min);
    EXPECT_GE(info.hard_max, info.ui_max);
    EXPECT_LT(info.ui_min, info.ui_max);
    EXPECT_GT(std::strlen(info.help), 10u);
    EXPECT_GT(std::strlen(info.label), 0u);
  }
}

TEST(Params, DefaultsAreTheTables) {
  const Params params;
  for (const ParameterInfo& info : parameter_table())
    EXPECT_EQ(value_of(params, info), info.standard) << info.name;
  EXPECT_EQ(refusal([&] { check_parameters(params); }), "");
}

TEST(Params, DefaultTextReadsBack) {
  for (const ParameterInfo& info : parameter_table()) {
    Params params;
    const double other = info.standard == info.hard_min ? info.hard_max : info.hard_min;
    if (info.number)
      params.*info.number = other;
    else
      params.*info.integer = int(other);
    set_parameter(params, info.name, parameter_default_text(info));
    EXPECT_EQ(value_of(params, info), info.standard) << info.name;
    EXPECT_EQ(parameter_text(params, info), parameter_default_text(info)) << info.name;
  }
}

TEST(Params, BothHardEndsAreAllowed) {
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind == ParameterKind::choice) continue;
    for (double end : {info.hard_min, info.hard_max}) {
      SCOPED_TRACE(std::string(info.name) + " = " + exact_text(end));
      Params params;
      set_parameter(params, info.name, exact_text(end));
      EXPECT_EQ(value_of(params, info), end);
      EXPECT_EQ(refusal([&] { check_parameters(params); }), "");
    }
  }
}

TEST(Params, JustOutsideIsRefusedAndNamesParameterValueAndRange) {
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind == ParameterKind::choice) continue;
    for (double outside :
         {beyond(info, info.hard_min, -infinity), beyond(info, info.hard_max, infinity)}) {
      const std::string text = exact_text(outside);
      SCOPED_TRACE(std::string(info.name) + " = " + text);
      EXPECT_TRUE(mentions(refused(info, text), {info.name, text, parameter_range_text(info)}));
      Params params;
      if (info.number)
        params.*info.number = outside;
      else
        params.*info.integer = int(outside);
      EXPECT_TRUE(mentions(refusal([&] { check_parameters(params); }),
                           {info.name, parameter_range_text(info)}));
    }
  }
}

TEST(Params, RangeTextHoldsBothEnds) {
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind == ParameterKind::toggle) continue;
    if (info.kind == ParameterKind::choice) {
      for (const std::string& choice : info.choices)
        EXPECT_TRUE(mentions(parameter_range_text(info), {choice})) << info.name;
      continue;
    }
    std::ostringstream ends;
    ends << info.hard_min << " to " << info.hard_max;
    EXPECT_TRUE(mentions(parameter_range_text(info), {ends.str(), info.zero_word})) << info.name;
  }
}

TEST(Params, ARefusedValueLeavesTheOldOne) {
  Params params;
  params.rain = 0.25;
  EXPECT_NE(refusal([&] { set_parameter(params, "rain", "2"); }), "");
  EXPECT_EQ(params.rain, 0.25);
}

TEST(Params, NotANumberIsRefused) {
  for (const ParameterInfo& info : parameter_table())
    for (const char* text : {"", " ", "nan", "-nan", "inf", "-inf", "infinity", "1e999", "-1e999",
                             "0.1x", "0,1", "1 2", "--1", "x", "0.1 "}) {
      SCOPED_TRACE(std::string(info.name) + " = '" + text + "'");
      EXPECT_TRUE(mentions(refused(info, text), {info.name, std::string("'") + text + "'"}));
    }
}

TEST(Params, NanInTheStructIsRefused) {
  for (const ParameterInfo& info : parameter_table()) {
    if (!info.number) continue;
    for (double bad : {std::nan(""), infinity, -infinity}) {
      Params params;
      params.*info.number = bad;
      EXPECT_TRUE(mentions(refusal([&] { check_parameters(params); }), {info.name})) << bad;
    }
  }
}

TEST(Params, WordsForZero) {
  Params params;
  params.time_step = 0.5;
  set_parameter(params, "time_step", "auto");
  EXPECT_EQ(params.time_step, 0);
  EXPECT_EQ(parameter_text(params, find_parameter("time_step")), "auto");
  params.max_speed = 3;
  set_parameter(params, "max_speed", "off");
  EXPECT_EQ(params.max_speed, 0);
  EXPECT_EQ(parameter_text(params, find_parameter("max_speed")), "off");
  // A word belongs to its own parameter.
  EXPECT_NE(refused(find_parameter("time_step"), "off"), "");
  EXPECT_NE(refused(find_parameter("max_speed"), "auto"), "");
  EXPECT_NE(refused(find_parameter("rain"), "off"), "");
}

TEST(Params, WordsForToggles) {
  Params params;
  for (const char* text : {"on", "true", "yes", "1"}) {
    params.settle = 0;
    set_parameter(params, "settle", text);
    EXPECT_EQ(params.settle, 1) << text;
  }
  for (const char* text : {"off", "false", "no", "0"}) {
    params.settle = 1;
    set_parameter(params, "settle", text);
    EXPECT_EQ(params.settle, 0) << text;
  }
  for (const char* text : {"2", "-1", "0.5", "ON", "maybe"})
    EXPECT_TRUE(mentions(refused(find_parameter("settle"), text), {"settle", text, "0 or 1"}));
}

TEST(Params, ChoicesByName) {
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind != ParameterKind::choice) continue;
    ASSERT_GE(info.choices.size(), 2u) << info.name;
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      Params params;
      params.*info.integer = -7;
      set_parameter(params, info.name, info.choices[i]);
      EXPECT_EQ(params.*info.integer, int(i)) << info.name;
      EXPECT_EQ(parameter_text(params, info), info.choices[i]);
    }
    EXPECT_TRUE(mentions(refused(info, "nonsense"), {info.name, "nonsense", info.choices.back()}));
    for (int outside : {-1, int(info.choices.size())}) {
      Params params;
      params.*info.integer = outside;
      EXPECT_TRUE(mentions(refusal([&] { check_parameters(params); }),
                           {info.name, std::to_string(outside), info.choices[0]}));
    }
  }
}

// The order of the words in params.def is the order of the enums in params.h.
TEST(Params, ChoicesAreTheEnums) {
  struct Row {
    const char *name, *text;
    int value;
  };
  for (const Row& row :
       std::initializer_list<Row>{{"scheme", "rill", scheme_rill},
                                  {"scheme", "jako2011", scheme_jako2011},
                                  {"border", "open", border_open},
                                  {"border", "closed", border_closed},
                                  {"border", "wrap", border_wrap},
                                  {"exponent", "0.5", exponent_half},
                                  {"exponent", "0.75", exponent_three_quarters},
                                  {"exponent", "1", exponent_one},
                                  {"capacity_rule", "slope", capacity_slope},
                                  {"capacity_rule", "collision", capacity_collision},
                                  {"depth_rule", "ramp", depth_ramp},
                                  {"depth_rule", "band", depth_band},
                                  {"transport", "conservative", transport_conservative},
                                  {"transport", "semi-lagrangian", transport_semi_lagrangian}}) {
    Params params;
    set_parameter(params, row.name, row.text);
    EXPECT_EQ(params.*find_parameter(row.name).integer, row.value) << row.text;
  }
}

TEST(Params, IntegersTakeWholeNumbersOnly) {
  const ParameterInfo& iterations = find_parameter("iterations");
  Params params;
  set_parameter(params, "iterations", "1e3");
  EXPECT_EQ(params.iterations, 1000);
  EXPECT_TRUE(mentions(refused(iterations, "1.5"), {"iterations", "1.5"}));
  EXPECT_NE(refused(iterations, "99999999999999999999"), "");
}

TEST(Params, UnknownNameSuggestsTheNearest) {
  struct Row {
    const char *typed, *meant;
  };
  for (const Row& row : std::initializer_list<Row>{{"ran", "rain"},
                                                   {"iteration", "iterations"},
                                                   {"timestep", "time_step"},
                                                   {"Gravity", "gravity"},
                                                   {"talus_bais", "talus_bias"},
                                                   {"out_flow", "output_flow"},
                                                   {"", "cfl"}}) {
    Params params;
    EXPECT_TRUE(mentions(refusal([&] { set_parameter(params, row.typed, "1"); }),
                         {std::string("'") + row.typed + "'", std::string("'") + row.meant + "'"}));
  }
}

TEST(Params, TextRoundTripIsExact) {
  std::mt19937_64 random(7);
  for (const ParameterInfo& info : parameter_table()) {
    if (!info.number) continue;
    for (int i = 0; i < 400; ++i) {
      const double share = double(random() >> 11) / 9007199254740992.0;
      // Half of them even over the range, half over all magnitudes below its end.
      const double value = i % 2 ? info.hard_min + share * (info.hard_max - info.hard_min)
                                 : std::max(info.hard_min, info.hard_max * std::exp2(-60 * share));
      Params written, read;
      written.*info.number = value;
      set_parameter(read, info.name, parameter_text(written, info));
      ASSERT_TRUE(same_bits(read.*info.number, value)) << info.name << " " << exact_text(value);
    }
  }
  const double least = std::numeric_limits<double>::denorm_min();
  Params written, read;
  written.time_step = least;
  set_parameter(read, "time_step", parameter_text(written, find_parameter("time_step")));
  EXPECT_TRUE(same_bits(read.time_step, least));
}

TEST(Params, NodesByName) {
  for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
    EXPECT_EQ(node_by_name(node_name(node)), node);
  EXPECT_TRUE(mentions(refusal([] { node_by_name("river"); }),
                       {"river", "hydraulic", "thermal", "combined"}));
}

}  // namespace
}  // namespace rill
