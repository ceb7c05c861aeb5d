/* A model of an operating system and a board, with one queue. While its reader waits, time passes, and the interrupt of DMA comes every 5 ms.
 * There are two gaps: for 100 ms no interrupt comes; the task ticks, and then a reading from before the tick comes. The other gap of 70 ms is
 * during a press. The counter wraps in the middle of a press. After two seconds the program ends, and prints how often its reader timed out. */
#include <press.h>
#include <string.h>

#include "../stand_in.h"

uint64_t stand_in_us;

void readings_done(const uint16_t codes[8], uint32_t counter_us);

uint32_t board_counter_us(void) { return (uint32_t)stand_in_us + UINT32_C(0xFFFE0000) - 300000; }

void board_event(const press_event *event) {
  char line[PRESS_EVENT_LINE];
  if (press_event_text(event, line, sizeof line) > 0) puts(line);
}

void board_refused(int status) { printf("refused: %s\n", press_strerror(status)); }

static unsigned char waiting[8][16];
static unsigned      written, taken;
static size_t        width;

static int put(const void *item) {
  if (written - taken == 8) return 0;
  memcpy(waiting[written++ % 8], item, width);
  return 1;
}

static unsigned in_vain;

static void say(void) { printf("waited in vain %u times\n", in_vain); }

/* 1: an item; 0: none until then. */
static int get(void *item, uint64_t until_us) {
  static int is_first = 1;
  if (is_first) is_first = 0, atexit(say);
  while (written == taken && stand_in_us < until_us) {
    stand_in_wait(50);
    const int is_late = stand_in_us == 797000;
    if (!is_late && (stand_in_us % 5000 != 0 || (stand_in_us >= 700000 && stand_in_us < 800000) || (stand_in_us >= 1150000 && stand_in_us < 1220000)))
      continue;
    uint16_t codes[8];
    for (int i = 0; i < 8; i++) codes[i] = (uint16_t)stand_in_code();
    readings_done(codes, board_counter_us() - (is_late ? 4000 : 0));
  }
  if (written == taken) return in_vain++, 0;
  memcpy(item, waiting[taken++ % 8], width);
  return 1;
}
