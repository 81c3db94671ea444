// What the header of an OpenEXR file claims, checked before the library allocates for it.
#pragma once

#include "io/byte_source.h"

namespace rill {

// Throws for what rill does not read (deep pixels, several parts) and for sizes that the file or
// the machine cannot hold.
void check_exr_claims(const ByteSource& source);

}  // namespace rill
