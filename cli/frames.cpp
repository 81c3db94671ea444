// The number's place in a pattern is %d or %04d, once.

#include "frames.h"

#include <cctype>
#include <filesystem>

#include <rill/error.h>

#include "arguments.h"
#include "io/new_folder.h"
#include "io/png.h"

namespace rill {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& text) {
  throw Error("--frames " + text +
              " cannot be used; write the steps between frames and a file name with %d or %04d for "
              "the frame's number, as in --frames 10:out/frame.%04d.png.");
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

FrameWriter::FrameWriter(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) refuse(text);
  every_ = parse_count("--frames", text.substr(0, colon), 1, 1000000);
  const std::string pattern = text.substr(colon + 1);
  const std::size_t percent = pattern.find('%');
  if (percent == std::string::npos) refuse(text);
  std::size_t at = percent + 1;
  while (at < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[at]))) ++at;
  const std::string digits = pattern.substr(percent + 1, at - percent - 1);
  if (at >= pattern.size() || pattern[at] != 'd' || digits.size() > 2 ||
      (!digits.empty() && digits[0] != '0') || pattern.find('%', at) != std::string::npos)
    refuse(text);
  digits_ = digits.empty() ? 0 : std::stoi(digits);
  before_ = pattern.substr(0, percent);
  after_ = pattern.substr(at + 1);
}

std::string FrameWriter::path(int frame) const {
  std::string number = std::to_string(frame);
  if (int(number.size()) < digits_)
    number.insert(0, std::size_t(digits_) - number.size(), '0');
  return before_ + number + after_;
}

bool FrameWriter::draws() const { return ends_with(after_, ".png"); }

void FrameWriter::check(int steps, const std::vector<std::string>& input_files) const {
  if (every_ == 0) return;
  const fs::path parent = fs::path(path(0)).parent_path();
  if (!draws() && (parent.empty() || fs::is_directory(parent))) check_can_write_terrain(path(0));
  check_can_create(path(0));
  for (int frame = 0; frame <= steps / every_; ++frame)
    for (const std::string& input : input_files) {
      std::error_code ignored;
      if (fs::equivalent(input, path(frame), ignored))
        throw Error("A frame would replace the input file '" + input +
                    "'; choose another name for the frames.");
    }
}

void FrameWriter::set_style(const Terrain& first) {
  if (every_ > 0 && draws()) style_ = shade_style(first);
}

void FrameWriter::write(int steps, TerrainFile file, const WriteOptions& options) const {
  const std::string name = path(steps / every_);
  const fs::path parent = fs::path(name).parent_path();
  if (!parent.empty()) NewFolder(parent.string()).keep();
  if (draws())
    write_png(name, shaded_relief(file.terrain, style_));
  else
    write_terrain(name, file, options);
}

}  // namespace rill
