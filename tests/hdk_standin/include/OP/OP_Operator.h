// Stand-in for operator types. Sources: HDK page of OP_Operator, openvdb_houdini ParmFactory.cc.
#pragma once
#include <string>
#include <vector>
#include <CH/CH_Types.h>
#include <PRM/PRM_Include.h>
#include <UT/UT_String.h>
#include <UT/UT_StringHolder.h>

class OP_Network;
class OP_Node;
class OP_Operator;
using OP_Constructor = OP_Node* (*)(OP_Network* network, const char* name, OP_Operator* type);

class OP_Operator {
 public:
  OP_Operator(const char* name, const char* english, OP_Constructor construct,
              PRM_Template* templates, unsigned least_sources, unsigned most_sources = 9999,
              CH_LocalVariable* variables = nullptr, unsigned flags = 0,
              const char** input_labels = nullptr, int most_outputs = 1,
              const char* tab_submenu_path = nullptr);
  virtual ~OP_Operator() = default;
  virtual bool getHDKHelp(UT_String&) const { return false; }
  virtual bool getVersion(UT_String&) { return false; }
  const UT_StringHolder& getName() const { return name_; }
  const UT_StringHolder& getEnglish() const { return english_; }
  void setIconName(const char* icon) { icon_ = icon; }
  const char* getIconName() const { return icon_.c_str(); }
  OP_Node* construct(OP_Network* network, const char* name) { return construct_(network, name, this); }
  PRM_Template* templates() const { return templates_; }
  unsigned getMinSources() const { return least_; }
  unsigned getMaxSources() const { return most_; }
  int getMaxOutputs() const { return outputs_; }
  unsigned flags() const { return flags_; }
  const std::string& tab_path() const { return tab_path_; }
  const std::vector<std::string>& input_labels() const { return labels_; }

 private:
  UT_StringHolder name_, english_;
  OP_Constructor construct_;
  PRM_Template* templates_;
  unsigned least_, most_, flags_;
  std::vector<std::string> labels_;
  int outputs_;
  std::string icon_, tab_path_;
};
