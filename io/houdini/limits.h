// What a file may ask for before it is believed.
#pragma once

#include <cstdint>
#include <string>

namespace rill::houdini {

struct ReadLimits {
  std::uint64_t memory = 0;  // bytes for everything read from the file; 0 = what the machine has
};

constexpr int max_nesting = 200;  // Houdini's own files stay below 30

// Adds up what a reader allocates and throws before it is too much.
class MemoryBudget {
 public:
  explicit MemoryBudget(const ReadLimits& limits);
  void take(std::uint64_t bytes);

 private:
  std::uint64_t left_, all_;
};

}  // namespace rill::houdini
