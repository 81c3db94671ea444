// Stand-in: reads a dialog script and refuses what it does not know, so that a slip in ours shows.
// Sources: HDK page of PRM_TemplateBuilder; dialog scripts of SideFXLabs for the language. As in the
// samples, menus and callbacks are set once justBuilt() said so.
#pragma once
#include <PRM/PRM_Include.h>
class PRM_TemplateBuilder {
 public:
  PRM_TemplateBuilder(const UT_StringHolder& file, const char* script);
  bool justBuilt() {
    const bool first = !asked_;
    asked_ = true;
    return first;
  }
  void setChoiceListPtr(const UT_StringRef& name, PRM_ChoiceList* list) { find(name).choices = list; }
  void setCallback(const UT_StringRef& name, PRM_Callback callback) { find(name).callback = callback; }
  PRM_Template* templates() const { return const_cast<PRM_Template*>(templates_.data()); }

 private:
  PRM_Template& find(const UT_StringRef& name);
  std::vector<PRM_Template> templates_;
  bool asked_ = false;
};
