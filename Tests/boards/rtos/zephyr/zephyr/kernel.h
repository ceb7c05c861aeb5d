/* The part of Zephyr that the example uses, with its names and types. */
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef struct {
  int64_t us;
} k_timeout_t;
#define K_NO_WAIT ((k_timeout_t){0})
#define K_FOREVER ((k_timeout_t){INT64_MAX})
#define K_USEC(t) ((k_timeout_t){t})
#define ARG_UNUSED(one) (void)(one)
struct k_msgq {
  size_t   size;
  uint32_t most;
};
#define K_MSGQ_DEFINE(name, bytes, count, align) struct k_msgq name = {bytes, count}
int k_msgq_put(struct k_msgq *queue, const void *item, k_timeout_t timeout);
int k_msgq_get(struct k_msgq *queue, void *item, k_timeout_t timeout);
typedef void (*k_thread_entry_t)(void *, void *, void *);
#define K_THREAD_DEFINE(name, stack, entry, a, b, c, priority, options, delay) const k_thread_entry_t name = entry
