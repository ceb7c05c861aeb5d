/* Code that people write themselves for one channel, so that cost.py can compare it with libpress and tslib:
 *   own_chain hysteresis COUNT   a contact begins at a code and ends below a lower one
 *   own_chain euro COUNT         the 1 euro filter in doubles, as its authors publish it, and then that */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int    is_down;
static double value, speed;

__attribute__((noinline)) int hysteresis(int code) {
  if (!is_down && code >= 4000)
    is_down = 1;
  else if (is_down && code < 2500)
    is_down = 0;
  return is_down;
}

static double factor(double cutoff, double elapsed) { return 1 / (1 + 1 / (2 * 3.14159265358979 * cutoff * elapsed)); }

__attribute__((noinline)) int euro(int code, double elapsed) {
  speed += factor(1, elapsed) * ((code - value) / elapsed - speed);
  value += factor(3 + 0.3 * fabs(speed), elapsed) * (code - value);
  return hysteresis((int)value);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int down = 0, count = atoi(argv[2]), is_euro = !strcmp(argv[1], "euro");
  for (int i = 0; i < count; i++) down += is_euro ? euro(12000 + i % 50, 0.001) : hysteresis(12000 + i % 50);
  printf("%d\n", down);
  return 0;
}
