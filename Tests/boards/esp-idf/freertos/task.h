#pragma once
#include "FreeRTOS.h"
void vTaskDelay(const TickType_t ticks);
