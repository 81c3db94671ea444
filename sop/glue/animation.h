// A terrain that erodes from frame to frame: keeps the newest state and checkpoints within a memory
// limit, starts anew when the input or a parameter changes, and gives the same bits whichever way
// the frames are visited.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include <rill/cook.h>

namespace rill::glue {

struct AnimationSettings {
  int start_frame = 1;
  int per_frame = 10;
  int checkpoint_frames = 10;
  std::size_t cache_bytes = std::size_t(2048) << 20;
  int reset_count = 0;
};

class Animation {
 public:
  // The state at a frame. progress counts the steps of this call. Output layers that add up
  // (erosion, deposition, debris) and the budget count from the start frame; velocity, flow and
  // flowdir are those of the newest frame.
  CookResult at_frame(int frame, const Terrain& input, Node node, const Params& params,
                      const CookOptions& options, const AnimationSettings& settings);

  void clear();
  std::size_t bytes() const;
  std::size_t checkpoints() const { return kept_.size(); }
  long steps_run() const { return steps_run_; }  // ever, for tests

 private:
  struct Kept {
    Terrain terrain;
    Budget budget;
    int steps = 0;
  };

  void trim(int newest, std::size_t limit);

  std::uint64_t identity_ = 0;
  std::map<int, Kept> kept_;  // by frames since the start
  int interval_ = 1;
  long steps_run_ = 0;
};

// Of everything that the states depend on.
std::uint64_t animation_identity(const Terrain& input, Node node, const Params& params,
                                 const AnimationSettings& settings);

}  // namespace rill::glue
