/* Models of converters at register level, written from their data sheets and not from the drivers, on a bus with a clock of its own. A transfer
 * may break off at any byte, and another program may use the converter. */
#ifndef CHIPS_H
#define CHIPS_H

#include "support.h"

#define MILLISECOND_NS 1000000u

typedef struct chip chip;
struct chip {
  void (*write)(chip *c, uint64_t ns, unsigned at, uint8_t byte); /* the byte with this number after a write address */
  uint8_t (*read)(chip *c, uint64_t ns, unsigned at);             /* the byte with this number after a read address */
  void (*reset)(chip *c, uint64_t ns);                            /* a loss of power */
  int32_t (*input)(const chip *c, unsigned channel, uint64_t ns); /* the code that a conversion of the usual setting gives then */
  double   oscillator;                                            /* 1.25: a conversion takes a quarter longer */
  uint64_t period_ns;                                             /* of the usual setting; inputs change with it */
  uint8_t  address;
  /* The state of a model. */
  uint8_t  registers[32], pointer, opcode, latched[4];
  uint16_t words[4], running;
  bool     converts, is_new, is_fed; /* of an NAU7802: AVDD is wired to a supply, and its LDO is to stay off */
  bool     is_late;                  /* of a TLA2528: what is read first is the conversion before */
  uint64_t began_ns, done_ns, busy_ns;
  int32_t  result;
  unsigned settling, calibrations, size, place, bits, channels; /* bits of a code, without its sign */
};

/* The transfers of another program, with pauses between them. */
typedef struct stranger_step {
  uint32_t after_us;
  uint8_t  count, bytes[3], reads;
} stranger_step;

typedef struct chip_bus {
  chip     chip;
  uint64_t ns;
  uint64_t hertz;
  unsigned transfers;
  /* Transfer `break_at` breaks off after `break_after` bytes (addresses included), and so do the next ones: `breaks` in a row. */
  unsigned break_at, break_after, breaks;
  int      break_with;
  unsigned reset_at; /* the converter loses its power before this transfer */
  /* The interval at which another program begins to do `steps`. */
  const stranger_step *steps;
  unsigned             step_count, step;
  uint64_t             every_ns, due_ns, visits;
  uint64_t             seed;
} chip_bus;

static inline uint32_t chip_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

static inline void chip_pass(chip_bus *b, unsigned bytes) { b->ns += (bytes * 9u + 1u) * 1000000000ull / b->hertz; }

/* Until it breaks off after `most` bytes. */
static inline void chip_exchange(chip_bus *b, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, unsigned most) {
  chip *c = &b->chip;
  if (out_count > 0 && most > 0) {
    most--;
    chip_pass(b, 1);
    for (unsigned i = 0; i < out_count && most > 0; i++, most--) {
      chip_pass(b, 1);
      c->write(c, b->ns, i, out[i]);
    }
  }
  if (in_count > 0 && most > 0) {
    most--;
    chip_pass(b, 1);
    for (unsigned i = 0; i < in_count && most > 0; i++, most--) {
      in[i] = c->read(c, b->ns, i);
      chip_pass(b, 1);
    }
  }
}

static inline void chip_visit(chip_bus *b, uint64_t until_ns) {
  while (b->steps != NULL && b->due_ns <= until_ns) {
    const stranger_step *one = &b->steps[b->step];
    uint8_t              in[8];
    if (b->due_ns > b->ns) b->ns = b->due_ns;
    if (b->step == 0) b->visits++;
    chip_exchange(b, one->bytes, one->count, in, one->reads, 99);
    b->step = (b->step + 1) % b->step_count;
    /* A random part of the pause keeps the other program out of step with the driver. */
    b->due_ns = b->step > 0 ? b->ns + b->steps[b->step].after_us * 1000u : b->ns + b->every_ns - 1000 * (chip_random(&b->seed) % 2000);
  }
}

