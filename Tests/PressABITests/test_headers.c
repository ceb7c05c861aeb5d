/* Each header compiles alone, all of them by every standard from C99 and C++11 on, and a C++ program links and runs. The flags are those of the installed
 * library (pkg-config), or PRESS_CFLAGS and PRESS_LIBS; the compilers CC and CXX, or cc and c++. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <dirent.h>
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

static const char *cflags(void) { return setting("PRESS_CFLAGS", "\"$(pkg-config --cflags libpress)\""); }
static const char *libs(void) { return setting("PRESS_LIBS", "\"$(pkg-config --libs libpress)\""); }

static const char *const standards[] = {"c99", "c11", "c17", "c2x", "c++11", "c++14", "c++17", "c++20"};

/* Whether the text compiles by a standard without any message. */
static bool compiles(const char *compiler, const char *standard, const char *text) {
  char path[256];
  bool is_cxx = strchr(standard, '+') != NULL;
  snprintf(path, sizeof path, "%s/alone.c", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
  return run("eval %s -x %s -std=%s -Wall -Wextra -Wpedantic -Wundef %s -Werror %s -fsyntax-only %s", compiler, is_cxx ? "c++" : "c", standard,
           is_cxx ? "" : "-Wstrict-prototypes", cflags(), path)
         == 0;
}

static void one_header(const char *name) {
  char text[512];
  /* Twice, for the guard. */
  snprintf(text, sizeof text, "#include <%s>\n#include <%s>\nint main(void) { return 0; }\n", name, name);
  bool        is_cxx = strstr(name, ".hpp") != NULL;
  const char *standard = is_cxx ? "c++17" : "c++11";
  if (!is_cxx && !compiles(setting("CC", "cc"), "c99", text)) fail_msg("%s does not compile alone as C99", name);
  if (!compiles(setting("CXX", "c++"), standard, text)) fail_msg("%s does not compile alone as %s", name, standard);
}

TEST(every_header_compiles_alone) {
  char        path[512];
  const char *slash = strrchr(__FILE__, '/');
  int         length = slash ? (int)(slash - __FILE__) + 1 : 0, count = 0;
  snprintf(path, sizeof path, "%.*s../../include/press", length, __FILE__);
  DIR *headers = opendir(path);
  assert_non_null(headers);
  one_header("press.h");
  for (struct dirent *entry; (entry = readdir(headers)) != NULL;) {
    if (strstr(entry->d_name, ".h") == NULL) continue;
    snprintf(path, sizeof path, "press/%.200s", entry->d_name);
    one_header(path);
    count++;
  }
  closedir(headers);
  assert_true(count > 15);
}

TEST(the_headers_compile_by_every_standard) {
  static const char text[] = "#include <press.h>\n"
                             "static uint64_t storage[PRESS_ENGINE_STORAGE_ALL / 8];\n"
                             "static const press_timing_curve curves[] = {PRESS_CURVE_EASE_IN_OUT, PRESS_CURVE_LINEAR};\n"
                             "static const press_q16 half = PRESS_Q16(0.5);\n"
                             "int main(void) {\n"
                             "  press_engine *engine;\n"
                             "  press_config config;\n"
                             "  const char *why;\n"
                             "  press_config_init(&config);\n"
                             "  if (press_config_check(&config, &why) != PRESS_OK || PRESS_NEVER != UINT64_MAX) return 1;\n"
                             "  return press_engine_init(storage, sizeof storage, &config, &engine) + curves[0].x1 + half;\n"
                             "}\n";
  const char       *compilers[][2] = {{setting("CC", "cc"), setting("CXX", "c++")}, {"clang", "clang"}};
  for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++) {
    if (c > 0 && run("command -v clang > /dev/null") != 0) continue;
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
      const char *compiler = compilers[c][strchr(standards[i], '+') != NULL];
      if (!compiles(compiler, standards[i], text)) fail_msg("%s does not compile the headers as %s", compiler, standards[i]);
    }
  }
}

TEST(a_cxx_program_compiles_links_and_runs) {
  const char *slash = strrchr(__FILE__, '/');
  int         length = slash ? (int)(slash - __FILE__) + 1 : 0;
  assert_int_equal(run("eval %s -std=c++17 -pedantic -Wall -Wextra -Werror %s %.*sprogram.cpp -o %s/program %s", setting("CXX", "c++"), cflags(),
                     length, __FILE__, folder, libs()),
    0);
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

int main(void) { return run_all(make_folder, remove_folder); }
