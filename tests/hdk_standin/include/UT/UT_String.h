// Stand-in for UT_String. Source: openvdb_houdini (evalString fills one, toStdString reads it;
// ParmFactory.cc: hardenIfNeeded before getHDKHelp returns).
#pragma once
#include <string>
class UT_String {
 public:
  UT_String(const char* text = "") : text_(text ? text : "") {}
  UT_String& operator=(const char* text) {
    text_ = text ? text : "";
    return *this;
  }
  const char* c_str() const { return text_.c_str(); }
  operator const char*() const { return c_str(); }
  std::string toStdString() const { return text_; }
  bool isstring() const { return !text_.empty(); }
  void hardenIfNeeded() {}

 private:
  std::string text_;
};
