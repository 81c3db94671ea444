// Values come as tuples, as one list per component, or in pages of (mostly) 1024 elements where a
// page whose elements are all equal stores one. Pages may store a tuple in parts, one after the other.

#include "io/houdini/attributes.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <rill/error.h>

#include "io/houdini/data_source.h"

namespace rill::houdini {
namespace {

[[noreturn]] void damaged(const std::string& what) {
  throw Error("The Houdini file is damaged: " + what + "; save it again from Houdini.");
}

// A whole number out of a list that may hold anything.
template <class Integer>
Integer whole(double value) {
  constexpr double limit = double(std::numeric_limits<Integer>::max() / 2);
  return value >= -limit && value <= limit ? Integer(value) : Integer(0);
}

const JsonValue* header_field(const JsonValue& attribute, const char* key) {
  return attribute.items().size() == 2 ? attribute.items()[0].find(key) : nullptr;
}

std::string attribute_name(const JsonValue& attribute) {
  const JsonValue* name = header_field(attribute, "name");
  return name && name->is_text() ? name->to_text("a name") : "?";
}

bool is_type(const JsonValue& attribute, const char* type) {
  const JsonValue* found = header_field(attribute, "type");
  return found && found->is_text(type);
}

// A copy to change of a list of numbers; lists of single values become packed ones.
PackedNumbers packed_copy(const JsonValue& list, const char* what) {
  if (const auto* packed = std::get_if<JsonValue::Packed>(&list.value)) return **packed;
  PackedNumbers numbers;
  bool whole = true, flags = !list.items().empty();
  for (const JsonValue& item : list.items()) {
    whole = whole && std::holds_alternative<std::int64_t>(item.value);
    flags = flags && std::holds_alternative<bool>(item.value);
  }
  const std::vector<double> values = list.to_numbers(what);
  numbers.count = values.size();
  if (flags) {
    numbers.element = code::boolean;
    numbers.bytes.resize((values.size() + 31) / 32 * 4);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != 0) numbers.bytes[i / 8] |= std::uint8_t(1u << (i % 8));
    return numbers;
  }
  numbers.element = whole ? code::int64 : code::real64;
  numbers.bytes.resize(values.size() * 8);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t integer =
        whole ? std::get<std::int64_t>(list.items()[i].value) : std::int64_t(0);
    std::memcpy(numbers.bytes.data() + 8 * i, whole ? static_cast<const void*>(&integer)
                                                    : static_cast<const void*>(&values[i]), 8);
  }
  return numbers;
}

void replace_list(JsonValue& list, PackedNumbers numbers) {
  const std::uint64_t begin = list.begin;
  list = JsonValue::packed(std::move(numbers));
  list.begin = begin;
}

// How VALUES with pages are laid out.
struct Pages {
  std::uint64_t page, tuple;
  std::vector<std::uint64_t> parts;              // how many numbers of a tuple each part has
  std::vector<std::vector<double>> constant;     // flags of each part, empty when there are none

  bool is_constant(std::size_t part, std::uint64_t number) const {
    if (constant.empty() || constant[part].empty()) return false;
    if (number >= constant[part].size()) damaged("an attribute has too few page flags");
    return constant[part][std::size_t(number)] != 0;
  }
};

Pages read_pages(const JsonValue& values, const char* what) {
  Pages pages;
  const JsonValue* size = values.find("size");
  const JsonValue* page = values.find("pagesize");
  if (!size || !page) damaged(std::string(what) + " has no page size");
  const std::int64_t tuple = size->to_integer(what), rows = page->to_integer(what);
  if (tuple < 1 || tuple > 1 << 16 || rows < 1 || rows > 1 << 24)
    damaged(std::string(what) + " has impossible pages");
  pages.tuple = std::uint64_t(tuple);
  pages.page = std::uint64_t(rows);
  if (const JsonValue* packing = values.find("packing"))
    for (const double part : packing->to_numbers(what)) {
      if (part < 1 || part > double(tuple)) damaged(std::string(what) + " has impossible packing");
      pages.parts.push_back(std::uint64_t(part));
    }
  if (pages.parts.empty()) pages.parts.push_back(pages.tuple);
  std::uint64_t sum = 0;
  for (const std::uint64_t part : pages.parts) sum += part;
  if (sum != pages.tuple) damaged(std::string(what) + " has impossible packing");
  if (const JsonValue* flags = values.find("constantpageflags")) {
    if (flags->items().size() != pages.parts.size())
      damaged(std::string(what) + " has page flags for other parts");
    for (const JsonValue& part : flags->items()) pages.constant.push_back(part.to_numbers(what));
  }
  return pages;
}

