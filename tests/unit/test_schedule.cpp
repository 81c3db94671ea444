// From parameters to a step: its length and limit, the floats it uses, world scale, and the notes
// about rates that had to be clamped.

#include "schedule.h"

#include <rill/cook.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "cpu.h"
#include "errors.h"

namespace rill {
namespace {

using test::cook_on_cpu;
using test::mentions;
using test::refusal;

const double axis_weight = 2 - std::sqrt(2.0);
const double diagonal_weight = (std::sqrt(2.0) - 1) / 2;
const double cells[] = {0.01, 0.3, 1, 2, 7.5, 1000};

Params of_scheme(int scheme) {
  Params params;
  params.scheme = scheme;
  return params;
}

Params without_drag(int scheme) {
  Params params = of_scheme(scheme);
  params.drag = 0;
  return params;
}

Params with_time_step(int scheme, double time_step) {
  Params params = of_scheme(scheme);
  params.time_step = time_step;
  return params;
}

// The number behind "use at most" in a refusal.
double allowed_by(const std::string& sentence) {
  const std::string words = "use at most ";
  const std::size_t at = sentence.find(words);
  return at == std::string::npos ? -1 : std::stod(sentence.substr(at + words.size()));
}

Schedule schedule_of(const Params& params, Node node, double cell) {
  return make_schedule(params, node, cell, MaskPresence{});
}

// The fastest wave that the scheme can hold, radians per second.
double fastest_wave(const Params& params, double cell) {
  const double reach = params.scheme == scheme_rill ? std::cos(std::acos(-1.0) / 8) : 0.5;
  return 2 * std::sqrt(params.gravity * params.pipe_area) / (reach * cell);
}

TEST(TimeStep, LimitWithoutDrag) {
  for (double cell : cells) {
    EXPECT_NEAR(time_step_limit(without_drag(scheme_rill), cell), 0.06596 * cell, 5e-6 * cell);
    EXPECT_NEAR(time_step_limit(without_drag(scheme_jako2011), cell), 0.0357 * cell, 5e-6 * cell);
  }
}

TEST(TimeStep, LimitFollowsGravityPipeAreaAndFactor) {
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    Params params = without_drag(scheme);
    params.gravity = 3;
    params.pipe_area = 11;
    params.cfl = 0.7;
    EXPECT_NEAR(time_step_limit(params, 2), 0.7 * 2 / fastest_wave(params, 2), 1e-12);
  }
}

// At the limit the fastest wave just does not grow: (dt w)^2 = 2 (1 + k), k the flow kept in a
// step.
TEST(TimeStep, LimitCountsDrag) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (double cell : cells)
      for (double drag : {0.0, 0.01, 1.0, 3.0, 14.0, 15.0, 50.0}) {
        Params params = of_scheme(scheme);
        params.drag = drag;
        const double limit = time_step_limit(params, cell);
        const double kept = std::max(0.0, 1 - limit * drag);
        EXPECT_NEAR(std::pow(limit * fastest_wave(params, cell), 2), 2 * (1 + kept), 1e-9)
            << "cell " << cell << " drag " << drag;
      }
}

TEST(TimeStep, AutoIsOneFiftiethOfTheCell) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined})
      for (double cell : cells)
        EXPECT_EQ(time_step_used(of_scheme(scheme), node, cell), 0.02 * cell);
}

TEST(TimeStep, ADurationIsSoManySteps) {
  const Params params;
  EXPECT_EQ(iterations_for(24, params, Node::combined, 2), 600);
  EXPECT_EQ(iterations_for(24, params, Node::combined, 1), 1200);
  EXPECT_EQ(iterations_for(0.061, params, Node::combined, 2), 2);
  EXPECT_EQ(iterations_for(1e-9, params, Node::combined, 2), 1);
  EXPECT_EQ(iterations_for(std::nan(""), params, Node::combined, 2), 1);
  EXPECT_EQ(iterations_for(1e300, params, Node::combined, 2), std::numeric_limits<int>::max());
}

TEST(TimeStep, AutoStaysBelowTheLimit) {
  for (int scheme : {scheme_rill, scheme_jako2011}) {
    Params params = without_drag(scheme);
    // Gravity at which 0.9 of the limit is just 0.02 l: on one side of it auto takes the former.
    const double share = scheme == scheme_rill ? std::cos(std::acos(-1.0) / 8) : 0.5;
    const double even = std::pow(0.9 * share / 0.02, 2) / params.pipe_area;
    params.gravity = even * 0.999;
    EXPECT_EQ(time_step_used(params, Node::combined, 3), 0.02 * 3);
    params.gravity = even * 1.001;
    EXPECT_EQ(time_step_used(params, Node::combined, 3), 0.9 * time_step_limit(params, 3));
    EXPECT_LT(time_step_used(params, Node::combined, 3), 0.02 * 3);
    params.gravity = 100;
    params.pipe_area = 1000;
    params.cfl = 1e-6;
    EXPECT_EQ(time_step_used(params, Node::hydraulic, 3), 0.9 * time_step_limit(params, 3));
  }
}

