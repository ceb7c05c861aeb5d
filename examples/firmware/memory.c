/* All that libpress takes of a C library. A program that is linked with one leaves this file out. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if (to < from) return memcpy(to, from, count);
  while (count--) ((char *)to)[count] = ((const char *)from)[count];
  return to;
}

void *memset(void *to, int value, size_t count) {
  for (size_t i = 0; i < count; i++) ((char *)to)[i] = (char)value;
  return to;
}

#ifdef __arm__ /* the names that the ABI of ARM has for them */
#define OTHER(name, of) void *name(void *, const void *, size_t) __attribute__((alias(of)))
OTHER(__aeabi_memcpy, "memcpy");
OTHER(__aeabi_memcpy4, "memcpy");
OTHER(__aeabi_memcpy8, "memcpy");
OTHER(__aeabi_memmove, "memmove");
OTHER(__aeabi_memmove4, "memmove");
OTHER(__aeabi_memmove8, "memmove");

void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memset4(void *, size_t, int) __attribute__((alias("__aeabi_memset")));
void __aeabi_memset8(void *, size_t, int) __attribute__((alias("__aeabi_memset")));
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) __attribute__((alias("__aeabi_memclr")));
void __aeabi_memclr8(void *to, size_t count) __attribute__((alias("__aeabi_memclr")));
#endif