static int chip_transfer(uint8_t address, const uint8_t *out, size_t out_count, uint8_t *in, size_t in_count, void *user) {
  chip_bus *b = user;
  chip_visit(b, b->ns);
  b->transfers++;
  if (b->transfers == b->reset_at) b->chip.reset(&b->chip, b->ns);
  if (address != b->chip.address) return PRESS_ERR_NACK;
  if (b->breaks > 0 && b->transfers >= b->break_at) {
    b->breaks--;
    chip_exchange(b, out, out_count, in, in_count, b->break_after);
    return b->break_with;
  }
  chip_exchange(b, out, out_count, in, in_count, 99);
  return 0;
}

static uint64_t chip_wait(uint64_t until_us, void *user) {
  chip_bus *b = user;
  if (until_us * 1000 > b->ns && until_us != PRESS_NEVER) {
    chip_visit(b, until_us * 1000);
    if (until_us * 1000 > b->ns) b->ns = until_us * 1000;
  }
  return b->ns / 1000;
}

static inline press_bus chip_functions(chip_bus *b) {
  return (press_bus){.size = sizeof(press_bus), .user = b, .transfer = chip_transfer, .wait = chip_wait};
}

/* Each input is a sawtooth that rises by 40 codes in a conversion (by 10 if there are few codes): a code shows its input and its time. */
static inline int32_t chip_span(const chip *c) { return (int32_t)((1u << c->bits) / (c->channels > 4 ? 16 : 8)); }

static inline int32_t chip_base(const chip *c, unsigned channel) { return (int32_t)((2 * channel + 1) * (unsigned)chip_span(c) / 2); }

static inline int32_t chip_slope(const chip *c) { return c->bits > 12 ? 40 : 10; }

static inline int32_t chip_ramp(const chip *c, unsigned channel, uint64_t ns) {
  uint64_t each = c->period_ns / (uint64_t)chip_slope(c);
  return chip_base(c, channel) + (int32_t)(ns / each % (uint64_t)(3 * chip_span(c) / 4));
}

/* The error of a code against its input at that time, in conversions; large if the code is of no time or of another input. */
static inline double chip_error(const chip *c, unsigned channel, int32_t code, uint64_t ns) {
  int32_t span = chip_span(c) * 3 / 4;
  int32_t off = code - c->input(c, channel, ns);
  if (off > span / 2) off -= span;
  if (off < -span / 2) off += span;
  int32_t base = chip_base(c, channel);
  if (code < base - 2 || code > base + span + 2) return 99;
  return (off < 0 ? -off : off) / (double)chip_slope(c);
}

/* ---- ADS1115, ADS1015: SBAS444, SBAS473. A conversion keeps the setting that it began with; a start while one runs has no effect. */

static const uint16_t ads1115_rates[8] = {8, 16, 32, 64, 128, 250, 475, 860};
static const uint16_t ads1015_rates[8] = {128, 250, 490, 920, 1600, 2400, 3300, 3300};

static void ads_start(chip *c, uint64_t ns) {
  unsigned rate = (c->bits > 12 ? ads1115_rates : ads1015_rates)[c->words[1] >> 5 & 7];
  c->running = c->words[1];
  c->converts = true;
  c->began_ns = ns;
  c->done_ns = ns + (uint64_t)(1e9 / rate * c->oscillator);
}

static void ads_advance(chip *c, uint64_t ns) {
  while (c->converts && c->done_ns <= ns) {
    static const double ranges[8] = {6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256};
    unsigned            mux = c->running >> 12 & 7;
    uint64_t            middle = (c->began_ns + c->done_ns) / 2, done = c->done_ns;
    int32_t             code = mux >= 4 ? c->input(c, mux - 4, middle) : c->input(c, 0, middle) - c->input(c, mux == 0 ? 1 : 3, middle);
    double              scaled = code * ranges[c->settling] / ranges[c->running >> 9 & 7];
    int32_t             most = (1 << c->bits) - 1;
    code = scaled > most ? most : scaled < -most ? -most : (int32_t)scaled;
    c->words[0] = (uint16_t)(c->bits > 12 ? code : code * 16);
    c->converts = false;
    if (!(c->words[1] & 0x100)) ads_start(c, done);
  }
}

