// --frames N:PATTERN: the terrain every N steps, as a picture or in any format.
#pragma once

#include <string>
#include <vector>

#include <rill/layers.h>

#include "io/shade.h"
#include "io/terrain_file.h"

namespace rill {

class FrameWriter {
 public:
  FrameWriter() = default;  // writes none
  // "10:out/f.%04d.png". Frame k shows the terrain after k * N steps, frame 0 as it came in.
  explicit FrameWriter(const std::string& text);

  bool draws() const;  // pictures, and not layers
  std::string path_after(int steps) const { return path(steps / every_); }
  bool due(int steps) const { return every_ > 0 && steps % every_ == 0; }
  // Before the cook: throws where a frame could not be written or would replace an input file.
  void check(int steps, const std::vector<std::string>& input_files) const;
  // The first terrain gives the style of all pictures. `file` has what else goes with a terrain.
  void set_style(const Terrain& first);
  void write(int steps, TerrainFile file, const WriteOptions& options) const;

 private:
  std::string path(int frame) const;

  int every_ = 0;
  std::string before_, after_;  // the frame's number
  int digits_ = 0;
  ShadeStyle style_;
};

}  // namespace rill
