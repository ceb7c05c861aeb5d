# Parts of make test-device: processors, virtual machines, packages.

.PHONY: test-packages test-packages-all test-release prepared-device test-processors test-processors-some figures-processors

# What its parts share, and what they install: none of them builds or installs what another one reads meanwhile.
prepared-device: .build/venv/browsed .build/venv/page .build/venv/bridges .build/window/ready $(PLAYGROUND)
	$(BROWSE)
	$(MAKE) docs prepared-vm one-c-file .build/packager/ready .build/boards/ready
	Tests/need.sh $(EMULATED) $(PACKAGED) $(ONE_TOOLS) $(LOOPS)

# The recipes of docs/design/adding.md, executed in a copy of the tree: some four minutes.
.PHONY: test-recipe
test-recipe: .build/venv/ready
	$(PYTHON) Tests/recipe/recipe.py $(BUILD)/recipe

# The programs of examples/loops: in real time on a bus that is not there, 3 s at once and 8 s of what must be seen; those of threads under
# sanitizers, with the library under them as one C file.
LOOPS := pkg-config=pkg-config gcc=gcc glib-2.0.pc=libglib2.0-dev libuv.pc=libuv1-dev libevent_core.pc=libevent-dev libsystemd.pc=libsystemd-dev \
  sdl2.pc=libsdl2-dev
.PHONY: test-loops
test-loops: $(SO) one-c-file .build/venv/ready
	Tests/need.sh $(LOOPS)
	$(PYTEST) Tests/loops

# The library, its tests and its logs on every processor that it builds for; the rest under emulation.
EMULATED := $(filter-out %=,$(foreach one,$(PROCESSORS),$(TOOLS_$(one)))) arm-none-eabi-gcc=gcc-arm-none-eabi \
  /usr/lib/arm-none-eabi/lib/nosys.specs=libnewlib-arm-none-eabi riscv64-unknown-elf-gcc=gcc-riscv64-unknown-elf \
  /usr/lib/picolibc/riscv64-unknown-elf=picolibc-riscv64-unknown-elf qemu-aarch64-static=qemu-user-static qemu-system-arm=qemu-system-arm \
  qemu-system-riscv32=qemu-system-misc dpkg-source=dpkg-dev node=nodejs wasm-objdump=wabt \
  /usr/include/wasm32-wasi/stdio.h=wasi-libc '/usr/lib/llvm-*/lib/clang/*/lib/wasi=libclang-rt-14-dev-wasm32'
PROCESSORS_BUILT := build/processors/ready
$(PROCESSORS_BUILT): $(SOURCES) Tests/processors/run.py
	Tests/need.sh $(EMULATED)
	python3 Tests/processors/run.py --build
	python3 Tests/processors/archives.py --build
	touch $@
# The tests on one processor of 64 bits and in the module of 32, and the firmware on two without a system. `make nightly` has the rest.
SOME := aarch64,wasm32
test-processors-some:
	Tests/need.sh $(EMULATED)
	python3 Tests/processors/run.py --only $(SOME),cortex-m0plus,cortex-m4 --build
	python3 Tests/processors/run.py --only $(SOME)
	Tests/processors/firmware.sh build/processors cortex-m0plus cortex-m4
test-processors: $(PROCESSORS_BUILT)
	python3 Tests/processors/run.py
	python3 Tests/processors/archives.py
	Tests/processors/firmware.sh build/processors
# Archives of all cores, those too whose code is that of another one.
.PHONY: test-archives
test-archives: $(PROCESSORS_BUILT)
	python3 Tests/processors/archives.py --all --build
	python3 Tests/processors/archives.py --all
	Tests/processors/firmware.sh build/processors
figures-processors: $(PROCESSORS_BUILT)
	python3 Tests/processors/run.py --record
# What a board with 1 to 8 channels computes, on an emulated Cortex-M4: docs/cost.md.
.PHONY: board figures-board
#? make board               what a board computes at 200 Hz: instructions on an emulated Cortex-M4
board figures-board:
	Tests/need.sh arm-none-eabi-gcc=gcc-arm-none-eabi /usr/lib/arm-none-eabi/lib/nosys.specs=libnewlib-arm-none-eabi qemu-system-arm=qemu-system-arm
	python3 Tests/processors/board.py $(if $(filter figures-board,$@),--record)

# pressd on the kernels of two virtual machines, x86-64 and aarch64, and as a service of systemd. MUTANTS=yes: and that the checks
# notice when pressd is broken on purpose.
.PHONY: test-vm test-vm-amd64 test-vm-arm64 test-vm-later test-vm-service prepared-vm
test-vm: prepared-vm
	$(MAKE) lib ARCH=aarch64
	Tests/vm/test.sh
	$(if $(MUTANTS),Tests/vm/mutants.sh)
test-vm-amd64 test-vm-arm64 test-vm-later test-vm-service: test-vm-%:
	$(if $(filter arm64,$*),$(MAKE) lib ARCH=aarch64)
	Tests/vm/test.sh $*
prepared-vm: $(BUILD)/pressd
	@mkdir -p $(BUILD)/vm
	python3 Tests/vm/volts.py $(BUILD)/pressd $(BUILD)/vm/volts
	$(MAKE) deb DEBS=$(BUILD)/vm/deb

# A release for two processors of Linux (PACKAGES_FOR: for others): whole, the same from a clone, used; its wheels, here and in emulators; its
# Debian packages and the first command of the README in a fresh Debian.
PACKAGES_FOR ?= x86_64 aarch64
LINUX = $(PACKAGES_FOR)
ONCE = $(if $(TWICE),,yes)
PACKAGED = $(filter-out %=,$(foreach one,$(LINUX),$(TOOLS_$(one)))) qemu-aarch64-static=qemu-user-static
test-packages:
	Tests/need.sh $(PACKAGED)
	$(MAKE) release RELEASE_FOR="$(LINUX)" RELEASE_SOURCES=
	ONCE=$(ONCE) Tests/packages/release.sh $(RELEASE) $(BUILD)/packages $(VERSION)
	Tests/packages/wheel.sh $(RELEASE) $(BUILD)/packages $(VERSION)
	Tests/packages/recipes.sh $(RELEASE)/libpress_$(VERSION)_$(shell uname -m).tar.gz $(BUILD)/packages $(VERSION)
	ONCE=$(ONCE) Tests/packages/test.sh $(RELEASE) $(BUILD)/deb $(BUILD)/aarch64/deb $(BUILD)/packages $(VERSION)
	Tests/packages/sign.sh $(BUILD)/packages
# The steps of a person who releases, with a key that is thrown away: seconds, nothing is built.
test-signing:
	Tests/packages/sign.sh $(BUILD)/packages
# The same for all that have wheels.
test-packages-all:
	$(MAKE) test-packages TWICE=yes PACKAGES_FOR="$(WITH_WHEEL)"
# Every processor, built twice.
test-release:
	$(MAKE) release
	Tests/packages/release.sh $(RELEASE) $(BUILD)/packages $(VERSION) $(RELEASE_FOR)