static void ads_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  ads_advance(c, ns);
  if (at == 0) c->pointer = byte & 3;
  if (at == 1) c->latched[0] = byte;
  if (at != 2 || c->pointer == 0) return;
  uint16_t value = (uint16_t)(c->latched[0] << 8 | byte);
  if (c->pointer != 1) {
    c->words[c->pointer] = value;
    return;
  }
  c->words[1] = value & 0x7FFF;
  if (!c->converts && (value & 0x8000 || !(value & 0x100))) ads_start(c, ns + 20000);
}

static uint8_t ads_read(chip *c, uint64_t ns, unsigned at) {
  ads_advance(c, ns);
  if (at % 2 == 0) {
    uint16_t value = c->words[c->pointer];
    if (c->pointer == 1 && !c->converts) value |= 0x8000;
    c->latched[1] = (uint8_t)value;
    return (uint8_t)(value >> 8);
  }
  return c->latched[1];
}

static void ads_reset(chip *c, uint64_t ns) {
  (void)ns;
  c->converts = false;
  c->pointer = 0;
  c->words[0] = 0;
  c->words[1] = 0x0583;
  c->words[2] = 0x8000;
  c->words[3] = 0x7FFF;
}

static inline chip ads_chip(unsigned bits, unsigned range, unsigned rate) {
  chip c = {.write = ads_write, .read = ads_read, .reset = ads_reset, .input = chip_ramp, .oscillator = 1, .address = 0x48};
  c.period_ns = 1000000000u / rate;
  c.bits = bits;
  c.channels = 4;
  c.settling = range; /* the PGA field of the usual setting */
  ads_reset(&c, 0);
  return c;
}

/* ---- MCP3421 to MCP3428: DS22003, DS22226. RDY is 0 from the end of a conversion until it is read; a config that is written starts one. */

static void mcp_start(chip *c, uint64_t ns) {
  c->converts = true;
  c->began_ns = ns;
  c->done_ns = ns + (uint64_t)((double)(4166667u << 2 * (c->registers[0] >> 2 & 3)) * c->oscillator);
}

static void mcp_advance(chip *c, uint64_t ns) {
  while (c->converts && c->done_ns <= ns) {
    uint64_t done = c->done_ns;
    unsigned bits = 11 + 2 * (c->registers[0] >> 2 & 3);
    double   code = c->input(c, (c->registers[0] >> 5 & 3) % c->channels, (c->began_ns + done) / 2) * (double)(1 << (c->registers[0] & 3));
    int32_t  most = (1 << bits) - 1;
    /* Scale from the usual setting, which may have another number of bits. */
    code = code / (double)(1 << c->settling) * (double)(1 << bits) / (double)(1 << c->bits);
    c->result = code > most ? most : (int32_t)code;
    c->is_new = true;
    c->converts = false;
    if (c->registers[0] & 0x10) mcp_start(c, done);
  }
}

static void mcp_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  mcp_advance(c, ns);
  if (at != 0) return;
  c->registers[0] = byte & 0x7F;
  c->converts = false;
  if (byte & 0x90) {
    c->is_new = false;
    mcp_start(c, ns);
  }
}

static uint8_t mcp_read(chip *c, uint64_t ns, unsigned at) {
  mcp_advance(c, ns);
  unsigned size = (c->registers[0] >> 2 & 3) == 3 ? 3 : 2;
  if (at < size) return (uint8_t)(c->result >> 8 * (size - 1 - at));
  uint8_t ready = c->is_new ? 0 : 0x80;
  c->is_new = false;
  return c->registers[0] | ready;
}

static void mcp_reset(chip *c, uint64_t ns) {
  c->registers[0] = 0x10;
  c->is_new = false;
  mcp_start(c, ns);
}

/* `rate` 0 to 3: 240 to 3.75 a second. */
static inline chip mcp_chip(unsigned channels, unsigned rate, unsigned gain_code) {
  chip c = {.write = mcp_write, .read = mcp_read, .reset = mcp_reset, .input = chip_ramp, .oscillator = 1, .address = 0x68};
  c.period_ns = 4166667u << 2 * rate;
  c.bits = 11 + 2 * rate;
  c.channels = channels;
  c.settling = gain_code;
  mcp_reset(&c, 0);
  return c;
}

