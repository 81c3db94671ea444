// What libpng calls when something goes wrong. It reports errors by longjmp, which must not jump over
// a destructor: whoever sets the jump owns nothing, and keeps the sentence in its coder.
#pragma once

#include <png.h>

namespace rill {

// For png_create_*_struct(…, &coder, …): Coder has a std::string `message`.
template <typename Coder>
void remember_png_error(png_structp png, png_const_charp message) {
  try {
    static_cast<Coder*>(png_get_error_ptr(png))->message = message;
  } catch (...) {  // without memory for the message the failure alone has to do
  }
  png_longjmp(png, 1);
}

inline void ignore_png_warning(png_structp, png_const_charp) {}

}  // namespace rill
