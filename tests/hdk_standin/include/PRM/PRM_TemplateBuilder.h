// Stand-in: reads a dialog script and refuses what it does not know, so that a slip in ours shows.
// Sources: HDK samples as published by others (constructor with file name and script, justBuilt,
// setChoiceListPtr, setCallback, templates); dialog scripts of SideFXLabs for the language.
#pragma once
#include <PRM/PRM_Include.h>
class PRM_TemplateBuilder {
 public:
  PRM_TemplateBuilder(const UT_StringRef& file, const char* script);
  bool justBuilt() const { return true; }
  void setChoiceListPtr(const UT_StringRef& name, PRM_ChoiceList* list) { find(name).choices = list; }
  void setCallback(const UT_StringRef& name, PRM_Callback callback) { find(name).callback = callback; }
  PRM_Template* templates() { return templates_.data(); }

 private:
  PRM_Template& find(const UT_StringRef& name);
  std::vector<PRM_Template> templates_;
};