/* ---- NAU7802: Rev. 2.1. Registers count on in a transfer. For five conversions after a start, a switch or a calibration a part of what was
 * before is in a result. Codes are 16 of its 24 bits. */

enum { NAU_PU = 0, NAU_CTRL1 = 1, NAU_CTRL2 = 2, NAU_ADCO = 0x12, NAU_POWER = 0x1C };

/* The converter works with exactly one supply at AVDD: the board's, or its own regulator. */
static bool nau_runs(const chip *c) { return (c->registers[NAU_PU] & 0x96) == (c->is_fed ? 0x16 : 0x96); }

static void nau_start(chip *c, uint64_t ns) {
  static const unsigned periods_us[8] = {100000, 50000, 25000, 12500, 12500, 12500, 12500, 3125};
  c->converts = true;
  c->began_ns = ns;
  c->done_ns = ns + (uint64_t)(1000.0 * periods_us[c->registers[NAU_CTRL2] >> 4 & 7] * c->oscillator);
}

static void nau_settle(chip *c, uint64_t ns) {
  c->settling = 5;
  c->is_new = false;
  nau_start(c, ns);
}

static void nau_advance(chip *c, uint64_t ns) {
  while (c->converts && c->done_ns <= ns) {
    uint64_t done = c->done_ns, middle = (c->began_ns + done) / 2;
    /* The usual gain is 128, the LDO of that 3.0 V. */
    int32_t code = c->input(c, c->registers[NAU_CTRL2] >> 7, middle) << (c->registers[NAU_CTRL1] & 7) >> 7;
    if ((c->registers[NAU_CTRL1] & 0x38) != 0x28) code = code * 9 / 10;
    if (c->settling > 0) {
      code += 2000;
      c->settling--;
    }
    if (!c->calibrations) code += 3000;
    c->result = code;
    c->is_new = true;
    nau_start(c, done);
  }
}

static void nau_reset(chip *c, uint64_t ns) {
  (void)ns;
  memset(c->registers, 0, sizeof c->registers);
  c->registers[0x1F] = 0x0F;
  c->converts = c->is_new = false;
  c->result = 0;
  c->busy_ns = 0;
  c->calibrations = 0;
}

static void nau_set(chip *c, uint64_t ns, uint8_t value) {
  uint8_t at = c->pointer++ & 31, before = c->registers[at];
  switch (at) {
    case NAU_PU:
      if (value & 1) nau_reset(c, ns);
      c->registers[NAU_PU] = (uint8_t)((value & 0xD7) | (value & 2 ? 8 : 0));
      if (!nau_runs(c)) {
        c->converts = c->is_new = false;
      } else if (!c->converts) {
        nau_settle(c, ns);
      }
      break;
    case NAU_CTRL2:
      if (ns < c->busy_ns) break; /* a calibration: what is written is not taken */
      c->registers[NAU_CTRL2] = value & 0xF3;
      if (value & 4) {
        c->busy_ns = ns + 344 * MILLISECOND_NS;
        c->calibrations = (c->registers[NAU_PU] & 0x86) == (c->is_fed ? 0x06 : 0x86) ? c->calibrations | 1u << (value >> 7) : 0;
      }
      if (c->converts && (((before ^ value) & 0xF0) || value & 4)) nau_settle(c, ns);
      break;
    case NAU_ADCO:
    case NAU_ADCO + 1:
    case NAU_ADCO + 2: break;
    default:
      c->registers[at] = value;
      if (at == NAU_CTRL1 && before != value && c->converts) c->settling = 5;
  }
}

static void nau_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  nau_advance(c, ns);
  if (at == 0)
    c->pointer = byte;
  else
    nau_set(c, ns, byte);
}

static uint8_t nau_read(chip *c, uint64_t ns, unsigned at) {
  (void)at;
  nau_advance(c, ns);
  uint8_t number = c->pointer++ & 31;
  switch (number) {
    case NAU_PU: return (uint8_t)(c->registers[NAU_PU] | (c->is_new ? 0x20 : 0));
    case NAU_CTRL2: return (uint8_t)(c->registers[NAU_CTRL2] | (ns < c->busy_ns ? 4 : 0));
    case NAU_ADCO:
      memcpy(c->latched, (uint8_t[]){(uint8_t)(c->result >> 8), (uint8_t)c->result, 0}, 3);
      c->is_new = false;
      return c->latched[0];
    case NAU_ADCO + 1:
    case NAU_ADCO + 2: return c->latched[number - NAU_ADCO];
    default: return c->registers[number];
  }
}

