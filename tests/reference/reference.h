// Reference implementation of the erosion model, in double precision, for tests.
// It is written from the model contract alone and shares no code with the back ends, so that a
// mistake common to all of them shows against it. It aims at being obviously right, not fast.
#pragma once

#include <array>
#include <vector>

namespace reference {

enum class Scheme { rill, jako2011 };
enum class Node { hydraulic, thermal, combined };
enum class Border { open, closed, wrap };
enum class Transport { conservative, semi_lagrangian };
enum class DepthRule { ramp, band };
enum class CapacityRule { slope, collision };

// Lengths in metres, times in seconds. The defaults are those of scheme rill; `thermal` and
// `erosion_depth`, which only jako2011 reads, have the paper's values.
struct Settings {
  Scheme scheme = Scheme::rill;
  Node node = Node::combined;
  Border border = Border::open;
  Transport transport = Transport::conservative;
  DepthRule depth_rule = DepthRule::ramp;
  CapacityRule capacity_rule = CapacityRule::slope;

  int nx = 0;
  int ny = 0;
  double cell = 1.0;
  double dt = 0.02;

  double rain = 0.012;
  double evaporation = 0.015;
  double gravity = 9.81;
  double pipe_area = 20.0;
  double drag = 1.0;
  double exponent = 0.75;  // 1/2, 3/4 or 1
  double capacity = 1.3;
  double suspension = 0.2;
  double deposition = 0.3;
  double softening = 5.0;
  double min_tilt = 0.05;
  double min_hardness = 0.1;
  double hardness = 0.5;
  double bank = 0.5;
  double creep = 0.15;
  double talus = 0.25;
  double talus_scale = 0.8;
  double talus_bias = 0.3;
  double film = 0.001;
  double max_speed = 0.0;  // 0 = off
  double thermal = 0.15;
  double erosion_depth = 10.0;
  double cfl = 1.0;  // read by largest_time_step only
  double world_scale = 1.0;
};

// Cell (x, y) is at index y*nx + x. Water, sediment, flux and hardness may be empty on input: they
// then start at the model's start values. Rain, erodability and bedrock may be empty: absent.
struct Fields {
  std::vector<double> height;
  std::vector<double> water;
  std::vector<double> sediment;
  std::array<std::vector<double>, 4> flux;  // rill: x, y, p, n; jako2011: l, r, t, b
  std::vector<double> hardness;

  std::vector<double> rain;
  std::vector<double> erodability;
  std::vector<double> bedrock;

  // Outputs, cleared at the start of every run.
  std::vector<double> velocity_x;
  std::vector<double> velocity_y;
  std::vector<double> erosion;
  std::vector<double> deposition;
  std::vector<double> debris;
  std::vector<double> flow;
  std::vector<double> flowdir_x;
  std::vector<double> flowdir_y;
};

// Sums over all cells and steps of one run, in cubic metres. Soil that is eroded swells the water
// and soil laid down shrinks it, so the two laws are
//   change of Σ water            = rained − evaporated − water_left + eroded − deposited
//   change of Σ height+sediment  = −sediment_left
struct Budget {
  double rained = 0.0;
  double evaporated = 0.0;
  double water_left = 0.0;
  double sediment_left = 0.0;  // stays 0 with semi-Lagrangian transport, which keeps no budget
  double eroded = 0.0;
  double deposited = 0.0;
  double talus_moved = 0.0;
};

// The values of the model's table for the paper's preset; grid, cell and dt are left to the caller.
Settings jako2011_settings();

// The stability limit of the scheme. `run` does not enforce it, so tests may step over it.
double largest_time_step(const Settings& settings);

// Throws std::invalid_argument when a layer does not fit the grid.
Budget run(Fields& fields, const Settings& settings, int steps);

// Lays all suspended sediment down where it is.
void settle(Fields& fields);

}  // namespace reference
