/* The machine of fuzz_sequences.c, driven by the bytes of LLVM's fuzzer instead of a generator.
 * run-libfuzzer.sh builds it together with the core, both under the address sanitizer. */
#include "machine.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  machine_learn();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static machine m;
  if (size == 0) return 0;
  m.bytes = data;
  m.left = size;
  machine_run(&m, 200);
  return 0;
}
