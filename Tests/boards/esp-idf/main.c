#include "../stand_in.h"
#include "esp_adc/adc_oneshot.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

uint64_t stand_in_us;
static struct adc_oneshot_unit_ctx_t { int bits; } context;
int64_t   esp_timer_get_time(void) { return (int64_t)stand_in_us; }
void      vTaskDelay(const TickType_t ticks) { stand_in_wait(ticks * (1000000u / configTICK_RATE_HZ)); }
esp_err_t adc_oneshot_new_unit(const adc_oneshot_unit_init_cfg_t *config, adc_oneshot_unit_handle_t *unit) {
  return config->unit_id == ADC_UNIT_1 ? (*unit = &context, ESP_OK) : -1;
}
esp_err_t adc_oneshot_config_channel(adc_oneshot_unit_handle_t unit, adc_channel_t channel, const adc_oneshot_chan_cfg_t *config) {
  unit->bits = (int)config->bitwidth;
  return channel == ADC_CHANNEL_0 ? ESP_OK : -1;
}
esp_err_t adc_oneshot_read(adc_oneshot_unit_handle_t unit, adc_channel_t channel, int *code) {
  *code = stand_in_code();
  return unit->bits == 12 && channel == ADC_CHANNEL_0 ? ESP_OK : -1;
}
void app_main(void);
int  main(void) {
   app_main();
   return 1;
}
