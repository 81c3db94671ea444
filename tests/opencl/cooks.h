// Cooks to run on a device and on the CPU, and what it means that they agree.
#pragma once

#include <rill/cook.h>
#include <rill/devices.h>

#include <string>

#include "cook_case.h"

namespace rill::test {

// A rough terrain with every layer, made once a size; with fewer masks, or without the state.
Terrain rough_terrain(int nx, int ny, int scheme, MaskChoice masks, bool carried_on);

// Combined, with all masks, outputs and carried-on state; and with none of them. Both are among the
// agree_cases, so that their kernels are built once.
CookCase full_case(int scheme, int nx, int ny, int iterations);
CookCase bare_case(int scheme, int nx, int ny, int iterations);

// With the low part of the height, so that it is compared too.
CookResult cook_on(const std::string& device, const CookCase& one,
                   const std::string& opencl_steps = "auto");

// The device with the least time for a small cook: where the long enumerations run.
const DeviceInfo& quickest_device();

// Empty when all sums of both are within the share of each other.
std::string difference_in_budgets(const Budget& a, const Budget& b, double share);
double largest_difference_in_height(const Terrain& a, const Terrain& b);

// The device ran it, to the end, without a note of trouble.
std::string trouble(const CookResult& result);

// Cooks on both, on the device in all its ways, and fails the test unless they agree: to the bit, or,
// on a device that does not promise that, within 1e-3 m of height. Budgets too, where the device has doubles.
void expect_agreement(const DeviceInfo& device, const CookCase& one);

}  // namespace rill::test
