// Stand-in for GU_Detail: primitives in order, attributes of primitives and of the whole, data ids.
// A copy shares its voxels until one side writes. Sources: HDK pages of GU_Detail and GA_Detail,
// openvdb_houdini.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <GA/GA_Handle.h>
#include <GA/GA_Iterator.h>
#include <GEO/GEO_PrimVolume.h>

class GU_Detail {
 public:
  GU_Detail();
  GU_Detail(const GU_Detail& other);
  GU_Detail& operator=(const GU_Detail&) = delete;

  GA_Range getPrimitiveRange() const { return {GA_Offset(primitives_.size())}; }
  GA_Size getNumPrimitives() const { return GA_Size(primitives_.size()); }
  GEO_Primitive* getGEOPrimitive(GA_Offset offset) { return primitives_.at(std::size_t(offset)).get(); }
  const GEO_Primitive* getGEOPrimitive(GA_Offset offset) const {
    return primitives_.at(std::size_t(offset)).get();
  }
  GA_RWAttributeRef addStringTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size) {
    return add(owner, name, size, GA_Attribute::text);
  }
  GA_RWAttributeRef addFloatTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size) {
    return add(owner, name, size, GA_Attribute::number);
  }
  GA_RWAttributeRef addIntTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size) {
    return add(owner, name, size, GA_Attribute::integer);
  }
  GA_ROAttributeRef findStringTuple(GA_AttributeOwner owner, const UT_StringRef& name) const {
    const GA_Attribute* found = find(owner, name.toStdString());
    return {found && found->kind == GA_Attribute::text ? found : nullptr};
  }
  GA_ROAttributeRef findAttribute(GA_AttributeOwner owner, const UT_StringRef& name) const {
    return {find(owner, name.toStdString())};
  }
  void bumpAllDataIds() { ++data_id_; }
  exint standin_data_id() const { return data_id_; }

  // For GU_PrimVolume::build and copies.
  GEO_Primitive* append(std::unique_ptr<GEO_Primitive> primitive);
  std::map<std::string, GA_Attribute>& attributes(GA_AttributeOwner owner) { return attributes_[owner]; }
  static long alive();  // details there are, to find leaks

  ~GU_Detail();

 private:
  GA_RWAttributeRef add(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                        GA_Attribute::Kind kind);
  const GA_Attribute* find(GA_AttributeOwner owner, const std::string& name) const;
  std::vector<std::unique_ptr<GEO_Primitive>> primitives_;
  std::map<std::string, GA_Attribute> attributes_[4];
  exint data_id_ = 0;
};

class GU_DetailHandle {
 public:
  void allocateAndSet(GU_Detail* detail) { detail_.reset(detail); }
  GU_Detail* gdpNC() const { return detail_.get(); }
  const GU_Detail* gdp() const { return detail_.get(); }
  bool isNull() const { return !detail_; }
  void clear() { detail_.reset(); }
  bool standin_unique() const { return detail_.use_count() == 1; }

 private:
  std::shared_ptr<GU_Detail> detail_;
};
