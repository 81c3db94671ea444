// Stand-in for UT_String: assigning a C string only keeps the pointer until hardenIfNeeded copies the
// text, so that a text which went meanwhile shows (under AddressSanitizer as an error). Source: HDK page
// of UT_String; openvdb_houdini (evalString fills one, toStdString reads it; ParmFactory.cc:
// hardenIfNeeded before getHDKHelp returns).
#pragma once
#include <string>
class UT_String {
 public:
  UT_String(const char* text = "") : text_(text) {}
  UT_String(const UT_String& other) : own_(other.c_str()), text_(own_.c_str()) {}
  UT_String& operator=(const UT_String& other) {
    own_ = other.c_str();
    text_ = own_.c_str();
    return *this;
  }
  UT_String& operator=(const char* text) {
    text_ = text;
    return *this;
  }
  UT_String& operator=(const std::string& text) {
    own_ = text;
    text_ = own_.c_str();
    return *this;
  }
  const char* c_str() const { return text_ ? text_ : ""; }
  operator const char*() const { return c_str(); }
  std::string toStdString() const { return c_str(); }
  bool isstring() const { return *c_str() != 0; }
  void hardenIfNeeded() {
    if (text_ == own_.c_str()) return;
    own_ = c_str();
    text_ = own_.c_str();
  }

 private:
  std::string own_;
  const char* text_;
};
