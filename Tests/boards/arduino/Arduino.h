/* The functions of Arduino that the example calls, as ArduinoCore-API declares them. */
#ifndef Arduino_h
#define Arduino_h

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
typedef uint8_t pin_size_t;
#define A0 14
unsigned long micros(void);
void          delay(unsigned long ms);
int           analogRead(pin_size_t pin);
void          analogReadResolution(int bits);
#ifdef __cplusplus
}
void setup();
void loop();
struct Stream {
  void   begin(unsigned long baud);
  size_t println(const char *text);
};
extern Stream Serial;
#endif
#endif