// Where page `number` begins among the numbers of all pages.
std::uint64_t page_begin(const Pages& pages, std::uint64_t number) {
  std::uint64_t at = 0;
  for (std::uint64_t p = 0; p < number; ++p)
    for (std::size_t part = 0; part < pages.parts.size(); ++part)
      at += pages.parts[part] * (pages.is_constant(part, p) ? 1 : pages.page);
  return at;
}

// Calls visit(part, first number) for each part of the tuple of `element`.
template <class Visit>
void visit_parts(const Pages& pages, std::uint64_t element, std::uint64_t count, Visit visit) {
  const std::uint64_t number = element / pages.page, row = element % pages.page;
  const std::uint64_t rows = std::min(pages.page, count - number * pages.page);
  std::uint64_t at = page_begin(pages, number);
  for (std::size_t part = 0; part < pages.parts.size(); ++part) {
    const bool constant = pages.is_constant(part, number);
    visit(part, at + (constant ? 0 : row * pages.parts[part]));
    at += pages.parts[part] * (constant ? 1 : rows);
  }
}

// The parts of one element's tuple as they are stored.
Bytes tuple_bytes(const Pages& pages, const PackedNumbers& data, std::uint64_t element,
                  std::uint64_t count, const char* what) {
  const std::size_t size = number_size(data.element);
  if (size == 0) damaged(std::string(what) + " has no numbers");
  Bytes tuple;
  visit_parts(pages, element, count, [&](std::size_t part, std::uint64_t at) {
    if (at + pages.parts[part] > data.count) damaged(std::string(what) + " is cut short");
    const std::uint8_t* from = data.bytes.data() + at * size;
    tuple.insert(tuple.end(), from, from + pages.parts[part] * size);
  });
  return tuple;
}

void append_flag(JsonValue& flags, std::size_t part) {
  JsonValue& list = flags.children()[part];
  if (list.number_count() == 0) return;
  PackedNumbers numbers = packed_copy(list, "a page flag");
  if (numbers.element == code::boolean) {
    if (numbers.count % 32 == 0) numbers.bytes.resize(numbers.bytes.size() + 4);
  } else {
    numbers.bytes.resize(numbers.bytes.size() + number_size(numbers.element));
  }
  ++numbers.count;
  replace_list(list, std::move(numbers));
  flags.touch();
}

void clear_flag(JsonValue& flags, std::size_t part, std::uint64_t page) {
  JsonValue& list = flags.children()[part];
  PackedNumbers numbers = packed_copy(list, "a page flag");
  if (numbers.element == code::boolean)
    numbers.bytes[std::size_t(page / 8)] &= std::uint8_t(~(1u << (page % 8)));
  else
    std::fill_n(numbers.bytes.begin() + std::ptrdiff_t(page * number_size(numbers.element)),
                number_size(numbers.element), std::uint8_t(0));
  replace_list(list, std::move(numbers));
  flags.touch();
}

