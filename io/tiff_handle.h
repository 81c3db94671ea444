// libtiff over rill's own sources and files, with its complaints kept instead of printed.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include <tiffio.h>

#include "io/atomic_file.h"
#include "io/byte_source.h"

namespace rill {

class TiffHandle {
 public:
  explicit TiffHandle(const ByteSource& source);                          // to read
  TiffHandle(AtomicFile& out, const std::string& path, bool above_4_gb);  // to write
  ~TiffHandle();
  TiffHandle(const TiffHandle&) = delete;
  TiffHandle& operator=(const TiffHandle&) = delete;

  TIFF* get() const { return tiff_; }
  void close();                    // throws what went wrong while writing
  [[noreturn]] void fail() const;  // with what libtiff said last
  void check(bool good) const {
    if (!good) fail();
  }

  struct Stream;  // what libtiff reads from or writes to

 private:
  void open(const char* mode, std::int64_t largest_allocation);

  std::unique_ptr<Stream> stream_;
  TIFF* tiff_ = nullptr;
};

}  // namespace rill
