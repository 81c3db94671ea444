// Stand-in for verbs: cook modes, parameters and caches apart from the node. Sources: HDK pages of
// SOP_NodeVerb and SOP_NodeVerb::CookParms, openvdb_houdini ParmFactory.cc and SOP_VDBVerbUtils.h.
#pragma once
#include <memory>
#include <vector>
#include <GU/GU_Detail.h>
#include <OP/OP_Context.h>
#include <OP/OP_Node.h>
#include <SOP/SOP_Error.h>

class DEP_MicroNode;
class SOP_Node;
class SOP_NodeParms {
 public:
  virtual ~SOP_NodeParms() = default;
};
class SOP_NodeCache {
 public:
  virtual ~SOP_NodeCache() = default;
};

class SOP_NodeVerb {
 public:
  enum CookMode {
    COOK_INPLACE,
    COOK_DUPLICATE,
    COOK_GENERATOR,
    COOK_INSTANCE,
    COOK_GENERIC,
    COOK_PASSTHROUGH
  };

  class CookParms {
   public:
    GU_DetailHandle& gdh() const { return gdh_; }
    exint nInputs() const { return exint(inputs_.size()); }
    bool hasInput(exint i) const { return i < nInputs() && !inputs_[std::size_t(i)].isNull(); }
    const GU_Detail* inputGeo(exint i) const;
    SOP_NodeCache* cache() const { return cache_; }
    DEP_MicroNode* depnode() const { return dep_; }
    const OP_Context& getContext() const { return context_; }
    SOP_Node* getNode() const { return node_; }  // null in compiled blocks and for hou.SopVerb

    CookParms(GU_DetailHandle& gdh, const std::vector<GU_DetailHandle>& inputs,
              const SOP_NodeParms& parms, SOP_NodeCache* cache, DEP_MicroNode* dep,
              const OP_Context& context, StandinMessages& messages, SOP_Node* node)
        : gdh_(gdh), inputs_(inputs), parms_(parms), cache_(cache), dep_(dep), context_(context),
          messages_(messages), node_(node) {}
    const SOP_NodeParms& standin_parms() const { return parms_; }
    StandinMessages& standin_messages() const { return messages_; }

   private:
    GU_DetailHandle& gdh_;
    const std::vector<GU_DetailHandle>& inputs_;
    const SOP_NodeParms& parms_;
    SOP_NodeCache* cache_;
    DEP_MicroNode* dep_;
    const OP_Context& context_;
    StandinMessages& messages_;
    SOP_Node* node_;
  };

  virtual ~SOP_NodeVerb() = default;
  virtual SOP_NodeParms* allocParms() const = 0;
  virtual SOP_NodeCache* allocCache() const { return nullptr; }
  virtual UT_StringHolder name() const = 0;
  virtual CookMode cookMode(const SOP_NodeParms*) const { return COOK_DUPLICATE; }
  virtual void cook(const CookParms& parms) const = 0;

  static void registerVerb(SOP_NodeVerb* verb);
  static const SOP_NodeVerb* lookupVerb(const UT_StringRef& name);
};
