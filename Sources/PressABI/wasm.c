/* What compilers call and WebAssembly has no instruction for: 128-bit products and shifts. A module is whole by itself:
 * it imports nothing. Weak: a program that links libpress.a with a compiler's own helpers takes those. */
#include <stdint.h>

typedef unsigned __int128 wide;

__attribute__((weak)) wide __multi3(wide a, wide b);
__attribute__((weak)) wide __ashlti3(wide value, int count);

static wide join(uint64_t low, uint64_t high) { return (wide)high << 64 | low; }

wide __multi3(wide a, wide b) {
  uint64_t low = (uint64_t)a, other = (uint64_t)b;
  uint64_t ll = (low & 0xffffffff) * (other & 0xffffffff), lh = (low & 0xffffffff) * (other >> 32);
  uint64_t hl = (low >> 32) * (other & 0xffffffff), hh = (low >> 32) * (other >> 32);
  uint64_t middle = (ll >> 32) + (lh & 0xffffffff) + (hl & 0xffffffff);
  uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
  return join(middle << 32 | (ll & 0xffffffff), high + (uint64_t)(a >> 64) * other + low * (uint64_t)(b >> 64));
}

wide __ashlti3(wide value, int count) {
  uint64_t low = (uint64_t)value, high = (uint64_t)(value >> 64);
  if (count & 64) return join(0, low << (count & 63));
  if (count & 63) high = high << (count & 63) | low >> (64 - (count & 63));
  return join(low << (count & 63), high);
}
