// Details, primitives and attributes.

#include <GU/GU_Detail.h>
#include <GU/GU_PrimVolume.h>

#include <atomic>

namespace {
std::atomic<long> details{0};
}

GU_Detail::GU_Detail() { ++details; }
GU_Detail::~GU_Detail() { --details; }
long GU_Detail::alive() { return details; }

GU_Detail::GU_Detail(const GU_Detail& other) : data_id_(other.data_id_) {
  ++details;
  for (const auto& primitive : other.primitives_)
    primitives_.emplace_back(primitive->copyTo(this));
  for (int owner = 0; owner < 4; ++owner) attributes_[owner] = other.attributes_[owner];
}

GEO_Primitive* GU_Detail::append(std::unique_ptr<GEO_Primitive> primitive) {
  primitives_.push_back(std::move(primitive));
  for (auto& attribute : attributes_[GA_ATTRIB_PRIMITIVE]) attribute.second.resize(primitives_.size());
  return primitives_.back().get();
}

GA_RWAttributeRef GU_Detail::add(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                 GA_Attribute::Kind kind) {
  if (size != 1) throw std::logic_error("stand-in: only attributes of one value");
  GA_Attribute& attribute = attributes_[owner][name.toStdString()];
  if (attribute.name.empty() || attribute.kind != kind) {
    attribute = {};
    attribute.name = name.toStdString();
    attribute.kind = kind;
  }
  attribute.resize(owner == GA_ATTRIB_DETAIL ? 1 : primitives_.size());
  return {&attribute};
}

const GA_Attribute* GU_Detail::find(GA_AttributeOwner owner, const std::string& name) const {
  const auto found = attributes_[owner].find(name);
  return found == attributes_[owner].end() ? nullptr : &found->second;
}

void GEO_Primitive::copyAttributesAndGroups(const GEO_Primitive& source, bool) {
  for (auto& entry : detail_->attributes(GA_ATTRIB_PRIMITIVE)) {
    GA_Attribute& attribute = entry.second;
    attribute.texts.at(std::size_t(offset_)) = attribute.texts.at(std::size_t(source.offset_));
    attribute.numbers.at(std::size_t(offset_)) = attribute.numbers.at(std::size_t(source.offset_));
  }
}

GEO_PrimVolume* GU_PrimVolume::build(GU_Detail* detail) {
  return static_cast<GEO_PrimVolume*>(
      detail->append(std::make_unique<GEO_PrimVolume>(detail, detail->getNumPrimitives())));
}

void GEO_PrimVolume::indexToPos(int x, int y, int z, UT_Vector3& position) const {
  int res[3];
  getRes(res[0], res[1], res[2]);
  const int at[3] = {x, y, z};
  for (int column = 0; column < 3; ++column) {
    double sum = space_.myCenter(column);
    for (int row = 0; row < 3; ++row)
      sum += ((at[row] + 0.5) / res[row] * 2 - 1) * double(space_.myXform(row, column));
    position(column) = float(sum);
  }
}
