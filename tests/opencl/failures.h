// Cooks during which OpenCL is made to fail, and what must hold afterwards.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cooks.h"
#include "driver.h"

namespace rill::test {

struct Failure {
  std::string function;
  long call = 1;  // 1 = the first one of the cook
  int error = -5;
  bool lost_device = false;
  std::string steps = "auto";  // CookOptions::opencl_steps
  bool says_gpu = false;       // the device says that it is one
};

enum class KernelCache { warm, empty };  // empty: a folder of its own, as in a first cook

std::string text_of(const Failure& failure);

// How often a cook without failures calls each function.
std::map<std::string, long> calls_of_cook(const std::string& device, const CookCase& one,
                                          KernelCache cache, const std::string& steps = "auto");

// The call numbers to try: all when they are few, else first, last, middle and some between.
std::vector<long> call_numbers(long calls);

// The call that failed, if any, cost the device and nothing else: same bits and budget as on the
// CPU, one sentence that says why, no OpenCL object left.
void expect_sound(const CookResult& result, const CookResult& expected, const std::string& what);
// One note, in one sentence, that holds the reason.
void expect_one_sentence(const CookResult& result, const std::string& what);

CookResult cook_with(const Failure& failure, const std::string& device, const CookCase& one,
                     KernelCache cache, const Progress& progress = {});

}  // namespace rill::test
