/* Texas Instruments ADS1115 (16 bit) and ADS1015 (12 bit): four-channel I2C converters.
 *
 * Nothing here blocks or loops: press_ads1x15_step does at most one thing on the bus and says when to be called again. A code is used only
 * if the converter had the config that was written, and was ready: docs/hardware/codes.md has the cost of these checks.
 */
#ifndef PRESS_ADS1X15_H
#define PRESS_ADS1X15_H

#include "bus.h"
#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/* press_ads1x15_config.model */
enum PRESS_AS(press_ads1x15_model, uint8_t) {
  PRESS_ADS1115 = 0,
  PRESS_ADS1015 = 1 /* and a TLA2024, which has no ALERT/RDY */
};
PRESS_TYPE(press_ads1x15_model, uint8_t);

/* press_ads1x15_config.flags */
enum PRESS_AS(press_ads1x15_flags, uint8_t) {
  PRESS_ADS1X15_CONTINUOUS = 1, /* convert without pause; one channel only: between several it has to stop anyway */
  PRESS_ADS1X15_POLL_READY = 2, /* ask for the end of the first conversion 1/rate_sps after its start, not a tenth later, when most
                                   oscillators are done; later ones when this one was. No effect with CONTINUOUS and READY_PIN */
  PRESS_ADS1X15_READY_PIN  = 4  /* set ALERT/RDY up to fall when a conversion is done; the caller waits for the edge */
};
PRESS_FLAGS(press_ads1x15_flags, uint8_t);

/* Start from press_ads1x15_config_init. */
typedef struct press_ads1x15_config {
  uint32_t            size;        /* sizeof(press_ads1x15_config) */
  press_ads1x15_model model;       /* one of PRESS_ADS1115 PRESS_ADS1015; PRESS_ADS1115 */
  uint8_t             address;     /* 0x48..0x4B; 0x48 */
  uint8_t             channels;    /* 1..15: bit n: AINn against ground, read in rising order into code[0], code[1] ...; 1 */
  press_ads1x15_flags flags;       /* PRESS_ADS1X15_...; 0: single shot, timed */
  uint16_t            range_mv;    /* one of 6144 4096 2048 1024 512 256; 4096 */
  uint16_t            rate_sps;    /* one of 8 16 32 64 128 250 475 860; an ADS1015: 128 250 490 920 1600 2400 3300; 860 */
  uint16_t            retries;     /* of one transfer that failed, before its channel counts as failed; 1. A time-out is not
                              retried and fails the rest of the frame: the bus was given its time */
  uint16_t            ready_polls; /* how often the ready bit is asked again before the channel counts as failed; 16 */
} press_ads1x15_config;

/* Writes every default. NULL is ignored. */
PRESS_API void press_ads1x15_config_init(press_ads1x15_config *config);

/* @return 0; PRESS_ERR_INVAL: NULL or out of range, `why` says which field (may be NULL). */
PRESS_API int press_ads1x15_config_check(const press_ads1x15_config *config, const char **why);

/* A converter. Given by the caller; its content is private. */
typedef struct press_ads1x15 {
  uint64_t opaque[32];
} press_ads1x15;

/* Sets a converter up; the bus is copied, nothing is sent yet.
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, a bus without transfer, or a config out of range. */
PRESS_API int press_ads1x15_init(press_ads1x15 *adc, const press_ads1x15_config *config, const press_bus *bus);

/* Does what is due at now_us: at most one bus transfer and its retries.
 * @param now_us       monotonic
 * @param[out] frame   the codes of all channels, when they are complete, at now_us; channels that failed are in `failed`.
 *                     Codes are as wide as the converter's: 16 bit, or 12 (0..2047); below 0 reads as 0. before_us is the
 *                     time from the middle of the channel's conversion to now_us. With CONTINUOUS and no edge it is one
 *                     period of the converter, with an error of at most half a period. It is 0 for channels that failed, and
 *                     if the clock stepped back.
 * @return 1: `frame` was written; 0: not yet; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_ads1x15_step(press_ads1x15 *adc, uint64_t now_us, press_frame *frame);

/* When press_ads1x15_step is next due; 0: at once; PRESS_NEVER for NULL. With READY_PIN it may be called earlier, at the edge. With
 * CONTINUOUS and no edge, a step that is late by less than a period delays no later one. */
PRESS_API uint64_t press_ads1x15_next_deadline(const press_ads1x15 *adc);

/* Steps and waits, through the bus, until a frame is complete or timeout_us has passed.
 * @return 0; PRESS_ERR_TIMEDOUT; PRESS_ERR_INVAL: NULL, not set up, or a bus without wait. */
PRESS_API int press_ads1x15_read(press_ads1x15 *adc, uint32_t timeout_us, press_frame *frame);

/* The last error, for messages. @return 0: none; the error of the bus; PRESS_ERR_TIMEDOUT: also when the ready bit was never set;
 * PRESS_ERR_STATE: the chip does not keep the config (another program, a reset, or another chip); PRESS_ERR_INVAL: NULL. */
PRESS_API int press_ads1x15_last_error(const press_ads1x15 *adc);

/* How often the converter did not have the config that was written, or converted for another program. Such a code was not used, and the
 * config was written again. A program that restores the config that it found is not noticed. Wraps.
 * @return 0 for NULL and where nothing is set up. */
PRESS_API uint32_t press_ads1x15_conflicts(const press_ads1x15 *adc);

/* Puts the converter to sleep (single shot, idle).
 * @return 0 or the bus's error; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_ads1x15_stop(press_ads1x15 *adc);

/* Lets the converter watch one input while the program does not read it: it converts without pause, and ALERT/RDY falls when two codes in a
 * row are below `low` or above `high` (see press_idle_codes). It takes three transfers, with their retries, at once. After
 * press_ads1x15_stop the pin does not move, so an edge after a stop and this call comes from the comparator. The next press_ads1x15_step
 * ends the watch: its frame takes a conversion longer.
 * @param channel    0..3: AINn, one of the config's channels
 * @param low, high  codes; low 0 or less: none is too low; high at the largest code or above it: none is too high
 * @return 0 or the bus's error, then it watches nothing; PRESS_ERR_INVAL: NULL, not set up, not one of its channels, or low
 *         above high. */
PRESS_API int press_ads1x15_watch(press_ads1x15 *adc, uint32_t channel, int32_t low, int32_t high);

#ifdef __cplusplus
}
#endif
#endif
