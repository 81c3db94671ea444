// The node and the verb behind all three operators.
#pragma once

#include <OP/OP_NodeInfoParms.h>
#include <OP/OP_Operator.h>
#include <SOP/SOP_Node.h>
#include <SOP/SOP_NodeVerb.h>
#include <SYS/SYS_Version.h>
#include <UT/UT_InfoTree.h>

#include <mutex>

#if SYS_VERSION_MAJOR_INT < 21
using OP_InputIdx = unsigned;
#else
#include <OP/OP_DataTypes.h>
#endif

#include "glue/node_types.h"
#include "glue/report.h"

namespace rill::sop {

class SOP_Rill : public SOP_Node {
 public:
  static OP_Node* create(OP_Network* network, const char* name, OP_Operator* type);
  const SOP_NodeVerb* cookVerb() const override;
  const char* inputLabel(OP_InputIdx input) const override;

  // The newest cook in the info window, which Houdini fills from the tree, and in plain text.
  void fillInfoTreeNodeSpecific(UT_InfoTree& tree, const OP_NodeInfoTreeParms& parms) override;
  void getNodeSpecificInfoText(OP_Context& context, OP_NodeInfoParms& parms) override;
  void remember(glue::InfoRows rows);  // what a cook has to tell; nothing when it failed

 protected:
  SOP_Rill(OP_Network* network, const char* name, OP_Operator* type);
  OP_ERROR cookMySop(OP_Context& context) override;

 private:
  glue::InfoRows remembered();

  std::mutex info_lock_;  // the window may ask while another thread cooks
  glue::InfoRows info_;
};

// Needs no node: works in compiled blocks, from hou.SopVerb and from SOP Invoke.
class RillVerb : public SOP_NodeVerb {
 public:
  explicit RillVerb(const glue::NodeType& type) : type_(type) {}
  SOP_NodeParms* allocParms() const override;
  SOP_NodeCache* allocCache() const override;
  UT_StringHolder name() const override { return type_.name; }
  CookMode cookMode(const SOP_NodeParms*) const override { return COOK_INPLACE; }
  void cook(const CookParms& parms) const override;

 private:
  const glue::NodeType& type_;
};

}  // namespace rill::sop
