#include "../board.h"
#include "queue.h"
#include "task.h"

void press_start(void);

static struct QueueDefinition { int unused; } queue;
static TaskFunction_t task;

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size) {
  width = size;
  return length == 8 && size <= sizeof waiting[0] ? &queue : NULL;
}
BaseType_t xQueueSendFromISR(QueueHandle_t to, const void *item, BaseType_t *woken) { return *woken = to == &queue && put(item); }
BaseType_t xQueueReceive(QueueHandle_t from, void *item, TickType_t ticks) {
  return from == &queue && get(item, ticks == portMAX_DELAY ? UINT64_MAX : (stand_in_us / 1000 + ticks) * 1000);
}
BaseType_t xTaskCreate(TaskFunction_t code, const char *name, uint16_t depth, void *user, UBaseType_t priority, TaskHandle_t *out) {
  (void)name, (void)depth, (void)user, (void)priority, (void)out;
  task = code;
  return pdTRUE;
}
void vTaskDelete(TaskHandle_t one) { (void)one; }

int main(void) {
  press_start();
  task(NULL);
  return 1;
}
