// Installed memory is the bound: what other programs hold can be given up, what is not there
// cannot.

#include "io/memory.h"

#include <unistd.h>

#include <limits>
#include <string>

#include <rill/error.h>

namespace rill {

double installed_memory() {
  return double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
}

void check_claimed_grid(const ByteSource& source, std::uint64_t nx, std::uint64_t ny,
                        double bytes_per_cell, double most_per_byte) {
  const std::string grid = std::to_string(nx) + " x " + std::to_string(ny) + " cells";
  constexpr std::uint64_t most = std::uint64_t(std::numeric_limits<int>::max());
  if (nx == 0 || ny == 0) source.refuse("it says that it holds " + grid);
  if (nx > most || ny > most) source.refuse(grid + " are more than rill can count");
  const double bytes = double(nx) * double(ny) * bytes_per_cell;
  if (bytes > double(source.size()) * most_per_byte)
    source.refuse("it says that it holds " + grid + ", which " + std::to_string(source.size()) +
                  " bytes cannot; it is damaged or cut short");
  if (bytes > installed_memory())
    throw Error("Cannot read '" + source.name() + "': its " + grid +
                    " do not fit into this machine's memory; cut it into tiles.",
                Fault::resource);
}

}  // namespace rill
