// Stand-in for parameters: names, menus, callbacks and templates. Sources: openvdb_houdini
// (ParmFactory.cc, menu functions of SOP_OpenVDB_*), HDK pages of PRM_Template and PRM_ChoiceList.
#pragma once
#include <string>
#include <vector>
#include <SYS/SYS_Types.h>
#include <UT/UT_StringHolder.h>

class PRM_Template;
class PRM_SpareData;
class PRM_Parm;

class PRM_Name {
 public:
  PRM_Name(const char* token = nullptr, const char* label = nullptr) {
    setToken(token);
    setLabel(label);
  }
  void setToken(const char* token) { has_token_ = token != nullptr, token_ = token ? token : ""; }
  void setLabel(const char* label) { label_ = label ? label : ""; }
  const char* getToken() const { return has_token_ ? token_.c_str() : nullptr; }
  const char* getLabel() const { return label_.c_str(); }

 private:
  std::string token_, label_;
  bool has_token_ = false;
};

enum PRM_ChoiceListType {
  PRM_CHOICELIST_REPLACE = 0x0001,
  PRM_CHOICELIST_TOGGLE = 0x0002,
  PRM_CHOICELIST_APPEND = 0x0004
};
using PRM_ChoiceGenFunc = void (*)(void* node, PRM_Name* entries, int size, const PRM_SpareData*,
                                   const PRM_Parm*);
class PRM_ChoiceList {
 public:
  PRM_ChoiceList(PRM_ChoiceListType type, PRM_ChoiceGenFunc fill) : type_(type), fill_(fill) {}
  PRM_ChoiceGenFunc getChoiceGenerator() const { return fill_; }
  PRM_ChoiceListType type() const { return type_; }

 private:
  PRM_ChoiceListType type_;
  PRM_ChoiceGenFunc fill_;
};

using PRM_Callback = int (*)(void* node, int index, fpreal time, const PRM_Template*);

// One parameter as the dialog script has it; the list ends with one without a name.
class PRM_Template {
 public:
  std::string name, label, type, standard, help, disable_when, folder;
  bool invisible = false, has_range = false, hard_min = false, hard_max = false;
  double range_min = 0, range_max = 1;
  std::vector<PRM_Name> menu;
  PRM_ChoiceList* choices = nullptr;
  PRM_Callback callback = nullptr;
};
