/* I2C converters, each a row of one table: 8 to 18 bit converters, and one for load cells.
 *
 * Nothing here blocks or loops: press_converter_step does at most one thing on the bus and says when to be called again.
 * docs/hardware/converters.md has the wiring of each part, and says how it was tried; docs/hardware/codes.md has the checks of an ADS1115.
 */
#ifndef PRESS_CONVERTER_H
#define PRESS_CONVERTER_H

#include "bus.h"
#include "pad.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_converter_config.part */
enum PRESS_AS(press_part_number, uint8_t) {
  PRESS_CONVERTER_ADS7828    = 1,  /**< 12 bit, 8 channels; its reference is what its pin REF is connected to, or its own */
  PRESS_CONVERTER_ADS7830    = 2,  /**< 8 bit, 8 channels, the same */
  PRESS_CONVERTER_PCF8591    = 3,  /**< 8 bit, 4 channels; VREF to AGND; a bus of 100 kHz at most */
  PRESS_CONVERTER_MCP3221    = 4,  /**< 12 bit, one channel; the supply is the reference, here and in the next seven */
  PRESS_CONVERTER_ADC121C021 = 5,  /**< 12 bit, one channel */
  PRESS_CONVERTER_MAX11612   = 6,  /**< 12 bit, 4 channels, 5 V */
  PRESS_CONVERTER_MAX11613   = 7,  /**< 12 bit, 4 channels, 3 V */
  PRESS_CONVERTER_MAX11614   = 8,  /**< 12 bit, 8 channels, 5 V */
  PRESS_CONVERTER_MAX11615   = 9,  /**< 12 bit, 8 channels, 3 V */
  PRESS_CONVERTER_MAX11616   = 10, /**< 12 bit, 12 channels, 5 V */
  PRESS_CONVERTER_MAX11617   = 11, /**< 12 bit, 12 channels, 3 V */
  PRESS_CONVERTER_MCP3421    = 12, /**< 12 to 18 bit by its rate, one channel; a reference of its own, 2.048 V, here and in the next seven */
  PRESS_CONVERTER_MCP3422    = 13, /**< the same with two channels */
  PRESS_CONVERTER_MCP3423    = 14, /**< two channels, address by pins */
  PRESS_CONVERTER_MCP3424    = 15, /**< four channels, address by pins */
  PRESS_CONVERTER_MCP3425    = 16, /**< 12 to 16 bit, one channel */
  PRESS_CONVERTER_MCP3426    = 17, /**< two channels */
  PRESS_CONVERTER_MCP3427    = 18, /**< two channels, address by pins */
  PRESS_CONVERTER_MCP3428    = 19, /**< four channels, address by pins */
  PRESS_CONVERTER_NAU7802    = 20, /**< two load cells or other bridges: the upper 16 of its 24 bits; 32768 is no voltage */
  PRESS_CONVERTER_MCP3021    = 21, /**< 10 bit, one channel; the supply is the reference, here and in the rest */
  PRESS_CONVERTER_ADC101C021 = 22, /**< 10 bit, one channel */
  PRESS_CONVERTER_ADC081C021 = 23, /**< 8 bit, one channel */
  PRESS_CONVERTER_MAX11600   = 24, /**< 8 bit, 4 channels, 5 V */
  PRESS_CONVERTER_MAX11601   = 25, /**< 8 bit, 4 channels, 3 V */
  PRESS_CONVERTER_MAX11602   = 26, /**< 8 bit, 8 channels, 5 V */
  PRESS_CONVERTER_MAX11603   = 27, /**< 8 bit, 8 channels, 3 V */
  PRESS_CONVERTER_MAX11604   = 28, /**< 8 bit, 12 channels, 5 V */
  PRESS_CONVERTER_MAX11605   = 29, /**< 8 bit, 12 channels, 3 V */
  PRESS_CONVERTER_MAX11606   = 30, /**< 10 bit, 4 channels, 5 V */
  PRESS_CONVERTER_MAX11607   = 31, /**< 10 bit, 4 channels, 3 V */
  PRESS_CONVERTER_MAX11608   = 32, /**< 10 bit, 8 channels, 5 V */
  PRESS_CONVERTER_MAX11609   = 33, /**< 10 bit, 8 channels, 3 V */
  PRESS_CONVERTER_MAX11610   = 34, /**< 10 bit, 12 channels, 5 V */
  PRESS_CONVERTER_MAX11611   = 35, /**< 10 bit, 12 channels, 3 V */
  PRESS_CONVERTER_TLA2528    = 36, /**< 12 bit, 8 channels: all of its pins are inputs */
  PRESS_CONVERTER_ADS7138    = 37, /**< the same */
  PRESS_CONVERTER_ADS1115    = 38, /**< 15 bit and a sign, 4 channels; a reference of its own, by range_mv, here and in the rest */
  PRESS_CONVERTER_ADS1015    = 39, /**< 11 bit and a sign, 4 channels */
  PRESS_CONVERTER_TLA2024    = 40  /**< the same without ALERT/RDY */
};
PRESS_TYPE(press_part_number, uint8_t);

