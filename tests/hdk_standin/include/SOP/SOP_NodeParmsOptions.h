// Stand-in: parameters by name for verbs without generated headers, and a cache that looks like a
// node while it cooks. Sources: HDK page of SOP_NodeCacheOptions; openvdb_houdini ParmFactory.cc,
// SOP_VDBVerbUtils.h and every SOP.
#pragma once
#include <SOP/SOP_NodeVerb.h>
#include <UT/UT_String.h>

class SOP_NodeParmsOptions : public SOP_NodeParms {
 public:
  explicit SOP_NodeParmsOptions(PRM_Template* templates) : values(templates) {}
  StandinValues values;
};

class SOP_NodeCacheOptions : public SOP_NodeCache {
 public:
  void doCook(const SOP_NodeVerb* verb, const SOP_NodeVerb::CookParms& parms);

 protected:
  virtual OP_ERROR cook(OP_Context& context) = 0;
  const SOP_NodeVerb::CookParms* cookparms() const { return parms_; }
  exint evalInt(const char* name, int, fpreal) const { return values().integer(name); }
  fpreal evalFloat(const char* name, int, fpreal) const { return values().number(name); }
  void evalString(UT_String& text, const char* name, int, fpreal) const {
    text = values().text(name);
  }
  exint nInputs() const { return parms_->nInputs(); }
  bool hasInput(exint i) const { return parms_->hasInput(i); }
  const GU_Detail* inputGeo(exint i) const { return parms_->inputGeo(i); }
  void addError(int, const char* text) { parms_->standin_messages().errors.push_back(text); }
  void addWarning(int, const char* text) { parms_->standin_messages().warnings.push_back(text); }
  void addMessage(int, const char* text) { parms_->standin_messages().messages.push_back(text); }
  OP_ERROR error() { return parms_->standin_messages().severity(); }

  GU_Detail* gdp = nullptr;

 private:
  const StandinValues& values() const;
  const SOP_NodeVerb::CookParms* parms_ = nullptr;
};
