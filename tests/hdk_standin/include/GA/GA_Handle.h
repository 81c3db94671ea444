// Stand-in for attributes and their handles: strings, floats and ints, one value per element.
// Source: HDK pages of GA_Handle.h; public plugins (find/add tuples, isValid, get, set).
#pragma once
#include <string>
#include <vector>
#include <GA/GA_Types.h>
#include <UT/UT_StringHolder.h>

struct GA_Attribute {
  enum Kind { text, number, integer };
  std::string name;
  Kind kind = text;
  std::vector<UT_StringHolder> texts;
  std::vector<double> numbers;
  void resize(std::size_t count) {
    texts.resize(count);
    numbers.resize(count);
  }
};

struct GA_ROAttributeRef {
  const GA_Attribute* attribute = nullptr;
  bool isValid() const { return attribute != nullptr; }
};
struct GA_RWAttributeRef {
  GA_Attribute* attribute = nullptr;
  bool isValid() const { return attribute != nullptr; }
  operator GA_ROAttributeRef() const { return {attribute}; }
};

class GA_ROHandleS {
 public:
  GA_ROHandleS(const GA_ROAttributeRef& ref) : attribute_(ref.attribute) {
    if (attribute_ && attribute_->kind != GA_Attribute::text) attribute_ = nullptr;
  }
  bool isValid() const { return attribute_ != nullptr; }
  const UT_StringHolder& get(GA_Offset offset) const { return attribute_->texts.at(std::size_t(offset)); }

 private:
  const GA_Attribute* attribute_;
};

template <GA_Attribute::Kind kind, class Value>
class StandinWriteHandle {
 public:
  StandinWriteHandle(const GA_RWAttributeRef& ref) : attribute_(ref.attribute) {
    if (attribute_ && attribute_->kind != kind) attribute_ = nullptr;
  }
  bool isValid() const { return attribute_ != nullptr; }
  void set(GA_Offset offset, const Value& value) {
    if constexpr (kind == GA_Attribute::text)
      attribute_->texts.at(std::size_t(offset)) = value;
    else
      attribute_->numbers.at(std::size_t(offset)) = double(value);
  }

 private:
  GA_Attribute* attribute_;
};
using GA_RWHandleS = StandinWriteHandle<GA_Attribute::text, UT_StringHolder>;
using GA_RWHandleF = StandinWriteHandle<GA_Attribute::number, fpreal32>;
using GA_RWHandleI = StandinWriteHandle<GA_Attribute::integer, int>;
