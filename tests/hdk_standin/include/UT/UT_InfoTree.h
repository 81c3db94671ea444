// Stand-in for the tree behind a node's info window: named branches with rows of values.
// Sources: HDK page of UT_InfoTree, openvdb_houdini SOP_NodeVDB.cc.
#pragma once
#include <memory>
#include <string>
#include <vector>
#include <UT/UT_StringHolder.h>
class UT_InfoTree {
 public:
  explicit UT_InfoTree(const UT_StringHolder& name = "") : name_(name.toStdString()) {}
  // With the headings Property and Value. A name can be there once.
  UT_InfoTree* addChildMap(const UT_StringHolder& name) {
    for (const auto& child : children_)
      if (child->name_ == name.c_str()) return nullptr;
    children_.push_back(std::make_unique<UT_InfoTree>(name));
    return children_.back().get();
  }
  template <class First, class Second>
  void addProperties(const First& first, const Second& second) {
    rows_.push_back({std::string(first), std::string(second)});
  }

  const std::string& standin_name() const { return name_; }
  const std::vector<std::vector<std::string>>& standin_rows() const { return rows_; }
  const std::vector<std::unique_ptr<UT_InfoTree>>& standin_children() const { return children_; }

 private:
  std::string name_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::unique_ptr<UT_InfoTree>> children_;
};
