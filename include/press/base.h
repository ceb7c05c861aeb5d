/* Numbers, errors, version: every other header of libpress includes this one. */
#ifndef PRESS_BASE_H
#define PRESS_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PRESS_API __attribute__((visibility("default")))
#else
#define PRESS_API
#endif

/* Which processor core a program is compiled for. On cores without an operating system the functions that make an engine and a pad have the
 * core in their name, so that an archive for a larger core does not link. Without that GNU ld would link it without a message, and the
 * program would fault. If the linker prints "undefined reference to" a name with the core in it, take the archive for your core
 * (docs/processors.md). */
#if defined(PRESS_ANY_CORE) || defined(__linux__)
#elif defined(__ARM_ARCH_6M__)
#define PRESS_CORE armv6m
#elif defined(__ARM_ARCH_7M__)
#define PRESS_CORE armv7m
#elif defined(__ARM_ARCH_7EM__)
#define PRESS_CORE armv7em
#elif defined(__ARM_ARCH_8M_BASE__)
#define PRESS_CORE armv8m_base
#elif defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__)
#if defined(__ARM_FEATURE_DSP)
#define PRESS_CORE armv8m_dsp
#else
#define PRESS_CORE armv8m
#endif
#elif defined(__riscv_xlen) && __riscv_xlen == 32
#if defined(__riscv_mul) && defined(__riscv_compressed)
#define PRESS_CORE rv32imc
#elif defined(__riscv_mul)
#define PRESS_CORE rv32im
#else
#define PRESS_CORE rv32i
#endif
#endif

#if defined(PRESS_CORE)
#define PRESS_TEXT_OF(text) #text
#define PRESS_TEXT(text) PRESS_TEXT_OF(text)
#define PRESS_ON_CORE(name) __asm__(#name "_on_" PRESS_TEXT(PRESS_CORE))
#else
#define PRESS_ON_CORE(name)
#endif

/* Where a program drops the result of a function with PRESS_NODISCARD, the compiler warns: what makes, attaches, adds, feeds, reads or checks
 * may fail. A program that defines PRESS_MAY_DISCARD gets no such warning. */
#if defined(PRESS_MAY_DISCARD)
#define PRESS_NODISCARD
#elif defined(__GNUC__)
#define PRESS_NODISCARD __attribute__((warn_unused_result))
#else
#define PRESS_NODISCARD
#endif

/* Enumerations: each is a type, with a prefix of its own. In C++, C23 and clang it is an enumeration of the named width, so that the compiler
 * warns where two are mixed; elsewhere, and where a program defines PRESS_PLAIN_TYPES, the type is the plain integer. The layout of structs is
 * the same. In C++ flags of one type are combined with |, &, ^ and ~, and no flags are `{}`; those of OPEN_FLAGS are numbers there. */
#if defined(PRESS_PLAIN_TYPES)
#elif defined(__cplusplus) || defined(__clang__)
#define PRESS_HAS_TYPES
#elif defined(__STDC_VERSION__) && (__STDC_VERSION__ >= 202311L || (__STDC_VERSION__ > 201710L && __GNUC__ >= 13))
#define PRESS_HAS_TYPES
#endif

/* clang-format off */
#if !defined(PRESS_HAS_TYPES)
#define PRESS_AS(name, type)
#define PRESS_TYPE(name, type) typedef type name
#elif defined(__clang__) && !defined(__cplusplus)
#define PRESS_AS(name, type) \
  name _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wpedantic\"") : type _Pragma("clang diagnostic pop")
#define PRESS_TYPE(name, type) typedef enum name name
#else
#define PRESS_AS(name, type) name : type
#define PRESS_TYPE(name, type) typedef enum name name
#endif

#if defined(PRESS_HAS_TYPES) && defined(__cplusplus)
#define PRESS_FLAGS(name, type) \
  extern "C++" { \
  constexpr name operator|(name a, name b) { return static_cast<name>(static_cast<type>(a) | static_cast<type>(b)); } \
  constexpr name operator&(name a, name b) { return static_cast<name>(static_cast<type>(a) & static_cast<type>(b)); } \
  constexpr name operator^(name a, name b) { return static_cast<name>(static_cast<type>(a) ^ static_cast<type>(b)); } \
  constexpr name operator~(name a) { return static_cast<name>(~static_cast<type>(a)); } \
  inline name &operator|=(name &a, name b) { return a = a | b; } \
  inline name &operator&=(name &a, name b) { return a = a & b; } \
  inline name &operator^=(name &a, name b) { return a = a ^ b; } \
  } \
  PRESS_TYPE(name, type)
#else
#define PRESS_FLAGS(name, type) PRESS_TYPE(name, type)
#endif

