// The node and the verb behind all three operators.
#pragma once

#include <OP/OP_Operator.h>
#include <SOP/SOP_Node.h>
#include <SOP/SOP_NodeVerb.h>
#include <SYS/SYS_Version.h>

#if SYS_VERSION_MAJOR_INT < 21
using OP_InputIdx = unsigned;
#else
#include <OP/OP_DataTypes.h>
#endif

#include "glue/node_types.h"

namespace rill::sop {

class SOP_Rill : public SOP_Node {
 public:
  static OP_Node* create(OP_Network* network, const char* name, OP_Operator* type);
  const SOP_NodeVerb* cookVerb() const override;
  const char* inputLabel(OP_InputIdx input) const override;

 protected:
  SOP_Rill(OP_Network* network, const char* name, OP_Operator* type);
  OP_ERROR cookMySop(OP_Context& context) override;
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
