#include <zephyr/kernel.h>

#include "../board.h"

extern const k_thread_entry_t press_tid;

int k_msgq_put(struct k_msgq *queue, const void *item, k_timeout_t timeout) {
  width = queue->size;
  return queue->most == 8 && timeout.us == 0 && width <= sizeof waiting[0] && put(item) ? 0 : -35;
}
int k_msgq_get(struct k_msgq *queue, void *item, k_timeout_t timeout) {
  width = queue->size;
  return get(item, (uint64_t)timeout.us) ? 0 : -11;
}

int main(void) {
  press_tid(NULL, NULL, NULL);
  return 1;
}