/* `rate`: CRS. */
static inline chip nau_chip(unsigned rate) {
  chip c = {.write = nau_write, .read = nau_read, .reset = nau_reset, .input = chip_ramp, .oscillator = 1, .address = 0x2A};
  c.bits = 15;
  c.channels = 2;
  nau_reset(&c, 0);
  c.registers[NAU_CTRL2] = (uint8_t)(rate << 4);
  nau_start(&c, 0);
  c.period_ns = c.done_ns;
  nau_reset(&c, 0);
  return c;
}

/* ---- Parts that convert while they are read. A change within 10 ms belongs to another reading. */

static inline chip at_once_chip(uint8_t address, unsigned bits, unsigned channels) {
  return (chip){.input = chip_ramp, .oscillator = 1, .address = address, .bits = bits, .channels = channels, .period_ns = 10 * MILLISECOND_NS};
}

static uint8_t chip_half(chip *c, unsigned at, uint16_t word) {
  if (at % 2 == 0) c->words[0] = word;
  return (uint8_t)(at % 2 == 0 ? c->words[0] >> 8 : c->words[0]);
}

/* ADS7828, ADS7830: SBAS181, SBAS302. A conversion begins with its command; a read without a command returns the last result again. */

static void ads78_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  (void)at;
  unsigned selected = byte >> 4 & 7, pair = (selected & 3) * 2, second = selected >> 2;
  c->result = byte & 0x80 ? c->input(c, pair + second, ns) : c->input(c, pair + second, ns) - c->input(c, pair + 1 - second, ns);
  /* PD1: a reference of its own, which fights what REF is wired to. */
  if (byte & 8) c->result = c->result * 5 / 4;
  if (c->result < 0) c->result = 0;
}

static uint8_t ads78_read(chip *c, uint64_t ns, unsigned at) {
  (void)ns;
  return c->bits > 8 ? chip_half(c, at, (uint16_t)c->result) : (uint8_t)c->result;
}

static void ads78_reset(chip *c, uint64_t ns) {
  (void)ns;
  c->result = 0;
}

static inline chip ads78_chip(unsigned bits) {
  chip c = at_once_chip(0x48, bits, 8);
  c.write = ads78_write, c.read = ads78_read, c.reset = ads78_reset;
  return c;
}

/* PCF8591: NXP, Rev. 7. The control byte, then the output. A byte that is read begins a conversion and gives the one before. */

static int32_t pcf_sample(chip *c, uint64_t ns) {
  unsigned channel = c->registers[0] & 3;
  int32_t  code = c->input(c, channel, ns);
  if (c->registers[0] & 0x30) code -= c->input(c, 3, ns);
  if (c->registers[0] & 4) c->registers[0] = (uint8_t)((c->registers[0] & ~3u) | ((channel + 1) & 3));
  return code;
}

static void pcf_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  (void)ns;
  if (at == 0) c->registers[0] = byte;
}

static uint8_t pcf_read(chip *c, uint64_t ns, unsigned at) {
  (void)at;
  uint8_t before = (uint8_t)c->result;
  c->result = pcf_sample(c, ns);
  return before;
}

static void pcf_reset(chip *c, uint64_t ns) {
  (void)ns;
  c->registers[0] = 0;
  c->result = 0x80;
}

static inline chip pcf_chip(void) {
  chip c = at_once_chip(0x48, 8, 4);
  c.write = pcf_write, c.read = pcf_read, c.reset = pcf_reset;
  pcf_reset(&c, 0);
  return c;
}

/* MCP3221, MCP3021: DS21732, DS21805. Nothing can be written; each two bytes are a conversion. */

static void mcp3_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) { (void)c, (void)ns, (void)at, (void)byte; }

