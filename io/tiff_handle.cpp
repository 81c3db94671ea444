// libtiff is C: no exception may cross it, so one is kept and thrown afterwards.

#include "io/tiff_handle.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <utility>

#include <rill/error.h>

namespace rill {

struct TiffHandle::Stream {
  const ByteSource* source = nullptr;
  AtomicFile* out = nullptr;
  std::string action;  // "Cannot read 'path'"
  std::uint64_t position = 0, size = 0;
  std::exception_ptr failure;
  std::string message;
};

namespace {

using Stream = TiffHandle::Stream;

Stream& stream_of(thandle_t handle) { return *static_cast<Stream*>(handle); }

tmsize_t on_read(thandle_t handle, void* data, tmsize_t size) {
  Stream& stream = stream_of(handle);
  if (!stream.source || size < 0 || stream.position > stream.size) return 0;
  // A short count is how libtiff learns of the end.
  const std::uint64_t got = std::min(std::uint64_t(size), stream.size - stream.position);
  try {
    stream.source->read(stream.position, data, std::size_t(got));
  } catch (...) {
    stream.failure = std::current_exception();
    return 0;
  }
  stream.position += got;
  return tmsize_t(got);
}

tmsize_t on_write(thandle_t handle, void* data, tmsize_t size) {
  Stream& stream = stream_of(handle);
  if (!stream.out || stream.failure) return 0;
  try {
    stream.out->write_at(stream.position, data, std::size_t(size));
  } catch (...) {
    stream.failure = std::current_exception();
    return 0;
  }
  stream.position += std::uint64_t(size);
  stream.size = std::max(stream.size, stream.position);
  return size;
}

toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  Stream& stream = stream_of(handle);
  const std::uint64_t base = whence == SEEK_SET   ? 0
                             : whence == SEEK_CUR ? stream.position
                                                  : stream.size;
  return stream.position = base + offset;
}

int on_close(thandle_t) { return 0; }
toff_t on_size(thandle_t handle) { return stream_of(handle).size; }
int on_map(thandle_t, void**, toff_t*) { return 0; }
void on_unmap(thandle_t, void*, toff_t) {}

int on_error(TIFF*, void* stream, const char*, const char* format, va_list arguments) {
  char text[300];
  std::vsnprintf(text, sizeof text, format, arguments);
  try {
    static_cast<Stream*>(stream)->message = text;
  } catch (...) {  // without memory for the message the failure alone has to do
  }
  return 1;
}

// Most warnings are about tags that rill does not need; one is about a tag that the file has lost.
int on_warning(TIFF*, void* stream, const char*, const char* format, va_list arguments) {
  if (std::strstr(format, "IO error") != nullptr)
    on_error(nullptr, stream, nullptr, format, arguments);
  return 1;
}

struct FreeOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

}  // namespace

TiffHandle::TiffHandle(const ByteSource& source) : stream_(std::make_unique<Stream>()) {
  stream_->source = &source;
  stream_->size = source.size();
  stream_->action = "Cannot read '" + source.name() + "'";
  // What libtiff allocates by itself: packed strips, tables, and what a codec needs to unpack one.
  constexpr std::int64_t enough = 512 << 20;
  open("rm", std::max(enough, std::int64_t(std::min<std::uint64_t>(source.size(), 1ull << 40))));
}

TiffHandle::TiffHandle(AtomicFile& out, const std::string& path, bool above_4_gb)
    : stream_(std::make_unique<Stream>()) {
  stream_->out = &out;
  stream_->action = "Cannot write '" + path + "'";
  open(above_4_gb ? "w8" : "w", 0);
}

TiffHandle::~TiffHandle() {
  if (tiff_) TIFFClose(tiff_);
}

void TiffHandle::open(const char* mode, std::int64_t largest_allocation) {
  const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
  if (!options) throw Error("libtiff could not be started.", Fault::resource);
  if (largest_allocation > 0)
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), tmsize_t(largest_allocation));
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, stream_.get());
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, stream_.get());
  tiff_ = TIFFClientOpenExt(stream_->action.c_str(), mode, stream_.get(), on_read, on_write,
                            on_seek, on_close, on_size, on_map, on_unmap, options.get());
  if (!tiff_ || !stream_->message.empty()) {
    if (tiff_) TIFFClose(std::exchange(tiff_, nullptr));  // no destructor runs for a constructor
    fail();
  }
}

void TiffHandle::close() {
  check(TIFFFlush(tiff_) != 0);
  TIFFClose(tiff_);
  tiff_ = nullptr;
  if (stream_->failure) std::rethrow_exception(stream_->failure);
}

void TiffHandle::fail() const {
  if (stream_->failure) std::rethrow_exception(stream_->failure);
  std::string reason = stream_->message.empty() ? "it is damaged" : stream_->message;
  for (char& c : reason)
    if (c == '\n') c = ' ';
  while (!reason.empty() && (reason.back() == '.' || reason.back() == ' ')) reason.pop_back();
  throw Error(stream_->action + ": " + reason + ".");
}

}  // namespace rill
