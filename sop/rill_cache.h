// One cook of a node, and what the node keeps between cooks: the states of an animation.
#pragma once

#include <SOP/SOP_NodeParmsOptions.h>

#include <map>
#include <string>
#include <vector>

#include <rill/cook.h>

#include "glue/animation.h"
#include "glue/report.h"
#include "height_fields.h"

namespace rill::sop {

class RillCache : public SOP_NodeCacheOptions {
 public:
  explicit RillCache(Node node) : node_(node) {}

 protected:
  OP_ERROR cook(OP_Context& context) override;

 private:
  void cook_height_fields(OP_Context& context);
  std::vector<CookResult> cook_all(const std::vector<HeightField>& fields, const Params& params,
                                   OP_Context& context, std::vector<std::string>& notes);
  CookResult cook_animated(std::size_t index, const HeightField& field, const Params& params,
                           const CookOptions& options, OP_Context& context);

  Params read_params(fpreal time) const;
  Params for_duration(Params params, double cell, fpreal time) const;
  ReadOptions read_options(const Params& params, fpreal time) const;
  glue::AnimationSettings read_animation(fpreal time) const;
  std::string text_of(const char* name, fpreal time) const;
  int integer_of(const char* name, fpreal time) const;

  void write_budget(const std::vector<CookResult>& results);
  void tell(glue::InfoRows rows);

  Node node_;
  std::vector<glue::Animation> animations_;  // one per height field
};

}  // namespace rill::sop
