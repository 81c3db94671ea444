// Stand-in. Source: HDK page of OP_DataTypes.h (21: both are int).
#pragma once
using OP_InputIdx = int;
using OP_OutputIdx = int;
