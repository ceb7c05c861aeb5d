#pragma once
#include <stdint.h>
int64_t  k_uptime_ticks(void);
uint64_t k_ticks_to_us_floor64(uint64_t ticks);
int32_t  k_msleep(int32_t ms);
