// Stand-in for the names of owners, offsets and primitive types. Source: HDK pages of GA_Types.h,
// openvdb_houdini, HoudiniUsdBridge.
#pragma once
#include <SYS/SYS_Types.h>
using GA_Offset = exint;
using GA_Index = exint;
using GA_Size = exint;
enum GA_AttributeOwner { GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE, GA_ATTRIB_DETAIL };
enum GA_PrimitiveTypeId { GA_PRIMPOLY, GA_PRIMVOLUME };
constexpr GA_PrimitiveTypeId GEO_PRIMVOLUME = GA_PRIMVOLUME;
