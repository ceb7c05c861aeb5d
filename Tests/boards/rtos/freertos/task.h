#pragma once
#include "FreeRTOS.h"
typedef struct tskTaskControlBlock *TaskHandle_t;
typedef void (*TaskFunction_t)(void *);
#define tskIDLE_PRIORITY ((UBaseType_t)0U)
BaseType_t xTaskCreate(TaskFunction_t code, const char *name, uint16_t depth, void *user, UBaseType_t priority, TaskHandle_t *task);
void       vTaskDelete(TaskHandle_t task);
