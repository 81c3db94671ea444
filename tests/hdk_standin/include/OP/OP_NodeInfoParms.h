// Stand-in: what a node is asked for its info with, and where its text goes.
// Source: openvdb_houdini SOP_NodeVDB.cc (append; getTime of the tree's).
#pragma once
#include <string>
#include <SYS/SYS_Types.h>
class OP_NodeInfoParms {
 public:
  void append(const char* text) { text_ += text; }
  const std::string& standin_text() const { return text_; }

 private:
  std::string text_;
};
class OP_NodeInfoTreeParms {
 public:
  fpreal getTime() const { return 0; }
};
