// Stand-in for UT_StringRef and UT_StringHolder. Source: use in HDK samples and openvdb_houdini:
// construction from C strings and std::string, c_str(), isstring(), toStdString(), the literal _sh.
#pragma once
#include <string>
class UT_StringRef {
 public:
  UT_StringRef(const char* text = "") : text_(text ? text : "") {}
  UT_StringRef(const std::string& text) : text_(text) {}
  const char* c_str() const { return text_.c_str(); }
  operator const char*() const { return c_str(); }
  bool isstring() const { return !text_.empty(); }
  std::string toStdString() const { return text_; }
  bool operator==(const UT_StringRef& other) const { return text_ == other.text_; }
  bool operator==(const char* other) const { return text_ == other; }

 protected:
  std::string text_;
};
class UT_StringHolder : public UT_StringRef {
 public:
  using UT_StringRef::UT_StringRef;
  UT_StringHolder() = default;
  UT_StringHolder(const UT_StringRef& other) : UT_StringRef(other) {}
};
namespace UT {
inline namespace Literal {
inline UT_StringHolder operator""_sh(const char* text, std::size_t size) {
  return UT_StringHolder(std::string(text, size));
}
}  // namespace Literal
}  // namespace UT
