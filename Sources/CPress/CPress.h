/* press.h as the library itself and pressd import it: enumerations are plain numbers (base.h). */
#define PRESS_PLAIN_TYPES
#include "../../include/press.h"
