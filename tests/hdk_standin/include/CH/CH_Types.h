// Stand-in. Source: openvdb_houdini (setString with CH_STRING_LITERAL).
#pragma once
enum CH_StringMeaning { CH_STRING_LITERAL, CH_OLD_EXPRESSION };
class CH_LocalVariable;
