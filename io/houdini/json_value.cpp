#include "io/houdini/json_value.h"

#include <cmath>
#include <cstring>

#include <rill/error.h>

namespace rill::houdini {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the files are little-endian");

namespace {

template <class T>
T load(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

const JsonValue::Items no_items;

[[noreturn]] void wrong(const char* what, const char* expected) {
  throw Error(std::string("In the Houdini file, ") + what + " is not " + expected +
              "; save it again from Houdini.");
}

}  // namespace

std::size_t number_size(std::uint8_t number_code) {
  switch (number_code) {
    case code::int8: case code::uint8: return 1;
    case code::int16: case code::uint16: case code::real16: return 2;
    case code::int32: case code::real32: return 4;
    case code::int64: case code::real64: return 8;
    default: return 0;
  }
}

float half_to_float(std::uint16_t half) {
  const int exponent = half >> 10 & 31, mantissa = half & 1023;
  const float sign = half & 0x8000 ? -1.0f : 1.0f;
  if (exponent == 31) return sign * (mantissa ? NAN : INFINITY);
  return sign * (exponent ? std::ldexp(float(mantissa + 1024), exponent - 25)
                          : std::ldexp(float(mantissa), -24));
}

double read_number(const std::uint8_t* bytes, std::uint8_t number_code) {
  switch (number_code) {
    case code::int8: return load<std::int8_t>(bytes);
    case code::uint8: return load<std::uint8_t>(bytes);
    case code::int16: return load<std::int16_t>(bytes);
    case code::uint16: return load<std::uint16_t>(bytes);
    case code::int32: return load<std::int32_t>(bytes);
    case code::int64: return double(load<std::int64_t>(bytes));
    case code::real16: return half_to_float(load<std::uint16_t>(bytes));
    case code::real32: return load<float>(bytes);
    default: return load<double>(bytes);
  }
}

double PackedNumbers::at(std::uint64_t i) const {
  if (element == code::boolean) return bytes[i / 8] >> (i % 8) & 1;
  return read_number(bytes.data() + i * number_size(element), element);
}

bool PackedNumbers::integers() const {
  return element != code::real16 && element != code::real32 && element != code::real64;
}

JsonValue JsonValue::text(std::string t, std::uint8_t form) {
  JsonValue v;
  v.value = std::move(t);
  v.form = form;
  return v;
}

JsonValue JsonValue::number(double n, std::uint8_t form) {
  JsonValue v;
  v.value = n;
  v.form = form;
  return v;
}

JsonValue JsonValue::integer(std::int64_t n) {
  JsonValue v;
  v.value = n;
  return v;
}

JsonValue JsonValue::boolean(bool b) {
  JsonValue v;
  v.value = b;
  return v;
}

JsonValue JsonValue::array(Items items) {
  JsonValue v;
  v.value = Array{std::move(items)};
  return v;
}

JsonValue JsonValue::map(Items items) {
  JsonValue v;
  v.value = Map{std::move(items)};
  return v;
}

JsonValue JsonValue::packed(PackedNumbers numbers) {
  JsonValue v;
  v.value = std::make_shared<const PackedNumbers>(std::move(numbers));
  return v;
}

JsonValue JsonValue::voxels(Voxels voxels) {
  JsonValue v;
  v.value = std::move(voxels);
  return v;
}

bool JsonValue::is_text(const char* expected) const {
  const std::string* t = std::get_if<std::string>(&value);
  return t && *t == expected;
}

bool JsonValue::is_number() const {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

const JsonValue::Items& JsonValue::items() const {
  if (const Array* a = std::get_if<Array>(&value)) return a->items;
  if (const Map* m = std::get_if<Map>(&value)) return m->items;
  return no_items;
}

JsonValue::Items& JsonValue::children() {
  if (Array* a = std::get_if<Array>(&value)) return a->items;
  if (Map* m = std::get_if<Map>(&value)) return m->items;
  wrong("something", "the list that it should be");
}

double JsonValue::to_number(const char* what) const {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return double(*i);
  if (const auto* r = std::get_if<double>(&value)) return *r;
  wrong(what, "a number");
}

std::int64_t JsonValue::to_integer(const char* what) const {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return *i;
  if (const auto* r = std::get_if<double>(&value))
    if (std::fabs(*r) < 9e18 && *r == std::floor(*r)) return std::int64_t(*r);
  wrong(what, "a whole number");
}

const std::string& JsonValue::to_text(const char* what) const {
  if (const auto* t = std::get_if<std::string>(&value)) return *t;
  wrong(what, "a word");
}

std::vector<double> JsonValue::to_numbers(const char* what) const {
  std::vector<double> numbers;
  if (const Packed* p = std::get_if<Packed>(&value)) {
    numbers.reserve((*p)->count);
    for (std::uint64_t i = 0; i < (*p)->count; ++i) numbers.push_back((*p)->at(i));
  } else if (is_array()) {
    numbers.reserve(items().size());
    for (const JsonValue& item : items())
      if (const bool* flag = std::get_if<bool>(&item.value))
        numbers.push_back(*flag);
      else
        numbers.push_back(item.to_number(what));
  } else {
    wrong(what, "a list of numbers");
  }
  return numbers;
}

std::uint64_t JsonValue::number_count() const {
  if (const Packed* p = std::get_if<Packed>(&value)) return (*p)->count;
  return items().size();
}

const JsonValue* JsonValue::find(const char* key) const {
  const Items& all = items();
  for (std::size_t i = 0; i + 1 < all.size(); i += 2)
    if (all[i].is_text(key)) return &all[i + 1];
  return nullptr;
}

JsonValue* JsonValue::find(const char* key) {
  return const_cast<JsonValue*>(static_cast<const JsonValue*>(this)->find(key));
}

void JsonValue::set_integer(std::int64_t v) {
  value = v;
  form = 0;
  touch();
}

}  // namespace rill::houdini
