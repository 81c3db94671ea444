// The directory at the end of the file counts; PKWARE's APPNOTE.TXT, sections 4.3.7, .12 and .16.

#include "io/zip.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

#include <rill/error.h>

#include "io/memory.h"

namespace rill {
namespace {

constexpr std::uint32_t local_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22;
constexpr std::size_t longest_comment = 65535;
constexpr std::uint32_t too_large = 0xffffffff;  // the size stands elsewhere, in a zip64 field

class Fields {  // little-endian numbers in a piece of text
 public:
  explicit Fields(const std::string& bytes) : bytes_(bytes) {}
  std::uint32_t two(std::size_t at) const { return byte(at) | byte(at + 1) << 8; }
  std::uint32_t four(std::size_t at) const { return two(at) | two(at + 2) << 16; }

 private:
  std::uint32_t byte(std::size_t at) const { return static_cast<unsigned char>(bytes_.at(at)); }
  const std::string& bytes_;
};

void append_two(std::string& bytes, std::uint32_t value) {
  bytes += char(value & 255);
  bytes += char(value >> 8 & 255);
}

void append_four(std::string& bytes, std::uint32_t value) {
  append_two(bytes, value & 0xffff);
  append_two(bytes, value >> 16);
}

std::string directory_of(const ByteSource& source) {
  const std::uint64_t tail_size =
      std::min<std::uint64_t>(source.size(), end_size + longest_comment);
  const std::string tail = source.read_text(source.size() - tail_size, std::size_t(tail_size));
  const Fields fields(tail);
  for (std::size_t back = end_size; back <= tail.size(); ++back) {
    const std::size_t at = tail.size() - back;
    if (fields.four(at) != end_mark) continue;
    const std::uint64_t size = fields.four(at + 12), offset = fields.four(at + 16);
    if (size == too_large || offset == too_large)
      source.refuse("it is larger than 4 GB; save its arrays one by one");
    if (offset > source.size() || size > source.size() - offset)
      source.refuse("its zip directory is damaged");
    return source.read_text(offset, std::size_t(size));
  }
  source.refuse("it is no zip file, or it is cut short");
}

std::string inflated(const ByteSource& source, const ZipEntry& entry, const std::string& packed) {
  std::string bytes(std::size_t(entry.size), '\0');
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    throw Error("zlib could not be started.", Fault::resource);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = uInt(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = uInt(bytes.size());
  const int result = inflate(&stream, Z_FINISH);
  const bool complete = result == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  if (!complete) source.refuse("its array '" + entry.name + "' is damaged");
  return bytes;
}

std::uint32_t checksum_of(const std::string& bytes) {
  return std::uint32_t(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

std::vector<ZipEntry> read_zip_entries(const ByteSource& source) {
  const std::string directory = directory_of(source);
  const Fields fields(directory);
  std::vector<ZipEntry> entries;
  std::uint64_t packed_bytes = 0;
  for (std::size_t at = 0; at < directory.size();) {
    if (directory.size() - at < entry_size || fields.four(at) != entry_mark)
      source.refuse("its zip directory is damaged");
    const std::size_t name_size = fields.two(at + 28);
    const std::size_t whole = entry_size + name_size + fields.two(at + 30) + fields.two(at + 32);
    if (directory.size() - at < whole) source.refuse("its zip directory is damaged");
    ZipEntry entry{directory.substr(at + entry_size, name_size),
                   fields.two(at + 10) == 8,
                   fields.four(at + 16),
                   fields.four(at + 20),
                   fields.four(at + 24),
                   fields.four(at + 42)};
    if ((fields.two(at + 8) & 1) != 0) source.refuse("it is encrypted");
    if (!entry.deflated && fields.two(at + 10) != 0)
      source.refuse("it is packed by a method that NumPy does not use");
    if (entry.packed_size == too_large || entry.size == too_large)
      source.refuse("it holds an array of more than 4 GB");
    packed_bytes += entry.packed_size;
    if (packed_bytes > source.size()) source.refuse("its zip directory is damaged");
    entries.push_back(std::move(entry));
    at += whole;
  }
  return entries;
}

std::string read_zip_entry(const ByteSource& source, const ZipEntry& entry) {
  const std::string local = source.read_text(entry.header_offset, local_size);
  if (local.size() < local_size || Fields(local).four(0) != local_mark)
    source.refuse("its zip directory is damaged");
  const std::uint64_t data =
      entry.header_offset + local_size + Fields(local).two(26) + Fields(local).two(28);
  const double most = entry.deflated ? most_per_deflated_byte : 1;
  const bool fits = data <= source.size() && entry.packed_size <= source.size() - data &&
                    double(entry.size) <= double(entry.packed_size) * most &&
                    (entry.deflated || entry.size == entry.packed_size) &&
                    double(entry.size) + double(entry.packed_size) < installed_memory();
  if (!fits) source.refuse("its array '" + entry.name + "' is damaged or cut short");
  const std::string packed = source.read_text(data, std::size_t(entry.packed_size));
  std::string bytes = entry.deflated ? inflated(source, entry, packed) : packed;
  if (checksum_of(bytes) != entry.checksum)
    source.refuse("its array '" + entry.name + "' is damaged");
  return bytes;
}

void ZipWriter::write(const std::string& bytes) {
  written_ += bytes.size();
  if (written_ + directory_.size() + end_size >= too_large)
    throw Error("Cannot write '" + path_ +
                "': it would have more than 4 GB; write .exr or a folder of .r32 files.");
  out_.write(bytes.data(), bytes.size());
}

void ZipWriter::add(const std::string& name, const std::string& bytes) {
  std::string common;               // to the local header and the directory
  append_two(common, 20);           // version to extract
  append_two(common, 0x800);        // the name is UTF-8
  append_two(common, 0);            // stored
  append_four(common, 0x00210000);  // 1980-01-01: the same terrain gives the same bytes
  append_four(common, checksum_of(bytes));
  append_four(common, std::uint32_t(bytes.size()));
  append_four(common, std::uint32_t(bytes.size()));
  append_two(common, std::uint32_t(name.size()));
  append_two(common, 0);

  append_four(directory_, entry_mark);
  append_two(directory_, 20);  // version made by
  directory_ += common;
  directory_ += std::string(10, '\0');
  append_four(directory_, std::uint32_t(written_));
  directory_ += name;
  ++entries_;

  std::string header;
  append_four(header, local_mark);
  write(header + common + name);
  write(bytes);
}

void ZipWriter::finish() {
  const std::uint32_t offset = std::uint32_t(written_);
  std::string end;
  append_four(end, end_mark);
  append_four(end, 0);
  append_two(end, std::uint32_t(entries_));
  append_two(end, std::uint32_t(entries_));
  append_four(end, std::uint32_t(directory_.size()));
  append_four(end, offset);
  append_two(end, 0);
  write(directory_ + end);
}

}  // namespace rill