TEST(TimeStep, AutoAndLimitFollowTheWorldScale) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (double scale : {0.25, 4.0, 10.0}) {
      Params params = of_scheme(scheme);
      params.world_scale = scale;
      EXPECT_DOUBLE_EQ(time_step_used(params, Node::combined, 5), 0.02 * 5 / scale);
      // A cell that is larger by the same factor is as stable.
      EXPECT_DOUBLE_EQ(time_step_limit(params, 5 * scale), time_step_limit(of_scheme(scheme), 5));
    }
}

TEST(TimeStep, RefusedJustAboveTheLimitOnly) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (Node node : {Node::hydraulic, Node::combined})
      for (double cell : cells) {
        const double limit = time_step_limit(of_scheme(scheme), cell);
        const double above = std::nextafter(limit, 1e9);
        const auto use = [&](double dt) {
          return refusal([&] { time_step_used(with_time_step(scheme, dt), node, cell); });
        };
        EXPECT_EQ(use(limit), "");
        EXPECT_EQ(time_step_used(with_time_step(scheme, limit), node, cell), limit);
        const std::string sentence = use(above);
        EXPECT_TRUE(mentions(sentence, {"time_step", "auto"}));
        // The largest allowed, rounded down: itself allowed, and hardly less than the limit.
        const double allowed = allowed_by(sentence);
        EXPECT_EQ(use(allowed), "") << sentence;
        EXPECT_GT(allowed, 0.998 * limit) << sentence;
      }
}

TEST(TimeStep, NoNumberIsBothTooLongAndAllowed) {
  for (double cell : cells) {
    const double limit = time_step_limit(Params(), cell);
    for (double share : {1 + 1e-9, 1 + 1e-5, 1.001, 1.5}) {
      const std::string sentence = refusal([&] {
        time_step_used(with_time_step(scheme_rill, limit * share), Node::combined, cell);
      });
      const std::size_t at = sentence.find("= ");
      ASSERT_NE(at, std::string::npos) << sentence;
      EXPECT_GT(std::stod(sentence.substr(at + 2)), allowed_by(sentence)) << sentence;
    }
  }
}

TEST(TimeStep, ACookRefusesBeforeItStarts) {
  Terrain terrain;
  terrain.nx = terrain.ny = 2;
  terrain.cell = 1;
  terrain.layers[layer::height] = Layer(4, 0.0f);
  bool called = false;
  CookOptions options;
  options.progress = [&](int, int) { return called = true; };
  Params params = with_time_step(scheme_rill, 0.067);
  EXPECT_TRUE(mentions(refusal([&] { cook_on_cpu(terrain, Node::combined, params, options); }),
                       {"time_step = 0.067", "0.0648"}));
  EXPECT_FALSE(called);
  params.time_step = 0.0648;
  params.iterations = 1;
  EXPECT_EQ(cook_on_cpu(terrain, Node::combined, params, options).time_step, 0.0648);
}

TEST(TimeStep, ThermalTakesAnyLength) {
  for (int scheme : {scheme_rill, scheme_jako2011})
    for (double cell : cells) {
      EXPECT_EQ(time_step_used(with_time_step(scheme, 1000), Node::thermal, cell), 1000);
      EXPECT_NE(time_step_limit(of_scheme(scheme), cell), 1000);
    }
}

TEST(Step, FloatsAreTheModels) {
  Params params;
  params.time_step = 0.03;
  params.rain = 0.5;
  params.evaporation = 4;
  params.drag = 7;
  params.max_speed = 2;
  params.bank = 0.25;
  const double cell = 1.5, dt = 0.03;
  const Step step = schedule_of(params, Node::combined, cell).step;
  EXPECT_EQ(step.rain_depth, float(dt * 0.5));
  EXPECT_EQ(step.keep_water, float(1 - dt * 4));
  EXPECT_EQ(step.keep_flow, float(1 - dt * 7));
  EXPECT_FLOAT_EQ(step.gain_axis, float(dt * 9.81 * 20 * axis_weight));
  EXPECT_FLOAT_EQ(step.gain_diagonal, float(dt * 9.81 * 20 * diagonal_weight));
  EXPECT_FLOAT_EQ(step.gain_pipe, float(dt * 9.81 * 20));
  EXPECT_FLOAT_EQ(step.dt_per_area, float(dt / (cell * cell)));
  EXPECT_FLOAT_EQ(step.area_per_dt, float(cell * cell / dt));
  EXPECT_FLOAT_EQ(step.spread, float(std::sqrt(1 + axis_weight * axis_weight)));
  EXPECT_FLOAT_EQ(step.erode_rate, float(dt * params.suspension));
  EXPECT_FLOAT_EQ(step.deposit_rate, float(dt * params.deposition));
  EXPECT_FLOAT_EQ(step.soften_rate, float(dt * params.softening * params.suspension));
  EXPECT_EQ(step.max_bite, float(cell / 16));
  EXPECT_EQ(step.speed_limit, 2.0f);
  EXPECT_FLOAT_EQ(step.talus_axis, float(axis_weight * dt * params.talus / (cell * cell)));
  EXPECT_FLOAT_EQ(step.talus_diagonal, float(diagonal_weight * dt * params.talus / (cell * cell)));
  EXPECT_FLOAT_EQ(step.creep_axis, float(dt * params.creep / (cell * cell) * 2 / 3));
  EXPECT_FLOAT_EQ(step.creep_diagonal, float(dt * params.creep / (cell * cell) / 6));
}

