#include <stdarg.h>
#include <zephyr/drivers/adc.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "../stand_in.h"

uint64_t    stand_in_us;
static bool is_set_up;
bool        adc_is_ready_dt(const struct adc_dt_spec *spec) { return spec->channel_cfg_dt_node_exists; }
int         adc_channel_setup_dt(const struct adc_dt_spec *spec) { return is_set_up = spec->channel_id == 0, 0; }
int         adc_sequence_init_dt(const struct adc_dt_spec *spec, struct adc_sequence *sequence) {
          sequence->channels = 1u << spec->channel_id;
          sequence->resolution = spec->resolution;
          return 0;
}
int adc_read_dt(const struct adc_dt_spec *spec, const struct adc_sequence *sequence) {
  if (!is_set_up || sequence->channels != 1u << spec->channel_id || sequence->resolution != 12 || sequence->buffer_size < 2) return -22;
  *(int16_t *)sequence->buffer = (int16_t)stand_in_code();
  return 0;
}
int64_t  k_uptime_ticks(void) { return (int64_t)(stand_in_us * 32768 / 1000000); }
uint64_t k_ticks_to_us_floor64(uint64_t ticks) { return ticks * 1000000 / 32768; }
int32_t  k_msleep(int32_t ms) { return stand_in_wait((uint64_t)ms * 1000), 0; }
void     printk(const char *format, ...) {
      va_list list;
      va_start(list, format);
      vprintf(format, list);
      va_end(list);
}
