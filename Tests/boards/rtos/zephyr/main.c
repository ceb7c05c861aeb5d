#include <zephyr/kernel.h>

#include "../board.h"

extern const k_thread_entry_t press_tid;

int k_msgq_put(struct k_msgq *queue, const void *item, k_timeout_t timeout) {
  width = queue->size;
  return queue->most == 8 && timeout.us == 0 && width <= sizeof waiting[0] && put(item) ? 0 : -35;
}
/* 10000 ticks a second: the wait is rounded up, and a tick more. */
static uint64_t ends(k_timeout_t timeout) {
  const uint64_t us = (uint64_t)timeout.us;
  return timeout.us == INT64_MAX ? UINT64_MAX : us == 0 ? stand_in_us : (stand_in_us / 100 + (us + 99) / 100 + 1) * 100;
}
int k_msgq_get(struct k_msgq *queue, void *item, k_timeout_t timeout) {
  width = queue->size;
  return get(item, ends(timeout)) ? 0 : -11;
}

int main(void) {
  press_tid(NULL, NULL, NULL);
  return 1;
}
