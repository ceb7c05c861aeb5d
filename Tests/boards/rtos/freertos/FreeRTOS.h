/* The part of FreeRTOS that the example uses, with its names and types. */
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef uint32_t      TickType_t;
typedef long          BaseType_t;
typedef unsigned long UBaseType_t;
#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)
#define configTICK_RATE_HZ 1000
#define portMAX_DELAY ((TickType_t)0xffffffffUL)
#define pdMS_TO_TICKS(ms) ((TickType_t)(((TickType_t)(ms) * (TickType_t)configTICK_RATE_HZ) / (TickType_t)1000U))
#define portYIELD_FROM_ISR(woken) ((void)(woken))
