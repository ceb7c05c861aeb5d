#include <press.h>
