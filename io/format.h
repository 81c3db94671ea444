// One file format: the end of its names, and how it is read and written. The table of all formats
// is in terrain_file.cpp; each has a file of its own.
#pragma once

#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "io/byte_source.h"
#include "io/terrain_file.h"

namespace rill {

struct FileToWrite {
  const std::string& path;  // for messages
  const TerrainFile& terrain;
  std::vector<std::string> layers;  // which to write: all, or one where the format holds one
  const WriteOptions& options;
};

using Notes = std::vector<std::string>;
using ReadTerrain = TerrainFile (*)(const ByteSource& source, const ReadOptions& options);
using WriteTerrain = void (*)(AtomicFile& out, const FileToWrite& file, Notes& notes);

enum class Holds { one_layer, all_layers, heights_only };

struct Format {
  const char* end;  // of the file's name, in small letters
  Holds holds;
  bool keeps_place;   // on Earth
  bool marks_nodata;  // says which cells have no height
  ReadTerrain read;
  WriteTerrain write;
};

// A file that names its layers but has no "height": its only layer becomes the height, with a note,
// unless it has the name of another layer; several are refused, unless the options name the height.
void name_lone_layer(const ByteSource& source, const ReadOptions& options, TerrainFile& file);

TerrainFile read_r32(const ByteSource&, const ReadOptions&);
void write_r32(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_r16(const ByteSource&, const ReadOptions&);
void write_r16(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_hgt(const ByteSource&, const ReadOptions&);
void write_hgt(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_asc(const ByteSource&, const ReadOptions&);
void write_asc(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_npy(const ByteSource&, const ReadOptions&);
void write_npy(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_npz(const ByteSource&, const ReadOptions&);
void write_npz(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_png(const ByteSource&, const ReadOptions&);
void write_png(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_tiff(const ByteSource&, const ReadOptions&);
void write_tiff(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_exr(const ByteSource&, const ReadOptions&);
void write_exr(AtomicFile&, const FileToWrite&, Notes&);
TerrainFile read_houdini(const ByteSource&, const ReadOptions&);
void write_houdini(AtomicFile&, const FileToWrite&, Notes&);

}  // namespace rill