static uint8_t mcp3_read(chip *c, uint64_t ns, unsigned at) { return chip_half(c, at, (uint16_t)(c->input(c, 0, ns) << (12 - c->bits))); }

static void mcp3_reset(chip *c, uint64_t ns) { (void)c, (void)ns; }

static inline chip mcp3_chip(unsigned bits) {
  chip c = at_once_chip(0x4D, bits, 1);
  c.write = mcp3_write, c.read = mcp3_read, c.reset = mcp3_reset;
  return c;
}

/* ADC121C021, ADC101C021, ADC081C021: SNAS415. The pointer stays. A result that is read begins a conversion, which the next two bytes give;
 * with a cycle time in the config it converts by itself, and a result is the newest. Bit 15 says that a limit was passed. */

static uint16_t adc121_result(chip *c, uint64_t ns) {
  static const unsigned cycles_us[8] = {0, 37, 74, 149, 294, 588, 1111, 2500};
  unsigned              cycle = cycles_us[c->registers[2] >> 5];
  int32_t               code = c->result;
  if (cycle > 0) {
    code = c->input(c, 0, ns / (1000 * cycle) * (1000 * cycle));
  } else {
    c->result = c->input(c, 0, ns);
  }
  bool is_high = c->registers[2] & 8 && (unsigned)code << (12 - c->bits) > (unsigned)c->words[3];
  return (uint16_t)((is_high ? 0x8000 : 0) | code << (12 - c->bits));
}

static void adc121_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  (void)ns;
  if (at == 0) c->pointer = byte & 7;
  if (at == 1 && c->pointer == 2) c->registers[2] = byte;
  if (at == 1 && c->pointer == 4) c->latched[0] = byte;
  if (at == 2 && c->pointer == 4) c->words[3] = (uint16_t)(c->latched[0] << 8 | byte);
}

static uint8_t adc121_read(chip *c, uint64_t ns, unsigned at) {
  switch (c->pointer) {
    case 0: return chip_half(c, at, at % 2 == 0 ? adc121_result(c, ns) : 0);
    case 2: return c->registers[2];
    case 4: return chip_half(c, at, c->words[3]);
    default: return 0;
  }
}

static void adc121_reset(chip *c, uint64_t ns) {
  (void)ns;
  c->pointer = c->registers[2] = 0;
  c->words[3] = 0x0FFF;
  c->result = 0;
}

static inline chip adc121_chip(unsigned bits) {
  chip c = at_once_chip(0x54, bits, 1);
  c.write = adc121_write, c.read = adc121_read, c.reset = adc121_reset;
  adc121_reset(&c, 0);
  return c;
}

/* MAX11600 to MAX11617: 19-4554 and those like it. Bit 7 tells setup and config apart. With a read address it converts what the config says into
 * its memory, which is read, again from its beginning after its end. Ones before a code; of those with 8 bits a byte is a code. */

static void max_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  (void)ns, (void)at;
  c->registers[byte >> 7] = byte;
  if (byte & 0x80 && !(byte & 2)) c->registers[0] = 1;
}

static uint8_t max_read(chip *c, uint64_t ns, unsigned at) {
  unsigned config = c->registers[0], last = config >> 1 & 15, scan = config >> 5 & 3, place = c->bits > 8 ? at / 2 : at;
  unsigned channel = scan == 0 ? place % (last + 1) : scan == 2 ? 6 + place % (last - 5) : last;
  if (at == 0) c->began_ns = ns;
  int32_t code = c->input(c, channel, c->began_ns);
  if (!(config & 1)) code -= c->input(c, channel ^ 1, c->began_ns);
  if (c->registers[1] & 0x60) code = code * 3 / 2; /* another reference than the supply */
  if (c->registers[1] & 4) code /= 2;              /* bipolar */
  return c->bits > 8 ? chip_half(c, at, (uint16_t)(0xFFFFu << c->bits | (unsigned)code)) : (uint8_t)code;
}

static void max_reset(chip *c, uint64_t ns) {
  (void)ns;
  c->registers[0] = 1;
  c->registers[1] = 0x82;
}

