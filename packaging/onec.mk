# The library as one C file (packaging/onec): build/one has libpress.c and its headers, for compilers that Swift knows nothing of.
# It is made of code for WebAssembly of 32 and of 64 bits, with products of 128 bits and without copies as instructions; what reads the objects
# are not engines of WebAssembly.
#? make one-c-file          the library as one C file, in build/one
ONE      := build/one
ONE_MAKE := $(wildcard packaging/onec/*.py packaging/onec/*.h contract/*.py)
CODE_ONE  = --target=wasm$*-unknown-none-wasm -mno-bulk-memory -mno-bulk-memory-opt -mwide-arithmetic

.PHONY: one-c-file test-one-c-file test-one-c-file-processors
one-c-file: $(ONE)/libpress.c
$(ONE)/object%.o: .build/ir/wasm%/Press.ll
	@Tests/need.sh --check wasm-ld= swift-demangle=
	@mkdir -p $(@D)
	$(call code,$<,$(@D)/Press$*.o,$(CODE_ONE))
	wasm-ld -mwasm$* -r --strip-debug -o $@ $(@D)/Press$*.o
$(ONE)/libpress.c: $(ONE)/object32.o $(ONE)/object64.o $(ONE_MAKE) $(wildcard include/*.h include/press/*)
	PYTHONPATH=packaging python3 -B -m onec $(filter %.o,$^) $@
	mkdir -p $(@D)/press && cp include/press.h $(@D)/ && cp include/press/* $(@D)/press/

# Its instructions against an engine of WebAssembly, and a program from a folder with it on two processors; then, in minutes, all tests and
# logs on five processors and under the sanitizers.
ONE_TOOLS := node=nodejs mipsel-linux-gnu-gcc=gcc-mipsel-linux-gnu /usr/mipsel-linux-gnu/include/stdio.h=libc6-dev-mipsel-cross \
  qemu-mipsel-static=qemu-user-static dpkg-source=dpkg-dev arm-none-eabi-gcc=gcc-arm-none-eabi qemu-system-arm=qemu-system-arm \
  /usr/lib/arm-none-eabi/lib/nosys.specs=libnewlib-arm-none-eabi i686-linux-gnu-gcc=gcc-i686-linux-gnu \
  /usr/i686-linux-gnu/include/stdio.h=libc6-dev-i386-cross qemu-i386-static=qemu-user-static $(TOOLS_aarch64) $(TOOLS_armv7)
test-one-c-file: one-c-file $(ROOT)/lib/libpress.a .build/venv/ready
	Tests/need.sh $(ONE_TOOLS)
	$(PYTEST) Tests/one_c_file
test-one-c-file-processors: one-c-file $(ROOT)/lib/libpress.a
	Tests/need.sh $(ONE_TOOLS)
	python3 Tests/one_c_file/run.py

# Packages for boards, each with the one C file: build/boards/arduino/libpress (PlatformIO's, too), esp-idf/libpress, zephyr/libpress.
BOARDS := build/boards
.PHONY: boards test-boards
#? make boards              packages for Arduino, PlatformIO, ESP-IDF and Zephyr, in build/boards
boards: one-c-file
	rm -rf $(BOARDS)
	python3 -B packaging/boards $(BOARDS)
test-boards: boards .build/boards/ready
	Tests/need.sh $(ONE_TOOLS) cmake=cmake riscv64-unknown-elf-gcc=gcc-riscv64-unknown-elf qemu-system-riscv32=qemu-system-misc \
	  /usr/lib/picolibc/riscv64-unknown-elf=picolibc-riscv64-unknown-elf
	.build/boards/bin/python -m pytest -q -rs -n 2 Tests/boards
# What reads their metadata, apart: it has versions of its own of what others use.
.build/boards/ready:
	python3 -m venv .build/boards
	.build/boards/bin/python -m pip install --quiet pytest pytest-xdist pyyaml kconfiglib platformio idf-component-manager
	touch $@
