/* The part of Zephyr's <zephyr/drivers/adc.h> that the sample uses, with its names and types. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct device;
struct adc_sequence_options;
struct adc_sequence {
  const struct adc_sequence_options *options;
  uint32_t                           channels;
  void                              *buffer;
  size_t                             buffer_size;
  uint8_t                            resolution;
  uint8_t                            oversampling;
  bool                               calibrate;
};
struct adc_dt_spec {
  const struct device *dev;
  uint8_t              channel_id;
  bool                 channel_cfg_dt_node_exists;
  uint16_t             vref_mv;
  uint8_t              resolution;
  uint8_t              oversampling;
};
#define ADC_DT_SPEC_GET(node) \
  { .channel_id = 0, .channel_cfg_dt_node_exists = true, .resolution = 12 }
bool adc_is_ready_dt(const struct adc_dt_spec *spec);
int  adc_channel_setup_dt(const struct adc_dt_spec *spec);
int  adc_sequence_init_dt(const struct adc_dt_spec *spec, struct adc_sequence *sequence);
int  adc_read_dt(const struct adc_dt_spec *spec, const struct adc_sequence *sequence);
