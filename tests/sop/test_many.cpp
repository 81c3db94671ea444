// Several nodes at once, and very many cooks: the same bits, and nothing left over. Small, so that
// it can run under ThreadSanitizer.

#include <gtest/gtest.h>

#include <UT/UT_Interrupt.h>

#include <malloc.h>

#include <string>
#include <thread>
#include <vector>

#include "scene.h"
#include "terrains.h"

#include "tsan_suppressions.h"

namespace rill::test {
namespace {

TEST(Many, TwoThreadsCookTwoNodesAtOnce) {
  const Terrain terrains[2] = {everything(70, 45, 2, scheme_rill, 81),
                               everything(33, 90, 3, scheme_jako2011, 82)};
  const char* types[2] = {erode_type, hydraulic_type};
  Terrain expected[2], got[2];
  const auto run = [&](int i) {
    TestNode test(types[i]);
    test.set("iterations", 6).set("scheme", i).set("output_flow", 1).input(detail_of(terrains[i]));
    Terrain result;
    for (int round = 0; round < 4; ++round) result = terrain_of(test.cook().detail, terrains[i].cell);
    return result;
  };
  for (int i = 0; i < 2; ++i) expected[i] = run(i);
  std::thread threads[2];
  for (int i = 0; i < 2; ++i) threads[i] = std::thread([&, i] { got[i] = run(i); });
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(difference_in_bits(got[i], expected[i]), "");
}

TEST(Many, OneVerbServesTwoThreads) {
  plugin();
  const Terrain terrain = everything(40, 40, 2, scheme_rill, 83);
  Terrain got[2];
  std::thread threads[2];
  for (int i = 0; i < 2; ++i)
    threads[i] = std::thread([&, i] {
      standin::Verb verb(erode_type);
      verb.values().set("iterations", "6");
      verb.values().set("device", "tbb");
      got[i] = terrain_of(verb.execute({detail_of(terrain)}), 2);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(difference_in_bits(got[0], got[1]), "");
}

#if defined(__SANITIZE_THREAD__)
constexpr int cooks = 50;
#else
constexpr int cooks = 1000;
#endif

TEST(Many, AThousandCooksLeaveNothingBehind) {
  const Terrain terrain = everything(24, 24, 2, scheme_rill, 84);
  const auto cook_once = [&](int i) {
    TestNode test(i % 3 == 0 ? thermal_type : erode_type);
    test.set("iterations", 2).set("animate", i % 2);
    if (i % 3) test.set("output_flow", i % 5 == 0);
    test.input(detail_of(terrain));
    if (i % 7 == 0) test.set("heightlayer", "missing");
    if (i % 11 == 0) standin::press_escape_at_poll(1);
    test.cook(3);
    standin::press_escape_at_poll(-1);
  };
  for (int i = 0; i < 60; ++i) cook_once(i);
  const long details = GU_Detail::alive();
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
  const auto in_use = [] { return double(mallinfo2().uordblks + mallinfo2().hblkhd); };
  const double before = in_use();
#endif
  for (int i = 0; i < cooks; ++i) cook_once(i);
  EXPECT_EQ(GU_Detail::alive(), details);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
  // A cook holds about 100 kB; a leak of any layer would show as megabytes.
  EXPECT_LT(in_use() - before, 500e3);
#endif
}

}  // namespace
}  // namespace rill::test