static inline chip max_chip(uint8_t address, unsigned bits, unsigned channels) {
  chip c = at_once_chip(address, bits, channels);
  c.write = max_write, c.read = max_read, c.reset = max_reset;
  max_reset(&c, 0);
  return c;
}

/* TLA2528: SBAS961A; ADS7138: SBAS868A. Opcode, register, value: 08 writes one, 28 writes on, 18 sets and 20 clears bits; 10 reads one and 30 reads
 * on, with the next read address. All other reading converts, every two bytes: 12 bits, then the channel where DATA_CFG says so; with an
 * OSR 16 bits, and a third byte for the channel. The data sheet has a conversion before its bytes; users see the one before first. */

enum { TLA_DATA = 2, TLA_OSR = 3, TLA_PIN = 5, TLA_SEQUENCE = 0x10, TLA_CHANNEL = 0x11, TLA_SEQUENCED = 0x12 };

static void tla_reset(chip *c, uint64_t ns) {
  (void)ns;
  memset(c->registers, 0, sizeof c->registers);
  c->registers[0] = 0x81;
  c->opcode = 0;
  c->result = 0;
}

static void tla_write(chip *c, uint64_t ns, unsigned at, uint8_t byte) {
  uint8_t *own = &c->registers[c->pointer];
  if (at == 0) {
    c->opcode = byte;
    return;
  }
  if (at == 1) {
    c->pointer = byte & 31;
    return;
  }
  switch (c->opcode) {
    case 0x08:
      if (at == 2) *own = byte;
      break;
    case 0x18: *own |= byte; break;
    case 0x20: *own &= (uint8_t)~byte; break;
    case 0x28:
      *own = byte;
      c->pointer = (c->pointer + 1) & 31;
      break;
    default: break;
  }
  if (c->registers[1] & 1) tla_reset(c, ns);
}

/* The next bytes. */
static void tla_convert(chip *c, uint64_t ns, bool is_first) {
  unsigned channel = c->registers[TLA_CHANNEL] & 15, id_shift = 0, before = (unsigned)c->result;
  if ((c->registers[TLA_SEQUENCE] & 0x11) == 0x11 && c->registers[TLA_SEQUENCED]) {
    do c->settling = (c->settling + 1) & 7;
    while (!(c->registers[TLA_SEQUENCED] >> c->settling & 1));
    channel = c->settling;
  }
  unsigned code = channel > 7 ? 0 : c->registers[TLA_PIN] >> channel & 1 ? 4095 : (unsigned)c->input(c, channel, ns);
  if (c->registers[TLA_DATA] & 0x80) code = 0xA5A;
  c->size = 2;
  code <<= 4;
  if (c->registers[TLA_OSR] & 7) {
    code |= 7;
    if (c->registers[TLA_DATA] & 0x10) c->size = 3, code <<= 8, id_shift = 4;
  }
  if (c->registers[TLA_DATA] & 0x10) code |= channel << id_shift;
  c->result = (int32_t)code;
  if (!c->is_late || !is_first) before = code;
  for (unsigned i = 0; i < c->size; i++) c->latched[i] = (uint8_t)(before >> 8 * (c->size - 1 - i));
}

static uint8_t tla_read(chip *c, uint64_t ns, unsigned at) {
  if (at == 0) {
    c->is_new = c->opcode == 0x10 || c->opcode == 0x30; /* of registers, this once */
    c->running = c->opcode;
    c->opcode = 0;
    c->size = 0;
  }
  if (c->is_new) {
    uint8_t value = at > 0 && c->running == 0x10 ? 0 : c->registers[c->pointer];
    if (c->running == 0x30) c->pointer = (c->pointer + 1) & 31;
    return value;
  }
  if (at == 0 || c->size == 0) {
    tla_convert(c, ns, at == 0);
    c->place = 0;
  }
  uint8_t byte = c->latched[c->place++];
  if (c->place == c->size) c->size = 0;
  return byte;
}

static inline chip tla_chip(bool is_late) {
  chip c = at_once_chip(0x10, 12, 8);
  c.write = tla_write, c.read = tla_read, c.reset = tla_reset;
  c.is_late = is_late;
  tla_reset(&c, 0);
  return c;
}

#endif
