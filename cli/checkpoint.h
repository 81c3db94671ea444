// A cook kept in a file, so that it can be taken up again and end in the same bits: the solver's
// arrays and sums, with parameters, step and hashes of the input, closed by a hash over it all.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <rill/cook.h>

namespace rill {

// What a cook is made from; a checkpoint is taken up by the same cook only.
struct CookIdentity {
  Node node = Node::combined;
  Params params;
  int nx = 0, ny = 0;
  double cell = 0;
  std::map<std::string, std::uint64_t> layers;  // hash of each input layer
};

CookIdentity identify(const Terrain& terrain, Node node, const Params& params);

// Written beside and renamed: whatever ends the process, the old file or the new one is there.
void write_checkpoint(const std::string& path, const CookIdentity& cook, const CookMoment& moment);

// Throws, by name, when the file is damaged or belongs to another cook.
SavedMoment read_checkpoint(const std::string& path, const CookIdentity& cook);

}  // namespace rill