/** press_converter_config.flags, of an ADS1115, ADS1015 or TLA2024 */
enum PRESS_AS(press_converter_flags, uint8_t) {
  PRESS_CONVERTER_FLAG_CONTINUOUS = 1, /**< convert without pause; one channel only: between several it has to stop anyway */
  PRESS_CONVERTER_FLAG_POLL_READY = 2, /**< ask for the end of the first conversion 1/rate_sps after its start, not a tenth later, when most
                                          oscillators are done; later ones when this one was. No effect with CONTINUOUS and READY_PIN */
  PRESS_CONVERTER_FLAG_READY_PIN  = 4  /**< set ALERT/RDY up to fall when a conversion is done; the caller waits for the edge. A TLA2024 has none */
};
PRESS_FLAGS(press_converter_flags, uint8_t);

/** Start from press_converter_config_init. */
typedef struct press_converter_config {
  uint32_t          size;          /**< sizeof(press_converter_config) */
  press_part_number part;          /**< 1..40: PRESS_CONVERTER_...; PRESS_CONVERTER_ADS7830 */
  uint8_t           address;       /**< 7 bit, one that the part can have; 0: its usual one */
  uint16_t          channels;      /**< not 0: bit n: input n against ground, read in rising order into code[0], code[1] ...; as the part
                              has them, eight at most; 1 */
  uint16_t          gain;          /**< 1, 2, 4 ... up to that of the part's amplifier; 0: the usual one, 1, of an NAU7802 128 */
  uint16_t          rate_sps;      /**< one of the part's rates, where it has rates: MCP342x 240, 60, 15, and 3 (3.75) where it has 18 bit,
                              which is 12, 14, 16, 18 bit; NAU7802 320, 80, 40, 20, 10; ADS1115 860, 475, 250, 128, 64, 32, 16, 8; ADS1015 and
                              TLA2024 3300, 2400, 1600, 920, 490, 250, 128; 0: the fastest */
  uint16_t          retries;       /**< of one transfer that failed, before its channel counts as failed; 1. A time-out is not
                              retried and fails the rest of the frame: the bus was given its time */
  uint16_t          ready_polls;   /**< how often a conversion that is not ready is asked for again before the channel counts as failed; 16 */
  uint16_t          reference_mv;  /**< one of 0 2500; 0: what it is wired to. 2500: an ADS7828 or ADS7830 makes its reference itself, and its pin REF
                              has a capacitor and nothing else */
  uint16_t          external_avdd; /**< one of 0 1; 0: an NAU7802 makes its AVDD itself, 3.0 V. 1: AVDD is wired to a supply, and its LDO stays off */
  uint16_t          range_mv;      /**< one of 0 6144 4096 2048 1024 512 256; 0: 4096 of an ADS1115, ADS1015 or TLA2024, which alone have ranges */
  press_converter_flags flags;     /**< PRESS_CONVERTER_FLAG_...; 0: single shot, timed */
  uint8_t               reserved;  /**< 0 */
} press_converter_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_converter_config_init(press_converter_config *config);

/** @return 0; PRESS_ERR_INVAL: NULL or out of range, `why` says which field (may be NULL). */
PRESS_API PRESS_NODISCARD int press_converter_config_check(const press_converter_config *config, const char **why);

/** press_converter_part.flags */
enum PRESS_AS(press_part_flags, uint32_t) {
  PRESS_PART_RECOGNIZED = 1 /**< its answers show another chip, or a bus that nothing drives; for the other parts any byte is a code */
};
PRESS_FLAGS(press_part_flags, uint32_t);

#define PRESS_PART_RATES 8

