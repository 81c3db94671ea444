// What the physics tests share: figures printed beside their tolerances, sums over layers, and a
// cook that keeps every bit of the height.
#pragma once

#include <rill/cook.h>

#include <string>
#include <vector>

#include "state.h"

namespace rill::test {

// Prints and records a figure; the test fails where it is not within the tolerance.
void expect_at_most(const std::string& name, double measured, double tolerance);
void expect_at_least(const std::string& name, double measured, double tolerance);
void note(const std::string& name, double measured);

using Heights = std::vector<double>;

// The height as the solver has it: the height layer with the fine part that a float cannot hold.
Heights exact_height(const Terrain& terrain, double world_scale = 1);
Heights heights_of(const State& state);

double sum_of(const Heights& values);
double root_mean_square(const Heights& values);
double largest_magnitude(const Heights& values);
Heights difference(const Heights& a, const Heights& b);

// One thread, so that several tests can run side by side; returns height.low too.
CookResult cook_quietly(Terrain terrain, Node node, const Params& params);

// The paper's values (MODEL.md, preset jako2011), with the transport that keeps its budget.
Params paper_params();
Params default_params(int scheme);  // scheme rill's defaults, or the paper's

Params with_every_output(Params params);

const char* border_name(int border);
std::string in_words(Node node, int border);

constexpr Node all_nodes[] = {Node::hydraulic, Node::thermal, Node::combined};
constexpr int all_borders[] = {border_open, border_closed, border_wrap};
constexpr int all_schemes[] = {scheme_rill, scheme_jako2011};

}  // namespace rill::test