// Adds a tuple, given part by part as it is stored, after `count` elements.
void append_paged(JsonValue& values, std::uint64_t count, const Bytes& tuple, const char* what) {
  const Pages pages = read_pages(values, what);
  JsonValue* raw = values.find("rawpagedata");
  if (!raw) damaged(std::string(what) + " has no page data");
  PackedNumbers data = packed_copy(*raw, what);
  const std::size_t size = number_size(data.element);
  if (tuple.size() != pages.tuple * size) damaged(std::string(what) + " has tuples of another size");
  const std::uint64_t last = count / pages.page, rows = count % pages.page;
  std::uint64_t at = page_begin(pages, last);
  JsonValue* flags = values.find("constantpageflags");
  const std::uint8_t* from = tuple.data();
  for (std::size_t part = 0; part < pages.parts.size(); ++part) {
    const std::size_t width = std::size_t(pages.parts[part]) * size;
    std::size_t begin = std::size_t(at) * size;
    const bool constant = rows > 0 && pages.is_constant(part, last);
    const std::size_t stored = rows == 0 ? 0 : constant ? width : std::size_t(rows) * width;
    if (begin + stored > data.bytes.size()) damaged(std::string(what) + " is cut short");
    if (rows == 0 && flags) append_flag(*flags, part);
    if (constant && std::memcmp(data.bytes.data() + begin, from, width) == 0) {
      at += pages.parts[part];
    } else {
      if (constant) {
        // The page has two values now: each element gets its own.
        const Bytes one(data.bytes.begin() + std::ptrdiff_t(begin),
                        data.bytes.begin() + std::ptrdiff_t(begin + width));
        for (std::uint64_t r = 1; r < rows; ++r)
          data.bytes.insert(data.bytes.begin() + std::ptrdiff_t(begin), one.begin(), one.end());
        clear_flag(*flags, part, last);
      }
      data.bytes.insert(data.bytes.begin() + std::ptrdiff_t(begin + std::size_t(rows) * width), from,
                        from + width);
      at += (rows + 1) * pages.parts[part];
    }
    from += width;
  }
  data.count = data.bytes.size() / size;
  replace_list(*raw, std::move(data));
}

// Adds a copy of `model`, or where `value` is given that whole number.
void append_values(JsonValue& values, std::uint64_t count, std::uint64_t model,
                   const std::int64_t* value, const char* what) {
  values.touch();
  if (JsonValue* tuples = values.find("tuples")) {
    if (tuples->items().size() != count) damaged(std::string(what) + " has a wrong number of values");
    JsonValue copy = value ? JsonValue::array({JsonValue::integer(*value)})
                           : tuples->items()[std::size_t(model)];
    tuples->children().push_back(std::move(copy));
    tuples->touch();
  } else if (JsonValue* arrays = values.find("arrays")) {
    if (!arrays->is_list()) damaged(std::string(what) + " has no values");
    for (JsonValue& list : arrays->children()) {
      PackedNumbers numbers = packed_copy(list, what);
      if (numbers.count != count) damaged(std::string(what) + " has a wrong number of values");
      if (value) {
        append_integer(list, *value);
      } else {
        const std::size_t size = number_size(numbers.element);
        if (size == 0) damaged(std::string(what) + " has no numbers");
        const Bytes one(numbers.bytes.begin() + std::ptrdiff_t(model * size),
                        numbers.bytes.begin() + std::ptrdiff_t((model + 1) * size));
        numbers.bytes.insert(numbers.bytes.end(), one.begin(), one.end());
        ++numbers.count;
        replace_list(list, std::move(numbers));
      }
    }
    arrays->touch();
  } else {
    JsonValue* raw = values.find("rawpagedata");
    if (!raw) damaged(std::string(what) + " has no values");
    if (value) {
      // Room for every index: a page may hold 8-bit ones.
      PackedNumbers data = packed_copy(*raw, what);
      PackedNumbers wide;
      wide.element = code::int32;
      wide.count = data.count;
      for (std::uint64_t i = 0; i < data.count; ++i) {
        const std::int32_t index = whole<std::int32_t>(data.at(i));
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(&index);
        wide.bytes.insert(wide.bytes.end(), bytes, bytes + sizeof index);
      }
      replace_list(*raw, std::move(wide));
      const std::int32_t index = std::int32_t(*value);
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(&index);
      append_paged(values, count, Bytes(bytes, bytes + sizeof index), what);
    } else {
      const Pages pages = read_pages(values, what);
      append_paged(values, count, tuple_bytes(pages, packed_copy(*raw, what), model, count, what),
                   what);
    }
  }
}