#if defined(PRESS_HAS_TYPES) && (!defined(__cplusplus) || defined(__swift__))
#define PRESS_OPEN_FLAGS(name, tag, type) typedef enum tag name
#else
#define PRESS_OPEN_FLAGS(name, tag, type) typedef type name
#endif
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/** Signed Q16.16 fixed point: -32768 .. 32767.99998 in steps of 1/65536. */
typedef int32_t press_q16;
#define PRESS_ONE 65536
/* A constant from a literal, rounded to nearest. For constants: it uses floating point at compile time. */
#ifdef __cplusplus
#define PRESS_Q16(v) (static_cast<press_q16>(65536.0 * (v) + ((v) < 0 ? -0.5 : 0.5)))
#else
#define PRESS_Q16(v) ((press_q16)(65536.0 * (v) + ((v) < 0 ? -0.5 : 0.5)))
#endif

#define PRESS_VERSION_MAJOR 1
#define PRESS_VERSION_MINOR 0
#define PRESS_VERSION_PATCH 0
#define PRESS_VERSION_NUMBER (PRESS_VERSION_MAJOR << 16 | PRESS_VERSION_MINOR << 8 | PRESS_VERSION_PATCH)

/* Swift sees them as constants of type Int32 (swift.inl). */
#if !defined(__swift__) || defined(PRESS_PLAIN_TYPES)
/** Negative errno values of Linux, so that strerror(-status) says nearly the same. */
enum {
  PRESS_OK           = 0,    /**< no failure */
  PRESS_ERR_NOENT    = -2,   /**< what the call names (a contact, a target, a session, a sensor) does not exist, or nothing is stored there */
  PRESS_ERR_IO       = -5,   /**< the bus failed */
  PRESS_ERR_AGAIN    = -11,  /**< events wait for press_poll: take some, and the same call works */
  PRESS_ERR_BUSY     = -16,  /**< called from inside a callback */
  PRESS_ERR_INVAL    = -22,  /**< an argument is NULL, out of range or of the wrong size */
  PRESS_ERR_NOSPC    = -28,  /**< a capacity given at init is used up, or the storage is too small: polling does not help */
  PRESS_ERR_TIME     = -62,  /**< time went backwards */
  PRESS_ERR_STATE    = -71,  /**< not now: the object is not in the state that this needs */
  PRESS_ERR_DAMAGED  = -74,  /**< stored bytes are damaged or cut off */
  PRESS_ERR_MOVED    = -78,  /**< the engine is of another process: press_engine_adopt takes it over */
  PRESS_ERR_VERSION  = -93,  /**< stored bytes are of a version that this library does not know */
  PRESS_ERR_NOBUFS   = -105, /**< max_events is too small for the ends of all that can run */
  PRESS_ERR_TIMEDOUT = -110, /**< the device did not answer in time */
  PRESS_ERR_NACK     = -121  /**< no device acknowledged the address */
};
#endif

/** UINT64_MAX as a deadline: never. It is not a time: a function that takes a time refuses it with PRESS_ERR_INVAL, and changes nothing. */
#if defined(__swift__) && !defined(PRESS_PLAIN_TYPES)
#define PRESS_NEVER ((uint64_t)0xffffffffffffffffu)
#else
#define PRESS_NEVER 0xffffffffffffffffu
#endif

/** The meaning of a status, in one line of English without a full stop.
 * @return static text, never NULL; for values that are not statuses of libpress "unknown status", but for -EINTR (-4) of a bus. */
PRESS_API const char *press_strerror(int status);

/** The version of the library that runs: major << 16 | minor << 8 | patch. Compare with PRESS_VERSION_NUMBER. */
PRESS_API uint32_t press_version(void);

/** Why the ..._init of an engine, a pad, a grid, a setup or a check would refuse the storage: misaligned, or fewer bytes than it requires.
 * @param required  what its ..._size returns
 * @param[out] why  where it would: the argument and its rule; may be NULL
 * @return 0; PRESS_ERR_NOSPC: too few bytes; PRESS_ERR_INVAL: NULL, not aligned to 8 bytes, or nothing is required: the config is refused. */
PRESS_API PRESS_NODISCARD int press_storage_check(const void *storage, size_t bytes, size_t required, const char **why);

/** Extends a 32-bit microsecond counter, which wraps every 71.6 minutes, to the 64-bit time that libpress requires.
 * @param last_us  the last extended time (0 at the start)
 * @param now      the counter now
 * @return the time nearest to last_us whose low 32 bits are `now`: later by less than 35.8 minutes, or, when the
 *         counter stepped back, earlier by as much (press_feed then returns PRESS_ERR_TIME). Never below 0. */
PRESS_API uint64_t press_time_extend(uint64_t last_us, uint32_t now);

#ifdef __cplusplus
}
#endif
#endif
