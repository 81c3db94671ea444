// Zip files as far as NumPy uses them: entries stored or deflated, no encryption, below 4 GB.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/atomic_file.h"
#include "io/byte_source.h"

namespace rill {

struct ZipEntry {
  std::string name;
  bool deflated;
  std::uint32_t checksum;
  std::uint64_t packed_size, size;
  std::uint64_t header_offset;
};

std::vector<ZipEntry> read_zip_entries(const ByteSource& source);
std::string read_zip_entry(const ByteSource& source, const ZipEntry& entry);

// Stores entries as they are; floats hardly get smaller.
class ZipWriter {
 public:
  ZipWriter(AtomicFile& out, const std::string& path) : out_(out), path_(path) {}
  void add(const std::string& name, const std::string& bytes);
  void finish();

 private:
  void write(const std::string& bytes);

  AtomicFile& out_;
  const std::string& path_;
  std::uint64_t written_ = 0;
  std::string directory_;
  int entries_ = 0;
};

}  // namespace rill
