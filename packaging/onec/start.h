typedef uint8_t  u8;
typedef int8_t   s8;
typedef uint16_t u16;
typedef int16_t  s16;
typedef uint32_t u32;
typedef int32_t  s32;
typedef uint64_t u64;
typedef int64_t  s64;

#if defined(__GNUC__) || defined(__clang__)
#define UNREACHABLE() __builtin_unreachable()
#define INLINE static inline __attribute__((unused))
#define APART static __attribute__((noinline, unused))
/* Memory of any type, at an address that is a multiple of so many bytes. */
#define MEMORY(bits, name, alignment) \
  typedef u##bits memory##name __attribute__((may_alias, aligned(alignment))); \
  INLINE u##bits get##name(uptr a) { return *(const memory##name *)(uintptr_t)a; } \
  INLINE void    put##name(uptr a, u##bits v) { *(memory##name *)(uintptr_t)a = v; }
INLINE u32 clz32(u32 v) { return v ? (u32)__builtin_clz(v) : 32; }
INLINE u64 clz64(u64 v) { return v ? (u64)__builtin_clzll(v) : 64; }
INLINE u32 ctz32(u32 v) { return v ? (u32)__builtin_ctz(v) : 32; }
INLINE u64 ctz64(u64 v) { return v ? (u64)__builtin_ctzll(v) : 64; }
#else
#define UNREACHABLE() ((void)0)
#define INLINE static inline
#define APART static
#define MEMORY(bits, name, alignment) \
  INLINE u##bits get##name(uptr a) { \
    u##bits v; \
    memcpy(&v, (const void *)(uintptr_t)a, sizeof v); \
    return v; \
  } \
  INLINE void put##name(uptr a, u##bits v) { memcpy((void *)(uintptr_t)a, &v, sizeof v); }
INLINE u64 clz64(u64 v) {
  u64 n = 64;
  while (v) {
    v >>= 1;
    n--;
  }
  return n;
}
INLINE u64 ctz64(u64 v) {
  u64 n = 0;
  while (n < 64 && !(v >> n & 1)) n++;
  return n;
}
INLINE u32 clz32(u32 v) { return (u32)clz64(v) - 32; }
INLINE u32 ctz32(u32 v) { return v ? (u32)ctz64(v) : 32; }
#endif
MEMORY(8, 8, 1)
MEMORY(16, 16, 2)
MEMORY(16, 16_1, 1)
MEMORY(32, 32, 4)
MEMORY(32, 32_2, 2)
MEMORY(32, 32_1, 1)
MEMORY(64, 64, 8)
MEMORY(64, 64_4, 4)
MEMORY(64, 64_2, 2)
MEMORY(64, 64_1, 1)
#undef MEMORY

/* The address of something in this file. */
#define AT(what) ((uptr)(uintptr_t)(what))

/* Not inlined: where GCC 12 writes a copy of known size out, it drops the stores before it to a frame whose address was a number. */
APART void copy(uptr to, uptr from, uptr count) { memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, count); }
APART void move(uptr to, uptr from, uptr count) { memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, count); }
APART void fill(uptr to, u32 value, uptr count) { memset((void *)(uintptr_t)to, (int)value, count); }

INLINE u64 extend32(u32 v) { return (u64)(s32)v; }
INLINE u32 rotl32(u32 v, u32 n) { return v << (n & 31) | v >> (-n & 31); }
INLINE u32 rotr32(u32 v, u32 n) { return v >> (n & 31) | v << (-n & 31); }
INLINE u64 rotl64(u64 v, u64 n) { return v << (n & 63) | v >> (-n & 63); }
INLINE u64 rotr64(u64 v, u64 n) { return v >> (n & 63) | v << (-n & 63); }
INLINE u32 popcnt32(u32 v) {
  v -= v >> 1 & 0x55555555u;
  v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
  return ((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}
INLINE u64 popcnt64(u64 v) { return (u64)popcnt32((u32)v) + popcnt32((u32)(v >> 32)); }

/* Numbers of 128 bits, as their halves. */
INLINE u64 add128_low(u64 a, u64 ah, u64 b, u64 bh) {
  (void)ah;
  (void)bh;
  return a + b;
}
INLINE u64 add128_high(u64 a, u64 ah, u64 b, u64 bh) { return ah + bh + (a + b < a); }
INLINE u64 sub128_low(u64 a, u64 ah, u64 b, u64 bh) {
  (void)ah;
  (void)bh;
  return a - b;
}
INLINE u64 sub128_high(u64 a, u64 ah, u64 b, u64 bh) { return ah - bh - (a < b); }
INLINE u64 mul_wide_u_low(u64 a, u64 b) { return a * b; }
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 u128;
INLINE u64                              mul_wide_u_high(u64 a, u64 b) { return (u64)((u128)a * b >> 64); }
#else
INLINE u64 mul_wide_u_high(u64 a, u64 b) {
  const u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
  const u64 low = al * bl, one = ah * bl + (low >> 32), other = al * bh + (u32)one;
  return ah * bh + (one >> 32) + (other >> 32);
}
#endif
INLINE u64  mul_wide_s_low(u64 a, u64 b) { return a * b; }
INLINE u64  mul_wide_s_high(u64 a, u64 b) { return mul_wide_u_high(a, b) - ((s64)a < 0 ? b : 0) - ((s64)b < 0 ? a : 0); }
INLINE void ashlti3(uptr to, u64 low, u64 high, u32 n) {
  if (n & 64) {
    high = low << (n & 63);
    low = 0;
  } else if (n & 63) {
    high = high << (n & 63) | low >> (64 - (n & 63));
    low <<= n & 63;
  }
  put64(to, low);
  put64(to + 8, high);
}
