// A cook that was kept in the middle and taken up again is the same cook: layers and budget to the
// bit, whatever it writes.

#include <rill/cook.h>
#include <rill/error.h>

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "cpu.h"
#include "terrains.h"

namespace rill {
namespace {

using test::cook_on_cpu;

Params settings(int scheme, int border) {
  Params params;
  params.scheme = scheme;
  params.border = border;
  params.iterations = 17;
  params.rain = 0.2;
  params.erosion_depth = 0.1;
  params.suspension = 2;
  params.output_velocity = params.output_erosion = params.output_deposition = 1;
  params.output_debris = params.output_flow = 1;
  return params;
}

SavedMoment save(const CookMoment& moment) {
  SavedMoment saved;
  saved.steps = moment.steps;
  for (const auto& [name, values] : moment.fields) saved.fields[name] = *values;
  saved.sums = moment.sums;
  return saved;
}

bool same_bits(const Budget& a, const Budget& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Moment, TakenUpAgainIsTheSameCook) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (int border : {border_open, border_closed, border_wrap}) {
        SCOPED_TRACE(std::string(scheme_name(scheme)) + " " + node_name(node) + " border " +
                     std::to_string(border));
        const Terrain start = test::everything(29, 23, 2, scheme, 31);
        const Params params = settings(scheme, border);
        std::map<int, SavedMoment> kept;
        CookOptions options;
        options.moment_wanted = [](int) { return true; };
        options.moment = [&kept](const CookMoment& moment) { kept[moment.steps] = save(moment); };
        const CookResult watched = cook_on_cpu(start, node, params, options);
        const CookResult whole = cook_on_cpu(start, node, params);
        EXPECT_EQ(test::difference_in_bits(watched.terrain, whole.terrain), "");
        EXPECT_TRUE(same_bits(watched.budget, whole.budget));
        ASSERT_EQ(kept.size(), 18u);
        for (int step : {0, 1, 9, 16}) {
          CookOptions later;
          later.go_on_from = &kept[step];
          const CookResult rest = cook_on_cpu(start, node, params, later);
          EXPECT_EQ(test::difference_in_bits(rest.terrain, whole.terrain), "") << step;
          EXPECT_TRUE(same_bits(rest.budget, whole.budget)) << step;
          EXPECT_EQ(rest.notes, whole.notes);
        }
      }
}

TEST(Moment, ShowsTheTerrainAsIfTheCookEndedThere) {
  for (Node node : {Node::hydraulic, Node::thermal, Node::combined}) {
    const Terrain start = test::everything(29, 23, 2, scheme_rill, 33);
    Params params = settings(scheme_rill, border_open);
    std::map<int, Terrain> shown;
    CookOptions options;
    options.moment_wanted = [](int steps) { return steps % 6 == 0 || steps == 17; };
    options.moment = [&shown](const CookMoment& moment) { shown[moment.steps] = moment.terrain(); };
    cook_on_cpu(start, node, params, options);
    ASSERT_EQ(shown.size(), 4u);
    for (const auto& [steps, terrain] : shown) {
      params.iterations = steps;
      EXPECT_EQ(test::difference_in_bits(terrain, cook_on_cpu(start, node, params).terrain), "")
          << node_name(node) << " " << steps;
    }
  }
}

TEST(Moment, OfAnotherCookIsRefused) {
  const Params params = settings(scheme_rill, border_open);
  SavedMoment kept;
  CookOptions options;
  options.moment_wanted = [](int steps) { return steps == 5; };
  options.moment = [&kept](const CookMoment& moment) { kept = save(moment); };
  cook_on_cpu(test::everything(9, 8, 2, scheme_rill, 34), Node::combined, params, options);
  CookOptions later;
  later.go_on_from = &kept;
  EXPECT_THROW(cook_on_cpu(test::everything(8, 8, 2, scheme_rill, 34), Node::combined, params, later),
               Error);
  kept.fields.erase("height");
  EXPECT_THROW(cook_on_cpu(test::everything(9, 8, 2, scheme_rill, 34), Node::combined, params, later),
               Error);
}

}  // namespace
}  // namespace rill