JsonValue& body_values(JsonValue& attribute, const char* key) {
  attribute.touch();
  JsonValue& body = attribute.children()[1];
  body.touch();
  JsonValue* values = body.find(key);
  if (!values) damaged("attribute '" + attribute_name(attribute) + "' has no values");
  return *values;
}

}  // namespace

const JsonValue* find_attribute(const JsonValue& root, const char* owner, const char* name) {
  const JsonValue* attributes = root.find("attributes");
  const JsonValue* list = attributes ? attributes->find(owner) : nullptr;
  if (!list) return nullptr;
  for (const JsonValue& attribute : list->items()) {
    const JsonValue* found = header_field(attribute, "name");
    if (found && found->is_text(name)) return &attribute;
  }
  return nullptr;
}

std::vector<double> attribute_tuple(const JsonValue& values, std::uint64_t element,
                                    const char* what) {
  if (const JsonValue* tuples = values.find("tuples")) {
    if (element >= tuples->items().size()) damaged(std::string(what) + " has too few values");
    return tuples->items()[std::size_t(element)].to_numbers(what);
  }
  std::vector<double> tuple;
  if (const JsonValue* arrays = values.find("arrays")) {
    for (const JsonValue& list : arrays->items()) {
      if (element >= list.number_count()) damaged(std::string(what) + " has too few values");
      if (const auto* packed = std::get_if<JsonValue::Packed>(&list.value))
        tuple.push_back((*packed)->at(element));
      else
        tuple.push_back(list.items()[std::size_t(element)].to_number(what));
    }
    return tuple;
  }
  const JsonValue* raw = values.find("rawpagedata");
  if (!raw) damaged(std::string(what) + " has no values");
  const Pages pages = read_pages(values, what);
  const PackedNumbers* data = nullptr;
  PackedNumbers copy;
  if (const auto* packed = std::get_if<JsonValue::Packed>(&raw->value)) {
    data = packed->get();
  } else {
    copy = packed_copy(*raw, what);
    data = &copy;
  }
  // Where the last page ends is not known here; a part of it can only be misread beyond its end.
  const std::uint64_t number = element / pages.page, row = element % pages.page;
  std::uint64_t at = page_begin(pages, number);
  std::uint64_t fixed = 0, growing = 0;
  for (std::size_t part = 0; part < pages.parts.size(); ++part)
    (pages.is_constant(part, number) ? fixed : growing) += pages.parts[part];
  if (at > data->count) damaged(std::string(what) + " is cut short");
  const std::uint64_t rest = data->count - at;
  const std::uint64_t rows =
      growing == 0 || rest < fixed ? 1 : std::min(pages.page, (rest - fixed) / growing);
  for (std::size_t part = 0; part < pages.parts.size(); ++part) {
    const bool constant = pages.is_constant(part, number);
    const std::uint64_t first = at + (constant ? 0 : row * pages.parts[part]);
    if (first + pages.parts[part] > data->count || (!constant && row >= rows))
      damaged(std::string(what) + " has too few values");
    for (std::uint64_t i = 0; i < pages.parts[part]; ++i) tuple.push_back(data->at(first + i));
    at += pages.parts[part] * (constant ? 1 : rows);
  }
  return tuple;
}

std::string attribute_string(const JsonValue& attribute, std::uint64_t element) {
  const JsonValue* body = attribute.items().size() == 2 ? &attribute.items()[1] : nullptr;
  const JsonValue* words = body ? body->find("strings") : nullptr;
  const JsonValue* indices = body ? body->find("indices") : nullptr;
  if (!words || !indices) damaged("attribute '" + attribute_name(attribute) + "' has no strings");
  const std::vector<double> tuple = attribute_tuple(*indices, element, "a string attribute");
  const double index = tuple.empty() ? -1 : tuple[0];
  if (!(index >= 0)) return "";
  if (index >= double(words->items().size())) damaged("a string attribute has too few strings");
  return words->items()[std::size_t(index)].to_text("a string");
}

bool can_extend(const JsonValue& attribute) {
  return is_type(attribute, "numeric") || is_type(attribute, "string");
}

