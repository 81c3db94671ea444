// What a step needs to know, worked out once per cook on the host (core/schedule.cpp) so that all
// back ends use the very same floats. Plain 32-bit members only: C++ and OpenCL share the layout.
#ifndef RILL_STEP_H
#define RILL_STEP_H

#if defined(__OPENCL_C_VERSION__) || defined(__OPENCL_VERSION__)
#define RILL_OPENCL 1
#endif

// RILL_KEEP_*: which optional values a step writes.
#define RILL_KEEP_FALL 1
#define RILL_KEEP_RECEIVED 2
#define RILL_KEEP_DISCHARGE 4
#define RILL_KEEP_VELOCITY 8

// RILL_MASK_*: which input-only layers there are. A variant of the stages with no masks at all
// is compiled apart; the other one finds neutral values where a layer is missing.
#define RILL_MASKS_NONE 0
#define RILL_MASKS_ALL 1

// Exponent of the discharge in the capacity, in quarters.
#define RILL_EXPONENT_HALF 2
#define RILL_EXPONENT_THREE_QUARTERS 3
#define RILL_EXPONENT_ONE 4

typedef struct {
  int open_border;          // 1: border cells are outlets
  int keep;                 // RILL_KEEP_* bits
  int exponent_quarters;    // RILL_EXPONENT_*
  int depth_band;           // jako2011: 1 = capacity falls again in deep water
  int collision_rule;       // jako2011: 1 = capacity from the flow's impact on the terrain
  int semi_lagrangian;      // jako2011: 1 = the paper's transport
  float rain_depth;         // dt * rain, m
  float keep_water;         // jako2011: max(0, 1 - dt * evaporation)
  float dry_share;          // min(1, dt * evaporation)
  float keep_flow;          // max(0, 1 - dt * drag)
  float gain_axis;          // dt * gravity * pipe_area * weight of an axis edge, m2/s
  float gain_diagonal;      // the same for a diagonal edge
  float gain_pipe;          // jako2011: dt * gravity * pipe_area
  float area_per_dt;        // l^2 / dt
  float dt_per_area;        // dt / l^2
  float spread;             // sqrt(1 + wa^2), what a diagonal flow may take more than an axis one
  float per_cell;           // 1 / l
  float per_cell_squared;   // 1 / l^2
  float per_two_cells;      // jako2011: 1 / 2l
  float two_cells_squared;  // (2l)^2
  float capacity;
  float min_tilt;
  float min_tilt_squared;
  float per_erosion_depth;  // jako2011: 1 / erosion_depth
  float erode_rate;         // dt * suspension
  float deposit_rate;       // dt * deposition
  float soften_rate;        // dt * softening * suspension
  float min_hardness;
  float max_bite;           // l / 16, the most that one step takes from a cell
  float bank_axis;          // bank / 6
  float bank_diagonal;      // bank / 12
  float bank_fade;          // 64 / l
  float bedrock_bite;       // share of the clearance that water may take from a cell
  float bank_per_clearance; // 4 / l
  float talus_axis;         // weight * min(0.12, dt * talus / l^2)
  float talus_diagonal;
  float creep_axis;         // weight * min(0.15, dt * creep / l^2)
  float creep_diagonal;
  float talus_scale_axis;   // the limit of the drop over an axis edge: scale * l, bias * l
  float talus_bias_axis;
  float talus_scale_diagonal;
  float talus_bias_diagonal;
  float talus_half;         // jako2011: min(1, dt * thermal) / 2
  float film;
  float speed_limit;        // min(max_speed, l / dt)
  float cells_per_speed;    // dt / l
  float coarse_rounder;     // 1.5 * 2^23 of the height's coarse quantum
  float fine_rounder;       // 1.5 * 2^23 of its fine one
  float height_grain;       // two of its fine quanta
} Step;

#endif