TEST(Step, RatesThatWouldTurnNegativeStopAtZero) {
  Params params;
  params.time_step = 0.2;
  for (double rate : {4.9, 5.1}) {
    params.evaporation = params.drag = rate;
    const Step step = schedule_of(params, Node::hydraulic, 10).step;
    EXPECT_EQ(step.keep_water, rate < 5 ? float(1 - 0.2 * rate) : 0.0f);
    EXPECT_EQ(step.keep_flow, rate < 5 ? float(1 - 0.2 * rate) : 0.0f);
  }
}

TEST(Step, SpeedIsLimitedByTheGridToo) {
  Params params;
  params.time_step = 0.1;
  for (double speed : {19.0, 21.0}) {
    params.max_speed = speed;
    EXPECT_EQ(schedule_of(params, Node::hydraulic, 2).step.speed_limit, speed < 20 ? 19.0f : 20.0f);
  }
  params.max_speed = 0;
  EXPECT_EQ(schedule_of(params, Node::hydraulic, 2).step.speed_limit, 20.0f);
}

// About a millimetre, so that mountains are whole multiples of it; finer for small cells; and
// scaled with the world.
TEST(Step, HeightQuantumIsAPowerOfTwo) {
  for (double cell = 0.001; cell < 1e5; cell *= 1.37) {
    const double quantum = height_quantum(cell, 1);
    int exponent = 0;
    EXPECT_EQ(std::frexp(quantum, &exponent), 0.5);
    EXPECT_LE(quantum, 0.001);
    EXPECT_LE(quantum, cell / 256);
    for (double scale : {0.25, 4.0, 256.0})
      EXPECT_EQ(height_quantum(cell * scale, scale), quantum * scale);
  }
}

TEST(Step, ClampedRatesAreReportedAndOnlyThose) {
  Params params;
  params.time_step = 0.05;
  const double cell = 2;
  const double most_talus = 0.12 * cell * cell / 0.05, most_creep = 0.15 * cell * cell / 0.05;
  for (Node node : {Node::thermal, Node::combined})
    for (bool much_talus : {false, true})
      for (bool much_creep : {false, true}) {
        params.talus = most_talus * (much_talus ? 1.0001 : 0.9999);
        params.creep = most_creep * (much_creep ? 1.0001 : 0.9999);
        const Schedule schedule = schedule_of(params, node, cell);
        ASSERT_EQ(schedule.notes.size(), std::size_t(much_talus) + std::size_t(much_creep));
        if (much_talus) {
          EXPECT_TRUE(mentions(schedule.notes.front(), {"talus", "99.99 %"}));
        }
        if (much_creep) {
          EXPECT_TRUE(mentions(schedule.notes.back(), {"creep", "99.99 %"}));
        }
        EXPECT_EQ(schedule.step.talus_axis == float(axis_weight * 0.12), much_talus);
        EXPECT_EQ(schedule.step.creep_diagonal == float(0.15 / 6), much_creep);
      }
  params.talus = params.creep = 1e4;
  EXPECT_TRUE(schedule_of(params, Node::hydraulic, cell).notes.empty());
  EXPECT_TRUE(mentions(schedule_of(params, Node::thermal, cell).notes.front(), {"0.096 %"}));
}

TEST(Step, PaperTalusMovesAtMostHalf) {
  Params params = with_time_step(scheme_jako2011, 0.05);
  for (double rate : {19.0, 21.0}) {
    params.thermal = rate;
    const Schedule schedule = schedule_of(params, Node::thermal, 2);
    EXPECT_EQ(schedule.step.talus_half, rate < 20 ? float(0.5 * 0.05 * rate) : 0.5f);
  }
}

}  // namespace
}  // namespace rill
