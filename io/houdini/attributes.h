// Attributes of points, vertices and primitives: read what rill needs of them, and add elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/houdini/json_value.h"

namespace rill::houdini {

// One attribute: [["scope", ..., "name", NAME, ...], [body]].
const JsonValue* find_attribute(const JsonValue& root, const char* owner, const char* name);

// The number `element` of a numeric attribute, or of a string attribute's indices.
std::vector<double> attribute_tuple(const JsonValue& values, std::uint64_t element,
                                    const char* what);

// The value of a string attribute.
std::string attribute_string(const JsonValue& attribute, std::uint64_t element);

// Whether elements can be added: numeric and string attributes.
bool can_extend(const JsonValue& attribute);

// Adds an element at the end, a copy of `model`. Every node on the way is marked as changed.
void extend_attribute(JsonValue& attribute, std::uint64_t count, std::uint64_t model);

// The same for a string attribute, with a value of its own.
void extend_string_attribute(JsonValue& attribute, std::uint64_t count, const std::string& value);

// One more element, which is not in the group. Throws for groups of an unknown form.
void extend_group(JsonValue& group);

// Appends a whole number to a list, in a wider form where it does not fit.
void append_integer(JsonValue& list, std::int64_t value);

}  // namespace rill::houdini
