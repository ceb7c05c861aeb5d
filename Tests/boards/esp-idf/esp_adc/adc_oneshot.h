/* The part of esp_adc that the example uses, with the names and types of ESP-IDF 5. */
#pragma once
#include "esp_err.h"
typedef enum { ADC_UNIT_1, ADC_UNIT_2 } adc_unit_t;
typedef enum { ADC_CHANNEL_0, ADC_CHANNEL_1 } adc_channel_t;
typedef enum { ADC_ATTEN_DB_0, ADC_ATTEN_DB_2_5, ADC_ATTEN_DB_6, ADC_ATTEN_DB_12 } adc_atten_t;
typedef enum { ADC_BITWIDTH_DEFAULT, ADC_BITWIDTH_9 = 9, ADC_BITWIDTH_12 = 12 } adc_bitwidth_t;
typedef int                            adc_oneshot_clk_src_t;
typedef int                            adc_ulp_mode_t;
typedef struct adc_oneshot_unit_ctx_t *adc_oneshot_unit_handle_t;
typedef struct {
  adc_unit_t            unit_id;
  adc_oneshot_clk_src_t clk_src;
  adc_ulp_mode_t        ulp_mode;
} adc_oneshot_unit_init_cfg_t;
typedef struct {
  adc_atten_t    atten;
  adc_bitwidth_t bitwidth;
} adc_oneshot_chan_cfg_t;
esp_err_t adc_oneshot_new_unit(const adc_oneshot_unit_init_cfg_t *config, adc_oneshot_unit_handle_t *unit);
esp_err_t adc_oneshot_config_channel(adc_oneshot_unit_handle_t unit, adc_channel_t channel, const adc_oneshot_chan_cfg_t *config);
esp_err_t adc_oneshot_read(adc_oneshot_unit_handle_t unit, adc_channel_t channel, int *code);
