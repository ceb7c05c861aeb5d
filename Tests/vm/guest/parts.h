/* Converters beside the ADS1115, at register level, written from their data sheets. Included by board.c. */

/* Their supply, which is the reference of all but the MCP3424. */
static const double SUPPLY = 3.3;

struct part {
  const char *name;
  void (*write)(const uint8_t *bytes, int count);
  void (*read)(uint8_t *bytes, int count);
};

static int    part_config, part_setup, part_pointer, part_code, part_command;
static double part_done;

/* A code of the voltage that an input has now. */
static int sampled(int channel, double reference, int steps) {
  double t = now();
  if (began == 0) began = t;
  int code = (int)(voltage(channel & 3, t) / reference * steps + 0.5);
  return code < 0 ? 0 : code >= steps ? steps - 1 : code;
}

static void put_words(uint8_t *bytes, int count, int word) {
  for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(i & 1 ? word : word >> 8);
}

/* ADS7828: PD1 1 switches its own 2.5 V on. C2 is the lowest bit of the channel. */
static void ads7828_write(const uint8_t *bytes, int count) {
  if (count < 1) return;
  int channel = (bytes[0] >> 4 & 3) << 1 | (bytes[0] >> 6 & 1);
  part_code = bytes[0] & 0x80 ? sampled(channel, bytes[0] & 8 ? 2.5 : SUPPLY, 4096) : 0;
}

static void ads7828_read(uint8_t *bytes, int count) { put_words(bytes, count, part_code); }

/* ADS7830: the same with one byte. */
static void ads7830_read(uint8_t *bytes, int count) { memset(bytes, part_code >> 4, (size_t)count); }

/* PCF8591: a byte is the conversion that the one before it began. */
static void pcf8591_write(const uint8_t *bytes, int count) {
  if (count > 0) part_config = bytes[0];
}

static void pcf8591_read(uint8_t *bytes, int count) {
  for (int i = 0; i < count; i++) {
    bytes[i] = (uint8_t)part_code;
    part_code = sampled(part_config & 3, SUPPLY, 256);
    if (part_config & 4) part_config = (part_config & ~3) | ((part_config + 1) & 3);
  }
}

/* ADC121C021: a reading begins the conversion that the next word gives. */
static void adc121_write(const uint8_t *bytes, int count) {
  if (count > 0) part_pointer = bytes[0] & 7;
  if (count > 1 && part_pointer == 2) part_config = bytes[1];
}

static void adc121_read(uint8_t *bytes, int count) {
  if (part_pointer == 2) {
    memset(bytes, part_config, (size_t)count);
    return;
  }
  for (int i = 0; i + 1 < count; i += 2) {
    put_words(bytes + i, 2, part_code);
    part_code = sampled(0, SUPPLY, 4096);
  }
}

/* MAX11613: bit 7 is set in setup, and not in config; SEL 101 and 11x are its own 2.048 V. */
static void max11613_write(const uint8_t *bytes, int count) {
  for (int i = 0; i < count; i++) {
    if (bytes[i] & 0x80)
      part_setup = bytes[i];
    else
      part_config = bytes[i];
  }
}

static void max11613_read(uint8_t *bytes, int count) {
  int last = part_config >> 1 & 15, is_one = (part_config >> 5 & 3) == 3;
  for (int i = 0; i + 1 < count; i += 2)
    put_words(bytes + i, 2, 0xf000 | sampled(is_one ? last : i / 2 % (last + 1), part_setup & 0x40 ? 2.048 : SUPPLY, 4096));
}

/* MCP3424: a config starts a conversion; bit 7 of what is read says that the code is not new. */
static void mcp3424_write(const uint8_t *bytes, int count) {
  static const double rates[4] = {240, 60, 15, 3.75};
  if (count < 1) return;
  part_command = bytes[0];
  part_done = now() + 1.03 / rates[bytes[0] >> 2 & 3];
}

static void mcp3424_read(uint8_t *bytes, int count) {
  int coarse = part_command >> 2 & 3, size = coarse == 3 ? 3 : 2, ready = part_done > 0 && now() >= part_done;
  if (ready) {
    part_code = sampled(part_command >> 5 & 3, 2.048 / (1 << (part_command & 3)), 1 << (11 + 2 * coarse));
    /* In one-shot mode the next conversion waits for a command; else the next code is ready after the time of one conversion. */
    part_done = part_command & 0x10 ? now() + 0.0043 : -1;
  }
  for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(i < size ? part_code >> 8 * (size - 1 - i) : (part_command & 0x7f) | (ready ? 0 : 0x80));
}

/* NAU7802: registers that count on; a bridge of 3.0 V and its amplifier. */
static uint8_t nau[32];
static double  nau_calibrated, nau_done;
static int     nau_is_new;

static void nau7802_begin(void) {
  static const double rates[8] = {10, 20, 40, 80, 80, 80, 80, 320};
  nau_done = now() + 1.03 / rates[nau[2] >> 4 & 7];
}

static void nau7802_advance(void) {
  if ((nau[0] & 0x16) != 0x16 || now() < nau_done) return;
  double full = 1.5 / (1 << (nau[1] & 7)), code = voltage(nau[2] >> 7, now()) / full * 8388608;
  part_code = code > 8388607 ? 8388607 : (int)(code + 0.5);
  nau_is_new = 1;
  nau7802_begin();
}

static void nau7802_write(const uint8_t *bytes, int count) {
  if (began == 0) began = now();
  nau7802_advance();
  if (count > 0) part_pointer = bytes[0] & 31;
  for (int i = 1; i < count; i++, part_pointer = (part_pointer + 1) & 31) {
    int before = nau[part_pointer];
    if (part_pointer == 0) {
      if (bytes[i] & 1) memset(nau, 0, sizeof nau);
      nau[0] = (uint8_t)((bytes[i] & 0xd7) | (bytes[i] & 2 ? 8 : 0));
      nau[0x1f] = 0x0f;
    } else if (part_pointer == 2) {
      nau[2] = bytes[i] & 0xf3;
      if (bytes[i] & 4) nau_calibrated = now() + 0.344;
    } else
      nau[part_pointer] = bytes[i];
    if (part_pointer == 0 || (part_pointer == 2 && (before ^ nau[2]) & 0xf0)) nau_is_new = 0, nau7802_begin();
  }
}

static void nau7802_read(uint8_t *bytes, int count) {
  nau7802_advance();
  for (int i = 0; i < count; i++, part_pointer = (part_pointer + 1) & 31) {
    bytes[i] = nau[part_pointer];
    if (part_pointer == 0) bytes[i] |= nau_is_new ? 0x20 : 0;
    if (part_pointer == 2) bytes[i] |= now() < nau_calibrated ? 4 : 0;
    if (part_pointer < 0x12 || part_pointer > 0x14) continue;
    bytes[i] = (uint8_t)(part_code >> 8 * (0x14 - part_pointer));
    nau_is_new = 0;
  }
}

static const struct part parts[] = {
  {"ads7828", ads7828_write, ads7828_read},
  {"ads7830", ads7828_write, ads7830_read},
  {"pcf8591", pcf8591_write, pcf8591_read},
  {"adc121c021", adc121_write, adc121_read},
  {"max11613", max11613_write, max11613_read},
  {"mcp3424", mcp3424_write, mcp3424_read},
  {"nau7802", nau7802_write, nau7802_read},
  {NULL, NULL, NULL},
};
static const struct part *part;

static int choose_part(const char *name) {
  for (part = parts; part->name && strcmp(part->name, name) != 0; part++)
    ;
  return part->name != NULL;
}
