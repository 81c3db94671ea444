// Stand-in for the HDK's number names. Source: public plugins (openvdb_houdini) use fpreal, exint,
// int64 and fpreal32 as double, 64-bit and float.
#pragma once
#include <cstdint>
using fpreal = double;
using fpreal32 = float;
using fpreal64 = double;
using int32 = std::int32_t;
using int64 = std::int64_t;
using exint = std::int64_t;
