/* Each header compiles alone, in C and in C++, and a C++ program links and runs. The flags are those of the installed
 * library (pkg-config), or PRESS_CFLAGS and PRESS_LIBS; the compilers CC and CXX, or cc and c++. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/press-headers-XXXXXX";

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value && *value ? value : otherwise;
}

static int run(const char *format, ...) {
  char    command[4096];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(command, sizeof command, format, arguments);
  va_end(arguments);
  assert_in_range(length, 1, (int)sizeof command - 1);
  return system(command);
}

static const char *cflags(void) { return setting("PRESS_CFLAGS", "$(pkg-config --cflags libpress)"); }
static const char *libs(void) { return setting("PRESS_LIBS", "$(pkg-config --libs libpress)"); }

static void one_header(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/alone.c", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  /* Twice, for the guard. */
  fprintf(file, "#include <%s>\n#include <%s>\nint main(void) { return 0; }\n", name, name);
  assert_int_equal(fclose(file), 0);
  if (run("%s -std=c11 -pedantic -Wall -Wextra -Wundef -Wstrict-prototypes -Werror %s -fsyntax-only %s", setting("CC", "cc"), cflags(), path))
    fail_msg("%s does not compile alone as C11", name);
  if (run("%s -x c++ -std=c++17 -pedantic -Wall -Wextra -Wundef -Werror %s -fsyntax-only %s", setting("CXX", "c++"), cflags(), path))
    fail_msg("%s does not compile alone as C++17", name);
}

static void every_header_compiles_alone(void **state) {
  (void)state;
  static const char *const headers[] = {"press.h", "press/base.h", "press/event.h", "press/target.h", "press/delegate.h", "press/engine.h",
                                        "press/preview.h", "press/filter.h", "press/sensor.h", "press/pad.h", "press/bus.h", "press/ads1x15.h",
                                        "press/gestures.h", "press/peek.h", "press/transition.h", "press/button.h"};
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) one_header(headers[i]);
}

static void a_cxx_program_compiles_links_and_runs(void **state) {
  (void)state;
  const char *slash = strrchr(__FILE__, '/');
  int         length = slash ? (int)(slash - __FILE__) + 1 : 0;
  assert_int_equal(run("%s -std=c++17 -pedantic -Wall -Wextra -Werror %s %.*sprogram.cpp -o %s/program %s", setting("CXX", "c++"),
                       cflags(), length, __FILE__, folder, libs()), 0);
  assert_int_equal(run("%s/program", folder), 0);
}

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  return run("rm -r %s", folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_header_compiles_alone),
    cmocka_unit_test(a_cxx_program_compiles_links_and_runs),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
