"""What start.h does to memory, as optimizing compilers make it."""

import pytest

# A function that writes a frame and copies it to its caller: the shape of press_engine_init.
FRAME = """
static void state(uptr to, uptr given) {
  put32(to + 96, 3);
  put32(to + 8, (given < 0x7fffffffu) ? 7 : (u32)given);
}
static u32 make(uptr to, uptr given) {
  uptr f = 0;
  u64 frame[42];
  f = AT(frame);
  if (get32(to) != 0x50524553u) goto L2;
  if (get8(to + 162)) goto L1;
L2:;
  state(f + 8, given);
  copy(to, f + 8, 328);
L1:;
  return 0;
}
__attribute__((noinline)) static u32 entry(void *to) {
  u64 frame[16];
  return make(AT(to), AT(frame));
}
int main(void) {
  static u64 there[1000];
  entry(there);
  printf("%d %u\\n", get32(AT(there) + 8) != 0, get32(AT(there) + 96));
  return 0;
}
"""


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3", "-Os"])
def test_what_is_written_to_a_frame_is_in_its_copy(tmp_path, compiled, bits, level):
    assert compiled(tmp_path / "copy", bits, FRAME, [level]) == "1 3\n"