/** The properties of a part, with this config. Start from press_converter_part_init. */
typedef struct press_converter_part {
  uint32_t         size;                    /**< sizeof(press_converter_part) */
  press_part_flags flags;                   /**< PRESS_PART_... */
  int32_t          largest_code;            /**< codes are 0 to this */
  uint32_t         range_mv;                /**< the voltage of largest_code + 1; 0: that of its supply, or of its pin REF, divided by the gain */
  uint32_t         conversion_us;           /**< the longest time of a conversion, without the time on the bus; 0: it converts while it is read */
  uint32_t         frame_us;                /**< the least time from one frame to the next, with the time on a bus of bus_hz */
  uint32_t         bus_hz;                  /**< the fastest bus that it takes, of 100,000 and 400,000 */
  uint16_t         addresses;               /**< bit n: it can have the address first_address + n */
  uint16_t         highest_gain;            /**< 1: it has no amplifier */
  uint16_t         rates[PRESS_PART_RATES]; /**< for rate_sps, the fastest first, then 0; all 0: a reading is a conversion */
  uint8_t          first_address, usual_address;
  uint8_t          channels; /**< how many inputs */
  uint8_t          bits;     /**< of its codes, without sign */
  uint32_t         reserved; /**< 0 */
} press_converter_part;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_converter_part_init(press_converter_part *part);

/** @return 0; PRESS_ERR_INVAL: NULL, a part of another size, or a config out of range. */
PRESS_API int press_converter_part_get(const press_converter_config *config, press_converter_part *part);

/** "ADS7830" of PRESS_CONVERTER_ADS7830. @return static text; "unknown" for any other number. */
PRESS_API const char *press_converter_name(uint32_t part);

/** A converter. Given by the caller; its content is private. */
typedef struct press_converter {
  uint64_t opaque[40];
} press_converter;

/** Sets a converter up; the bus is copied, nothing is sent yet.
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, a bus without transfer, or a config out of range. */
PRESS_API PRESS_NODISCARD int press_converter_init(press_converter *converter, const press_converter_config *config, const press_bus *bus);

/** Does what is due at now_us: at most one bus transfer and its retries.
 * @param now_us       monotonic
 * @param[out] frame   the codes of all channels, when they are complete, at now_us; channels that failed are in `failed`.
 *                     Below 0 reads as 0; an NAU7802 has 32768 more. before_us is the time from the middle of the channel's
 *                     conversion to now_us; a conversion that the reading itself makes counts as made when the reading begins.
 *                     With CONTINUOUS and no edge it is one period of the converter, with an error of at most half a period.
 *                     It is 0 for channels that failed, and if the clock stepped back.
 * @return 1: `frame` was written; 0: not yet; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_converter_step(press_converter *converter, uint64_t now_us, press_frame *frame);

/** When press_converter_step is next due; 0: at once; PRESS_NEVER for NULL. A part without rates is due again at once after a frame: the
 * program decides how often it reads. With READY_PIN it may be called earlier, at the edge. With CONTINUOUS and no edge, a step that is late
 * by less than a period delays no later one. */
PRESS_API uint64_t press_converter_next_deadline(const press_converter *converter);

/** Steps and waits, through the bus, until a frame is complete or timeout_us has passed.
 * @return 0; PRESS_ERR_TIMEDOUT; PRESS_ERR_INVAL: NULL, not set up, or a bus without wait. */
PRESS_API int press_converter_read(press_converter *converter, uint32_t timeout_us, press_frame *frame);

/** The last error, for messages. @return 0: none; the error of the bus; PRESS_ERR_TIMEDOUT: also for a conversion that never ends;
 * PRESS_ERR_STATE: the chip is not this part, is reset, or is set up by another program; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_converter_last_error(const press_converter *converter);

/** How often the converter answered with other settings than its own, or an ADS1115 converted for another program. Such a code was not used,
 * and the converter was set up again. A program that restores the settings that it found is not noticed. Wraps.
 * @return 0 for NULL and where nothing is set up. */
PRESS_API uint32_t press_converter_conflicts(const press_converter *converter);

/** Puts the converter to sleep, if it does not sleep by itself between readings.
 * @return 0 or the bus's error; PRESS_ERR_INVAL: NULL or not set up. */
PRESS_API int press_converter_stop(press_converter *converter);

/** Lets an ADS1115 or ADS1015 watch one input while the program does not read it: it converts without pause, and ALERT/RDY falls when two codes
 * in a row are below `low` or above `high` (see press_idle_codes). It takes three transfers, with their retries, at once. After
 * press_converter_stop the pin does not move, so an edge after a stop and this call comes from the comparator. The next
 * press_converter_step ends the watch: its frame takes a conversion longer.
 * @param channel    0..3: AINn, one of the config's channels
 * @param low, high  codes; low 0 or less: none is too low; high at the largest code or above it: none is too high
 * @return 0 or the bus's error, then it watches nothing; PRESS_ERR_INVAL: NULL, not set up, another part, not one of its channels, or low
 *         above high. */
PRESS_API int press_converter_watch(press_converter *converter, uint32_t channel, int32_t low, int32_t high);

#ifdef __cplusplus
}
#endif
#endif