void extend_attribute(JsonValue& attribute, std::uint64_t count, std::uint64_t model) {
  const std::string name = attribute_name(attribute);
  if (!can_extend(attribute))
    throw Error("New layers cannot be added, because attribute '" + name +
                "' is of a kind that rill does not know; remove it with an Attribute Delete node.");
  JsonValue& values = body_values(attribute, is_type(attribute, "string") ? "indices" : "values");
  append_values(values, count, model, nullptr, ("attribute '" + name + "'").c_str());
}

void extend_string_attribute(JsonValue& attribute, std::uint64_t count, const std::string& value) {
  if (!is_type(attribute, "string"))
    throw Error("The primitive attribute 'name' is not a string; name the layers with a Name node.");
  JsonValue& values = body_values(attribute, "indices");
  JsonValue* words = attribute.children()[1].find("strings");
  if (!words || !words->is_list()) damaged("attribute 'name' has no strings");
  std::size_t index = 0;
  while (index < words->children().size() && !words->children()[index].is_text(value.c_str())) ++index;
  if (index == words->children().size()) {
    const std::uint8_t form = words->children().empty() ? code::token : words->children().back().form;
    words->children().push_back(JsonValue::text(value, form));
    words->touch();
  }
  const std::int64_t number = std::int64_t(index);
  append_values(values, count, 0, &number, "attribute 'name'");
}

void extend_group(JsonValue& group) {
  const char* unknown =
      "New layers cannot be added, because a group is stored in a way that rill does not know; "
      "remove it with a Group Delete node.";
  if (group.items().size() != 2) throw Error(unknown);
  JsonValue& body = group.children()[1];
  JsonValue* selection = body.find("selection");
  if (!selection) throw Error(unknown);
  if (selection->find("ordered")) return;  // a list of members
  JsonValue* members = selection->find("unordered");
  if (!members) throw Error(unknown);
  if (JsonValue* runs = members->find("boolRLE")) {
    // count, member?, count, member?, ...
    if (runs->is_array()) {
      runs->children().push_back(JsonValue::integer(1));
      runs->children().push_back(JsonValue::boolean(false));
    } else {
      append_integer(*runs, 1);
      append_integer(*runs, 0);
    }
    runs->touch();
  } else if (JsonValue* flags = members->find("i8")) {
    PackedNumbers numbers = packed_copy(*flags, "a group");
    if (numbers.element == code::boolean) {
      if (numbers.count % 32 == 0) numbers.bytes.resize(numbers.bytes.size() + 4);
    } else {
      numbers.bytes.resize(numbers.bytes.size() + number_size(numbers.element));
    }
    ++numbers.count;
    replace_list(*flags, std::move(numbers));
  } else {
    throw Error(unknown);
  }
  members->touch();
  selection->touch();
  body.touch();
  group.touch();
}

void append_integer(JsonValue& list, std::int64_t value) {
  PackedNumbers numbers = packed_copy(list, "a list of numbers");
  const auto fits = [&](std::uint8_t element) {
    switch (element) {
      case code::int8: return value == std::int8_t(value);
      case code::uint8: return value == std::uint8_t(value);
      case code::int16: return value == std::int16_t(value);
      case code::uint16: return value == std::uint16_t(value);
      case code::int32: return value == std::int32_t(value);
      default: return element == code::int64;
    }
  };
  if (!fits(numbers.element)) {
    PackedNumbers wide;
    wide.element = value == std::int32_t(value) && numbers.element != code::int64 ? code::int32
                                                                                  : code::int64;
    wide.count = numbers.count;
    for (std::uint64_t i = 0; i < numbers.count; ++i) {
      const std::int64_t old = whole<std::int64_t>(numbers.at(i));
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(&old);
      wide.bytes.insert(wide.bytes.end(), bytes, bytes + number_size(wide.element));
    }
    numbers = std::move(wide);
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  numbers.bytes.insert(numbers.bytes.end(), bytes, bytes + number_size(numbers.element));
  ++numbers.count;
  replace_list(list, std::move(numbers));
}

}  // namespace rill::houdini
