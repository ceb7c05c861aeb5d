# libpress. `make run` and `make test` set up everything themselves on Debian 12 with Swift 6.3, gcc and Python 3.11.
.DELETE_ON_ERROR:
.SUFFIXES:
SHELL := /bin/bash

PREFIX  ?= /usr/local
DESTDIR ?=
LIBDIR  ?= $(PREFIX)/lib
SHARE   ?= $(PREFIX)/share
# A path may hold blanks and quotes: targets are relative, and q makes one word for the shell of what a recipe names.
q    = '$(subst ','\'',$(1))'
HERE := $(call q,$(CURDIR))
# Where the system looks for the configuration, the unit, the udev rule and the groups of pressd.
ifeq ($(PREFIX),/usr)
  SYSCONFDIR ?= /etc
endif
SYSCONFDIR ?= $(PREFIX)/etc
UNITDIR ?= $(PREFIX)/lib/systemd/system
UDEVDIR ?= $(PREFIX)/lib/udev/rules.d
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
CC      ?= cc
# ARCH=... builds for another processor (docs/processors.md), into a folder of its own.
ARCH    ?=
BARE    := $(filter cortex-% riscv32 wasm32,$(ARCH))
BUILD   := build$(ARCH:%=/%)
# What is made at one commit has one time: in manual pages, packages and archives.
ifndef SOURCE_DATE_EPOCH
  SOURCE_DATE_EPOCH := $(or $(shell git log -1 --format=%ct 2>/dev/null),$(shell date +%s))
endif
export SOURCE_DATE_EPOCH
# What reads the headers, and writes what is made from them.
CONTRACT := python3 -B -m contract
VERSION  = $(shell $(CONTRACT) version)
# The number of the ABI; it changes only when a program that was linked against an older library would break.
SOVERSION := 0

SO      := $(BUILD)/libpress.so.$(SOVERSION)
A       := $(BUILD)/libpress.a
# With ARCH=wasm32: the library as a WebAssembly module.
MODULE  := $(if $(filter wasm32,$(ARCH)),$(BUILD)/libpress.wasm)
ROOT    := $(BUILD)/installed
PYTHON  := .build/venv/bin/python
SOURCES := $(shell find Sources include -type f ! -path '*/install/*') Package.swift

.PHONY: all lib library man run run-colors run-colors-python run-colors-swift run-board run-board-python run-board-swift test check prepared prepared-check check-contract check-fuzz check-pressd fuzz mutants soak bench figures \
  install uninstall deb wheel release js playground run-playground pictures screens page-load clean need abi contract conformance \
  test-house lint-python test-contract test-swift test-walks test-python-long test-pythons test-pressd-fast test-storm test-pressd-real test-c test-install test-packages test-release test-abi test-python test-js test-pressd test-readme test-examples test-ships \
  test-scenarios test-fuzz test-sequences test-fuzzer test-bridges test-device prepared-device built-processors test-browser test-playground test-page test-site docs site test-processors figures-processors test-quality quality strikes study-size

all: lib
lib: library $(if $(BARE),,$(BUILD)/pressd)
library: $(if $(BARE),,$(SO)) $(A) $(MODULE)

# ---- Processors -----------------------------------------------------------------------------------------------------

# For each what Swift compiles for, and the prefix of the compiler that links (CC=... takes another one).
bare                := -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector -Xcc -fshort-enums
SWIFT_aarch64       := --triple aarch64-none-none-elf
SWIFT_armv7         := --triple armv7-none-none-eabi -Xcc -march=armv7-a -Xcc -mfpu=vfpv3-d16 -Xcc -mfloat-abi=hard
SWIFT_armv6         := --triple armv6-none-none-eabi -Xcc -march=armv6 -Xcc -mfloat-abi=hard
SWIFT_riscv64       := --triple riscv64-none-none-eabi -Xcc -march=rv64gc -Xcc -mabi=lp64d
SWIFT_cortex-m4     := --triple armv7em-none-none-eabi -Xcc -mfpu=none $(bare)
SWIFT_cortex-m4f    := --triple armv7em-none-none-eabi -Xcc -mfloat-abi=hard $(bare)
SWIFT_cortex-m0plus := --triple armv6m-none-none-eabi $(bare)
SWIFT_riscv32       := --triple riscv32-none-none-eabi -Xcc -march=rv32imc -Xcc -mabi=ilp32 -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector
SWIFT_wasm32        := --triple wasm32-unknown-none-wasm -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector
CC_aarch64          := aarch64-linux-gnu-gcc
CC_armv7            := arm-linux-gnueabihf-gcc
CC_riscv64          := riscv64-linux-gnu-gcc
# Debian's C library for hard float requires ARMv7. A program that takes its older one with it runs on any ARM Linux.
CC_armv6            := arm-linux-gnueabi-gcc -march=armv6 -static -Wl,--no-warn-mismatch
SO_CC_armv6         := arm-linux-gnueabihf-gcc -march=armv6+fp -marm -nodefaultlibs -Wl,--no-warn-mismatch
LIBGCC_armv7        = $$($(CC) -print-libgcc-file-name)
LIBGCC_armv6        := $$(arm-linux-gnueabi-gcc -print-libgcc-file-name)
SO_LIBS_armv6       := $(LIBGCC_armv6) -lc
# What it takes, with the Debian package of each; what has none comes with Swift.
TOOLS_aarch64       := aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross
TOOLS_armv7         := arm-linux-gnueabihf-gcc=gcc-arm-linux-gnueabihf /usr/arm-linux-gnueabihf/include/stdio.h=libc6-dev-armhf-cross
TOOLS_armv6         := $(TOOLS_armv7) arm-linux-gnueabi-gcc=gcc-arm-linux-gnueabi /usr/arm-linux-gnueabi/include/stdio.h=libc6-dev-armel-cross
TOOLS_riscv64       := riscv64-linux-gnu-gcc=gcc-riscv64-linux-gnu /usr/riscv64-linux-gnu/include/stdio.h=libc6-dev-riscv64-cross
TOOLS_wasm32        := wasm-ld=
PROCESSORS          := aarch64 armv7 armv6 riscv64 cortex-m4 cortex-m4f cortex-m0plus riscv32 wasm32
ifdef ARCH
  $(if $(SWIFT_$(ARCH)),,$(error ARCH=$(ARCH) is not one of $(PROCESSORS)))
  TOOLS := ld.lld= llvm-ar= llvm-objcopy=
  ifeq ($(origin CC),default)
    TOOLS   += $(TOOLS_$(ARCH))
    CC      := $(CC_$(ARCH))
    SO_CC   := $(SO_CC_$(ARCH))
    SO_LIBS := $(SO_LIBS_$(ARCH))
  endif
  # The tools that come with Swift take objects of any processor. Not GNU ld: it cannot read what lld leaves of debug data.
  SCRATCH := .build/$(ARCH)
  LD      := ld.lld
  AR      := llvm-ar
  OBJCOPY := llvm-objcopy --strip-debug
  STRIP   := llvm-objcopy --strip-debug
  # wasm-ld has stripped already, and llvm-objcopy spoils what it takes.
  $(if $(filter wasm32,$(ARCH)),$(eval STRIP := true))
  # -no-allocations reports false errors on 32 bits; the symbols are checked instead.
  ifneq ($(filter arm% cortex-% riscv32 wasm32,$(ARCH)),)
    export LIBPRESS_NO_ALLOCATION_CHECK := 1
  endif
else
  TOOLS   := ld=binutils cc=gcc
  SCRATCH := .build/embedded
  OBJCOPY := objcopy
  STRIP   := strip --strip-debug
endif

# ---- The library ----------------------------------------------------------------------------------------------------

# SwiftPM compiles; what it made is gathered in one object in which press_* alone is global: a program that carries the
# Swift runtime must not take ours for its own.
compile = LIBPRESS_EMBEDDED=1 swift build -c release --scratch-path $(SCRATCH) $(SWIFT_$(ARCH)) --target
objects = $$(ls $(1:%=$(SCRATCH)/release/%.build/*.o))

# Strings and tables of what reads a config, and of checks, apart: who uses neither does not link them.
own_constants = $(foreach one,.rodata .rodata.str1.1 .rodata.str1.4 .rodata.str1.16,--rename-section $(one)=$(one:.rodata%=.rodata.$(1)%))
apart = for one in $(call objects,Press$(1)) $(SCRATCH)/release/PressABI.build/$(1).swift.o; do $(OBJCOPY) $(call own_constants,$(1)) $$one "$(BUILD)/apart/$(1)-$${one\#\#*/}" || exit 1; done

$(BUILD)/libpress.o: $(SOURCES)
	@Tests/need.sh --check swift= clang= python3=python3 $(TOOLS)
	@mkdir -p $(BUILD)
	find $(SCRATCH) -path '*/release/*.build/*.o' -delete 2>/dev/null; $(compile) PressABI
	@echo "gathering $@"
ifdef MODULE
	clang --target=wasm32 -O2 -ffreestanding -c Sources/PressABI/wasm.c -o $(BUILD)/wasm.o
	wasm-ld -r --strip-debug -o $@ $(call objects,PressCore PressDevice PressSetup PressCheck PressABI) $(BUILD)/wasm.o
	python3 Sources/PressABI/modhash.py $@
else
	@rm -rf $(BUILD)/apart && mkdir -p $(BUILD)/apart
	@$(call apart,Setup)
	@$(call apart,Check)
	@exports=$$($(CONTRACT) functions) && $(LD) -r --gc-sections -T Sources/PressABI/ship.ld $$(printf ' -u %s' $$exports) -o $@ \
	  $$(ls $(foreach one,PressCore PressDevice PressABI,$(SCRATCH)/release/$(one).build/*.o) | grep -v 'PressABI.build/\(Setup\|Check\).swift.o') $(BUILD)/apart/*.o
	$(OBJCOPY) --wildcard --keep-global-symbol='press_*' --strip-symbol=arc4random_buf $@
endif

ifdef MODULE
# The stack comes first in the memory: one that overflows ends in a trap, not in the constants.
$(MODULE): $(BUILD)/libpress.o
	@exports=$$($(CONTRACT) functions) && wasm-ld --no-entry -O2 --gc-sections --strip-all --compress-relocations --stack-first \
	  -z stack-size=32768 --export-table --growable-table $$(printf -- ' --export=%s' __heap_base $$exports) -o $@ $<
endif

# No build id: it would be a hash of the folder, too.
link_so = $(or $(SO_CC),$(CC)) -shared -nostartfiles -o $@ $(filter %.o %.c,$^) -Wl,-soname,$(@F) -Wl,--build-id=none \
  -Wl,--version-script=Sources/PressABI/press.map -Wl,--gc-sections -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
$(SO): $(BUILD)/libpress.o
	$(link_so) $(SO_LIBS) -Wl,--no-undefined
	ln -sf $(@F) $(BUILD)/libpress.so

# For wheels and tarballs, and any C library, glibc or musl: it names none, and takes the few functions that it needs, by
# their names alone, from the one that the program has.
PORTABLE := $(BUILD)/portable/$(notdir $(SO))
$(PORTABLE): $(BUILD)/libpress.o
	@mkdir -p $(@D)
	$(link_so) -nostdlib $(LIBGCC_$(ARCH))
	$(STRIP) $@

ifneq ($(filter arm%,$(ARCH)),)
$(SO) $(PORTABLE): Sources/PressABI/division.c
endif

$(A): $(BUILD)/libpress.o
	rm -f $@
	$(AR) rcs $@ $<

# pressd: no Swift runtime on the board, so it is Embedded Swift too, and depends on libc only.
$(BUILD)/pressd: $(A) $(SOURCES)
	find $(SCRATCH) -path '*/release/pressd.build/*.o' -delete
	$(compile) pressd
	$(CC) -O2 -o $@ Sources/CPressLinux/*.c $(call objects,pressd PressDevice PressSetup) $(A) -I Sources/CPressLinux/include \
	  -Wl,--build-id=none -Wl,-T,Sources/pressd/install/discard.ld -Wl,--gc-sections -Wl,-z,relro -Wl,-z,now

# ---- Run and install ------------------------------------------------------------------------------------------------

run: lib
	$(BUILD)/pressd --source sim --draw

# The sample programs, for example: make run-colors ARGS=--steps
SAMPLE = $(wildcard examples/c/$*.c examples/c/$*_view.c) $(addprefix examples/c/,terminal.c screen.c finger.c)
run-colors run-board: run-%: library
	@$(CC) -O2 -std=c11 -Iinclude $(SAMPLE) $(A) -o $(BUILD)/$*
	@$(BUILD)/$* $(ARGS)
run-colors-swift run-board-swift: run-%-swift: $(ROOT)/lib/libpress.a
	@swift build --quiet --package-path examples/swift --scratch-path .build/examples
	@.build/examples/debug/$* $(ARGS)
run-colors-python run-board-python: run-%-python: library
	@LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src python3 bindings/python/examples/$*.py $(ARGS)

# The manual, from the comments of the headers, from docs/pressd.md and docs/tools.md.
$(BUILD)/man: docs/man/generate.py $(wildcard contract/*.py) docs/pressd.md docs/tools.md Sources/pressd/Start/Help.swift $(wildcard include/*.h include/press/*.h)
	python3 -B $< $@
man: $(BUILD)/man

PLAYGROUND := build/playground/index.html
# Both in one archive, for any web server: build/libpress_VERSION_site.tar.gz.
site: docs
	tar -C build/docs --format=gnu --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
	  --transform 's|^site|libpress-$(VERSION)-site|' -cf - site | gzip -9n > build/libpress_$(VERSION)_site.tar.gz

# The site of the documents, with the reference of C and of Python; open build/docs/site/index.html.
# The playground is its folder play/. SITE=https://... is where it will be: pictures for who shares a page have whole addresses.
docs: .build/venv/sphinx $(SO) $(PLAYGROUND)
	$(PYTHON) docs/site/assemble.py build/docs/pages
	LIBPRESS_SITE=$(SITE) LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTHON) -m sphinx -q -W --keep-going -d build/docs/doctrees build/docs/pages build/docs/site
	rm -rf build/docs/site/play build/docs/site/.doctrees
	cp -R build/playground build/docs/site/play
	sed -i 's|content="card.webp"|content="$(SITE)play/card.webp"|' build/docs/site/play/index.html
.build/venv/sphinx: .build/venv/ready
	$(PYTHON) -m pip install --quiet sphinx furo myst-parser sphinx-copybutton
	touch $@

# What pkg-config takes for PREFIX; a release says where its file lies.
PC_PREFIX ?= $(PREFIX)
fill = python3 -B packaging/fill.py Sources/$(1) $(foreach one,PREFIX PC_PREFIX LIBDIR SYSCONFDIR VERSION SOVERSION,$(call q,$(one)=$($(one))))
# A folder of the system below DESTDIR.
to = $(call q,$(DESTDIR)$(1))
SHIPPED ?= $(SO)
.PHONY: is-absolute
is-absolute:
	@[[ $(call q,$(PREFIX)) == /* ]] || { echo "make: PREFIX="$(call q,$(PREFIX))": it must begin with /" >&2; exit 1; }
install: is-absolute lib man
	install -d $(call to,$(PREFIX))/include/press $(call to,$(LIBDIR))/{pkgconfig,cmake/libpress} \
	  $(call to,$(SHARE))/{man,doc/libpress}
	install -m 644 include/press.h $(call to,$(PREFIX))/include/
	install -m 644 include/press/*.h include/press/*.hpp $(call to,$(PREFIX))/include/press/
	install -m 644 $(A) $(call to,$(LIBDIR))/
	$(STRIP) $(call to,$(LIBDIR))/libpress.a
ifeq ($(BARE),)
	install -d $(call to,$(PREFIX))/bin $(call to,$(UNITDIR)) $(call to,$(UDEVDIR)) $(call to,$(SYSUSERSDIR)) $(call to,$(SYSCONFDIR))
	install -m 755 $(BUILD)/pressd $(call to,$(PREFIX))/bin/
	install -m 755 $(SHIPPED) $(call to,$(LIBDIR))/
	ln -sf $(notdir $(SO)) $(call to,$(LIBDIR))/libpress.so
	$(STRIP) $(call to,$(LIBDIR))/$(notdir $(SO))
	$(STRIP) $(call to,$(PREFIX))/bin/pressd
	$(call fill,pressd/install/pressd@.service) > $(call to,$(UNITDIR))/pressd@.service
	install -m 644 Sources/pressd/install/pressd@.socket Sources/pressd/install/pressd-read@.socket $(call to,$(UNITDIR))/
	install -m 644 Sources/pressd/install/60-libpress.rules $(call to,$(UDEVDIR))/
	install -m 644 Sources/pressd/install/pressd.sysusers.conf $(call to,$(SYSUSERSDIR))/pressd.conf
	[ -e $(call to,$(SYSCONFDIR))/pressd.conf ] || \
	  install -m 644 examples/pressd/fsr402.conf $(call to,$(SYSCONFDIR))/pressd.conf
endif
ifdef MODULE
	install -m 644 $(MODULE) $(call to,$(LIBDIR))/
endif
	$(call fill,PressABI/install/libpress.pc.in) > $(call to,$(LIBDIR))/pkgconfig/libpress.pc
	$(call fill,PressABI/install/libpressConfig.cmake.in) > $(call to,$(LIBDIR))/cmake/libpress/libpressConfig.cmake
	$(call fill,PressABI/install/libpressConfigVersion.cmake.in) > $(call to,$(LIBDIR))/cmake/libpress/libpressConfigVersion.cmake
	cp -RP $(BUILD)/man/. $(call to,$(SHARE))/man/
	install -m 644 LICENSE $(call to,$(SHARE))/doc/libpress/
	cp -R examples $(call to,$(SHARE))/doc/libpress/
	python3 docs/install.py $(call to,$(SHARE))/doc/libpress $(call q,$(SHARE))/doc/libpress $(call q,$(PREFIX))/include
ifeq ($(DESTDIR)$(BARE),)
	@echo "installed; if programs do not find libpress.so.$(SOVERSION): sudo ldconfig (for" $(call q,$(LIBDIR)) "as the system searches it), or LD_LIBRARY_PATH="$(call q,$(LIBDIR))
endif

# Removes what `make install` with the same variables puts there. A config that was edited stays; folders that are left empty
# go too, but for those of the system itself.
UNSTAGED := $(BUILD)/uninstall
uninstall: is-absolute
	rm -rf $(UNSTAGED)
	$(MAKE) --no-print-directory install DESTDIR=$(UNSTAGED) > $(BUILD)/uninstall.log
	@packaging/uninstall.sh $(UNSTAGED) $(call q,$(DESTDIR)) $(call q,$(PREFIX)) $(call q,$(SYSCONFDIR))/pressd.conf
	rm -rf $(UNSTAGED)

include packaging/release.mk packaging/onec.mk

# The JavaScript module with the library inside, in build/js: the folder that programs import as "libpress".
js: build/js/package.json
build/js/package.json: build/wasm32/libpress.wasm $(wildcard bindings/js/src/*) $(wildcard bindings/js/*.json) bindings/js/README.md
	Tests/need.sh node=nodejs tsc=node-typescript
	rm -rf $(@D)
	tsc -p bindings/js
	cp bindings/js/src/* build/wasm32/libpress.wasm bindings/js/README.md LICENSE $(@D)/
	sed 's|@VERSION@|$(VERSION)|' bindings/js/package.json > $@

# A page to play with, in build/playground: any web server serves it; `make run-playground` does at port 8000.
playground: $(PLAYGROUND)
$(PLAYGROUND): build/js/package.json $(wildcard bindings/js/playground/*)
	rm -rf $(@D) && mkdir -p $(@D)/libpress
	cp build/js/*.js build/js/*.wasm $(@D)/libpress/
	cp bindings/js/playground/* $(@D)/
run-playground: $(PLAYGROUND)
	python3 -m http.server --bind 127.0.0.1 --directory $(<D) $(or $(PORT),8000)

clean:
	rm -rf build .build

# ---- Tests ----------------------------------------------------------------------------------------------------------

# The long ones first, two at a time.
TESTS := test-python test-pressd-fast test-quality test-readme test-scenarios test-fuzz test-abi test-ships test-contract test-c test-install test-examples test-js test-house lint-python docs
test: need
	@python3 Tests/run.py --alone test-pressd-real prepared test-swift $(TESTS:%=%:prepared)
	@echo "make test: everything passed"

# The quick half, for people who edit the library, pressd or the headers.
check: need
	@python3 Tests/run.py prepared-check $(addsuffix :prepared-check,check-pressd test-c test-scenarios check-fuzz lint-python) check-contract test-house
	@echo "make check: everything passed; make test is the whole"
prepared-check: $(ROOT)/lib/libpress.a .build/venv/page
# Without what waits for clocks and buses.
check-pressd:
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTHON) -m pytest -q -n 3 Tests/pressd $(addprefix --ignore=Tests/pressd/test_,i2c.py iio.py storm.py service.py door.py remote.py)
check-contract:
	$(CONTRACT) check
check-fuzz:
	$(MAKE) --no-print-directory test-sequences SEQUENCES=20000

# What takes long, before a change is called done: all walks, 100 million sequences of random calls, ten minutes of each fuzzer, a day of
# a storm at 1000 Hz, the bench with 10,000 presses of each person, a thousand simulated boards at one broker, the virtual machines with a pressd that is broken on purpose,
# the one C file on processors.
soak: need
	LIBPRESS_WALKS=all $(MAKE) test-swift
	$(MAKE) test-sequences SEQUENCES=100000000
	$(MAKE) fuzz SECONDS=600
	LIBPRESS_STORM=86400 $(MAKE) test-storm
	$(MAKE) quality QUALITY=
	LIBPRESS_BOARDS=1000 $(MAKE) test-bridges
	$(MAKE) test-pythons
	$(MAKE) test-vm MUTANTS=yes
	$(MAKE) test-one-c-file-processors
	$(MAKE) study-size

# 10,000 simulated recordings, studied with a kill in the middle and on a cluster of two workers; RECORDINGS=1000 for fewer.
study-size: .build/venv/package
	env -u LD_LIBRARY_PATH LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTHON) Tests/study/size.py $(or $(RECORDINGS),10000)

# Small faults planted in the core, and which of them the tests of C do not notice; ARGS="--count 300 --seed 2", for example.
mutants: need
	python3 Tests/mutants/run.py $(ARGS)

# What the tests share.
prepared: $(ROOT)/lib/libpress.a .build/venv/package .build/venv/page build/aarch64/libpress.o build/js/package.json

need:
	Tests/need.sh

# The shape of the sources: lengths, and folders that need each other. The words of the glossary, names that documents mention, links,
# and that docs/conformance.md says what the tests pin.
test-house:
	python3 Tests/house/check.py
	python3 Tests/house/words.py
	python3 Tests/house/names.py
	python3 Tests/house/conformance.py
	python3 Tests/install/links.py .

# The types of the Python package, by mypy, and its style, by ruff: bindings/python/pyproject.toml.
lint-python: .build/venv/page
	cd bindings/python && $(HERE)/$(PYTHON) -m mypy --no-error-summary --cache-dir $(HERE)/.build/mypy
	cd bindings/python && $(HERE)/$(PYTHON) -m ruff check --quiet --cache-dir $(HERE)/.build/ruff
	@echo "lint-python: mypy and ruff have nothing to say"

# docs/conformance.md, from Tests/house/statements.md and the tags in the tests.
conformance:
	python3 Tests/house/conformance.py write

# Everything below sees the library as a user does: installed, through pkg-config, which escapes blanks for `eval`.
$(ROOT)/lib/libpress.a: $(SO) $(A) $(BUILD)/pressd $(wildcard Sources/PressABI/install/* Sources/pressd/install/*) $(BUILD)/man
	$(MAKE) --no-print-directory install PREFIX=$(HERE)/$(ROOT) DESTDIR=
export PKG_CONFIG_PATH := $(CURDIR)/$(ROOT)/lib/pkgconfig
export LD_LIBRARY_PATH := $(CURDIR)/$(ROOT)/lib
STRICT := -O2 -g -std=c11 -pedantic -Wall -Wextra -Werror

test-install: $(ROOT)/lib/libpress.a
	Tests/install/test.sh $(HERE)/$(ROOT) $(VERSION)
	Tests/install/blanks.sh $(VERSION)
# A clone in a folder with blanks and a quote builds itself, and passes `make run` and `make check`: some minutes.
.PHONY: test-blanks
test-blanks:
	Tests/install/blanks.sh --whole

C_TESTS := $(patsubst Tests/PressABITests/%.c,$(BUILD)/tests/%,$(wildcard Tests/PressABITests/test_*.c))
$(BUILD)/tests/%: Tests/PressABITests/%.c $(wildcard Tests/PressABITests/*.h Tests/PressABITests/support.c) $(ROOT)/lib/libpress.a
	@mkdir -p $(@D)
	eval $(CC) $(STRICT) -o $@ $< $(wildcard Tests/PressABITests/support.c) "$$(pkg-config --cflags --libs libpress cmocka)" -lm

test-c: $(C_TESTS)
	for t in $(C_TESTS); do $$t || exit 1; done

# Random calls, and whether the first of them are answered as they were: Tests/fuzz/sums.txt, which PIN=1 writes. Which calls they are
# hangs on the compiler of C, in whose hands the order of arguments is: the sums are those of gcc on x86-64.
SUMS = $(and $(filter x86_64-linux-gnu,$(shell $(CC) -dumpmachine)),$(findstring Free Software,$(shell $(CC) --version)))
SEQUENCES ?= 1000000
# How long each fuzzer runs; FUZZERS=trace takes one alone.
SECONDS ?= 4
FUZZERS ?=
test-fuzz: test-sequences test-fuzzer
test-sequences: $(ROOT)/lib/libpress.a
	@mkdir -p $(BUILD)/tests
	for p in fuzz_sequences fuzz_sensing; do \
	  eval $(CC) $(STRICT) -o $(BUILD)/tests/$$p Tests/fuzz/$$p.c "$$(pkg-config --cflags --libs libpress)" || exit 1; \
	  eval $(CC) $(STRICT) -fsanitize=address,undefined -fno-sanitize-recover -o $(BUILD)/tests/$${p}_checked Tests/fuzz/$$p.c \
	    "$$(pkg-config --cflags --libs libpress)" || exit 1; \
	done
	$(if $(PIN),while read p n seed sum; do echo $$p $$n $$seed $$($(BUILD)/tests/$$p $$n $$seed | sed -n 's/^sum //p'); done \
	  < Tests/fuzz/sums.txt > $(BUILD)/tests/sums.txt && cp $(BUILD)/tests/sums.txt Tests/fuzz/sums.txt)
	$(if $(SUMS),while read p n seed sum; do $(BUILD)/tests/$$p $$n $$seed 0 $$sum > /dev/null || exit 1; done < Tests/fuzz/sums.txt)
	$(BUILD)/tests/fuzz_sequences $(SEQUENCES) 1
	$(BUILD)/tests/fuzz_sequences_checked $$(( $(SEQUENCES) / 20 )) 2
	$(BUILD)/tests/fuzz_sensing $$(( $(SEQUENCES) / 20 )) 1
	$(BUILD)/tests/fuzz_sensing_checked $$(( $(SEQUENCES) / 200 )) 2
fuzz test-fuzzer:
	@mkdir -p $(BUILD)/tests
	Tests/fuzz/run-libfuzzer.sh $(SECONDS) $(BUILD)/libfuzzer $(FUZZERS) > $(BUILD)/tests/libfuzzer.log 2>&1 || { tail -60 $(BUILD)/tests/libfuzzer.log; exit 1; }
	@awk '/^fuzzing/ { name = $$2 } /^stat::number_of_executed_units/ { print "libFuzzer, " name ": " $$2 " runs" }' $(BUILD)/tests/libfuzzer.log

# A release for the processors of Linux: whole, the same from two clones, used; its wheels, here and in emulators; its Debian
# packages and the first command of the README in a fresh Debian.
LINUX := $(WITH_WHEEL)
PACKAGED = $(filter-out %=,$(foreach one,$(LINUX),$(TOOLS_$(one)))) qemu-aarch64-static=qemu-user-static
test-packages:
	Tests/need.sh $(PACKAGED)
	$(MAKE) release RELEASE_FOR="$(LINUX)"
	Tests/packages/release.sh $(RELEASE) $(BUILD)/packages $(VERSION)
	Tests/packages/wheel.sh $(RELEASE) $(BUILD)/packages $(VERSION)
	Tests/packages/recipes.sh $(RELEASE)/libpress_$(VERSION)_$(shell uname -m).tar.gz $(BUILD)/packages $(VERSION)
	Tests/packages/test.sh $(RELEASE) $(BUILD)/deb $(BUILD)/aarch64/deb $(BUILD)/packages $(VERSION)
# The same with every processor built twice, which takes an hour.
test-release:
	$(MAKE) release
	Tests/packages/release.sh $(RELEASE) $(BUILD)/packages $(VERSION) $(RELEASE_FOR)

# What is made from the headers is what they say, and the library does what they say of every config field.
test-contract: $(SO) .build/venv/ready
	$(CONTRACT) check
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) -m pytest -q -rs Tests/contract
contract:
	$(CONTRACT) write

# What programs that are built already rely on is as it was recorded; `make abi` records what is new, and no change.
test-abi: $(SO) .build/venv/ready
	Tests/need.sh abidiff=abigail-tools gcc=gcc
	Tests/abi/abi.py check --so $(SO)
	$(PYTHON) -m pytest -q -rs Tests/abi
abi:
	Tests/need.sh abidiff=abigail-tools gcc=gcc
	Tests/abi/abi.py record

# Optimised, as it ships: the walks visit millions of states. LIBPRESS_WALKS=most or all: more of them.
test-swift:
	$(SWIFT_TEST)
SWIFT_TEST = swift test -c release --scratch-path .build/test -Xswiftc -enable-testing -Xswiftc -enforce-exclusivity=unchecked
# What takes minutes, 76 million edges: beside `make test` in `make test-device`.
test-walks:
	LIBPRESS_WALKS=most $(SWIFT_TEST) --filter WalkTests

TEST_PACKAGES := pytest pytest-xdist hypothesis numpy OneEuroFilter==0.2.1 gpiozero click rich matplotlib pyte jsonschema paho-mqtt python-osc mido pyarrow dask distributed optuna duckdb 'mypy==2.4.*' pyright 'ruff==0.17.*'
.build/venv/ready: bindings/python/pyproject.toml
	python3 -m venv .build/venv
	$(PYTHON) -m pip install --quiet --upgrade pip
	$(PYTHON) -m pip install --quiet $(TEST_PACKAGES)
	touch $@

# The package as a user installs it: the library goes into the wheel.
PACKAGE := bindings/python/setup.py $(shell find bindings/python/src -name '*.py' -o -name '*.js' -o -name '*.css')
.build/venv/package: $(ROOT)/lib/libpress.a .build/venv/ready $(PACKAGE)
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) -m pip install --quiet --force-reinstall --no-deps ./bindings/python
	touch $@

test-python: .build/venv/package
	env -u LD_LIBRARY_PATH $(PYTHON) -m pytest -q -rs -m "not long" bindings/python/tests
# The same under each Python from 3.11 on that is found on the PATH or in pyenv; it says which are not here.
test-pythons: $(SO) .build/venv/ready
	$(PYTHON) Tests/pythons.py $(HERE)/$(SO) $(TEST_PACKAGES)
# What takes a minute each: beside `make test` in `make test-device`.
test-python-long: .build/venv/package
	env -u LD_LIBRARY_PATH $(PYTHON) -m pytest -q -rs -m long bindings/python/tests

# The JavaScript module against the logs of the C library and of Python, and its types.
test-js: build/js/package.json $(ROOT)/lib/libpress.a
	@mkdir -p $(BUILD)/tests
	eval $(CC) $(STRICT) -o $(BUILD)/tests/replay Tests/processors/replay.c "$$(pkg-config --cflags --libs libpress)"
	LIBPRESS_WASM=$(HERE)/build/wasm32/libpress.wasm LIBPRESS_REPLAY=$(HERE)/$(BUILD)/tests/replay node --test bindings/js/tests/*.test.js
	tsc -p bindings/js/tests

# The module in a browser.
test-browser: build/js/package.json
	Tests/need.sh chromium=chromium
	LIBPRESS_WASM=$(HERE)/build/wasm32/libpress.wasm node bindings/js/tests/browser.mjs

# The playground in a browser: by pen, by mouse, by finger, by key; what it costs, and how it looks.
BROWSE := Tests/need.sh chromium=chromium chromedriver=chromium-driver
# A browser beside other programs answers when it can: what fails runs once more, and the run says so.
BROWSED := -m pytest -q -rsR --reruns 1
test-playground: $(PLAYGROUND) $(ROOT)/lib/libpress.a .build/venv/browsed
	$(BROWSE)
	PRESSD=$(ROOT)/bin/pressd LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src PYTHON=$(PYTHON) $(PYTHON) $(BROWSED) Tests/playground
.build/venv/browsed: .build/venv/ready
	$(PYTHON) -m pip install --quiet selenium axe-selenium-python pytest-rerunfailures
	touch $@

# The bridges of the command against a real broker, receivers of OSC, a MIDI pipe; LIBPRESS_BOARDS=1000 simulates so many boards.
test-bridges: .build/venv/bridges $(ROOT)/lib/libpress.a
	PRESSD=$(HERE)/$(ROOT)/bin/pressd LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) -m pytest -q -rs Tests/bridges
# evdev is compiled when it is installed.
.build/venv/bridges: .build/venv/ready
	Tests/need.sh /usr/sbin/mosquitto=mosquitto mosquitto_passwd=mosquitto /usr/include/linux/uinput.h=linux-libc-dev \
	  $$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h=python3-dev
	$(PYTHON) -m pip install --quiet evdev trustme jinja2
	touch $@

# The live page of the command: a person's whole way on a phone, and viewers that forge, flood and never read.
test-page: lib .build/venv/browsed .build/venv/page
	$(BROWSE)
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) $(BROWSED) Tests/page
.build/venv/page: .build/venv/ready
	$(PYTHON) -m pip install --quiet 'nicegui>=3.18,<4' 'segno>=1.6'
	touch $@
# What viewers of the page cost its server, up to a hundred.
page-load: lib .build/venv/page
	@$(PYTHON) Tests/page/load.py

# Takes the screens of the command that docs/tools.md shows, again. To be done when they look different.
screens: .build/venv/package
	env -u LD_LIBRARY_PATH $(PYTHON) bindings/python/tests/screens.py

# The site of the documents in a browser.
test-site: docs .build/venv/browsed
	$(BROWSE)
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) $(BROWSED) Tests/site

# Takes the pictures of the playground and of the live page that the documents show, again. To be done when they look different.
pictures: $(PLAYGROUND) .build/venv/browsed .build/venv/page $(SO)
	$(BROWSE)
	$(PYTHON) -m pytest -q -rs Tests/playground/test_pictures.py
	$(PYTHON) -m pytest -q -rs Tests/page/test_pictures.py
	mv build/playground-pictures/card.webp bindings/js/playground/
	cp build/playground-pictures/*.webp build/page-pictures/*.webp docs/

# The goals of docs/quality.md on 300 presses of each person; `make quality` takes 10,000, and writes build/quality.md and
# Tests/quality/figures.json. For example: make quality QUALITY='--presses 2000 --lift-ms 0,10,20,30,40'
TSLIB := Tests/need.sh pkg-config=pkg-config tslib.pc=libts-dev
test-quality: .build/venv/package
	$(TSLIB)
	env -u LD_LIBRARY_PATH $(PYTHON) -m pytest -q -rs Tests/quality
QUALITY ?= --record
quality: .build/venv/package
	$(TSLIB)
	env -u LD_LIBRARY_PATH LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) Tests/quality/run.py $(QUALITY)

# How close a strike comes to how fast the finger was, and how late, by its window: the table of docs/interactions.md. Two minutes.
strikes: $(SO) .build/venv/ready
	@LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTHON) Tests/quality/strikes.py

# What plays in real time mostly waits, so four at a time do not disturb each other.
test-pressd: test-pressd-fast test-pressd-real
test-pressd-fast: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTHON) -m pytest -q -rs -m "not real_time" -n 3 Tests/pressd
# LIBPRESS_STORM=SECONDS: how long.
test-storm: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTHON) -m pytest -q -s Tests/pressd/test_storm.py -k however_long
test-pressd-real: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTHON) -m pytest -q -rs -m real_time -n 4 Tests/pressd

# The programs in the READMEs, in docs/interactions.md and in docs/calibration.md, pasted into a file, print what stands there.
# Stories of fingers and calls with their answers, through C and through Python; PIN=1 writes the answers.
test-scenarios: .build/venv/ready $(SO) $(ROOT)/lib/libpress.a
	@mkdir -p $(BUILD)/tests
	eval $(CC) $(STRICT) -o $(BUILD)/tests/play Tests/scenarios/play.c "$$(pkg-config --cflags --libs libpress)"
	LIBPRESS_PLAY=$(HERE)/$(BUILD)/tests/play LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src LIBPRESS_PIN=$(PIN) \
	  $(PYTHON) -m pytest -q -rs Tests/scenarios

test-readme: .build/venv/package build/js/package.json
	$(PYTHON) Tests/readme/run.py

# PIN=1 records the screens of the samples.
test-examples: .build/venv/package
	LIBPRESS_PIN=$(PIN) Tests/examples/test.sh

ifndef ARCH
build/aarch64/libpress.o: $(SOURCES)
	Tests/need.sh $(TOOLS_aarch64)
	$(MAKE) --no-print-directory $@ ARCH=aarch64
build/wasm32/libpress.wasm: $(SOURCES)
	$(MAKE) --no-print-directory $@ ARCH=wasm32
endif

# pressd on the kernels of two virtual machines, x86-64 and aarch64, and as a service of systemd. MUTANTS=yes: and that the checks
# notice when pressd is broken on purpose.
.PHONY: test-vm test-vm-amd64 test-vm-arm64 test-vm-service prepared-vm
test-vm: prepared-vm
	$(MAKE) lib ARCH=aarch64
	Tests/vm/test.sh
	$(if $(MUTANTS),Tests/vm/mutants.sh)
test-vm-amd64 test-vm-arm64 test-vm-service: test-vm-%:
	$(if $(filter arm64,$*),$(MAKE) lib ARCH=aarch64)
	Tests/vm/test.sh $*
prepared-vm: $(BUILD)/pressd
	@mkdir -p $(BUILD)/vm
	python3 Tests/vm/volts.py $(BUILD)/pressd $(BUILD)/vm/volts
	$(MAKE) deb DEBS=$(BUILD)/vm/deb

# What ships: exports, undefined symbols, traps, allocation, sizes, stack, instructions; against the recorded figures.
SHIPS = python3 Tests/ships/check.py --so $(SO) --archive $(A) --aarch64 build/aarch64/libpress.o --out $(BUILD)/ships
test-ships: $(ROOT)/lib/libpress.a build/aarch64/libpress.o build/wasm32/libpress.wasm .build/venv/ready
	Tests/need.sh wasm-objdump=wabt
	$(SHIPS)
	python3 Tests/ships/wasm.py build/wasm32/libpress.wasm
	$(PYTHON) -m pytest -q -rs Tests/ships
figures: $(ROOT)/lib/libpress.a build/aarch64/libpress.o .build/venv/ready
	$(SHIPS) --record

# On other processors, in a browser, beside other programs, on a real kernel, as packages; each says what it leaves out where it cannot run.
# Two at a time, the long ones first.
DEVICE := test-vm-amd64 test-processors test-packages test-vm-service test-page test-playground test-vm-arm64 test-python-long test-walks test-bridges test-site test-browser test-one-c-file
test-device: need
	@python3 Tests/run.py prepared prepared-device:prepared built-processors:prepared $(DEVICE:%=%:prepared-device,built-processors)
	@echo "make test-device: everything passed"

# What its parts share, and what they install: none of them builds or installs what another one reads meanwhile.
prepared-device: .build/venv/browsed .build/venv/page .build/venv/bridges $(PLAYGROUND)
	$(BROWSE)
	$(MAKE) docs prepared-vm
	Tests/need.sh $(EMULATED) $(PACKAGED) $(ONE_TOOLS)

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
	touch $@
built-processors: $(PROCESSORS_BUILT)
test-processors: $(PROCESSORS_BUILT)
	python3 Tests/processors/run.py
	Tests/processors/firmware.sh build/processors
figures-processors: $(PROCESSORS_BUILT)
	python3 Tests/processors/run.py --record

bench: need .build/venv/package build/aarch64/libpress.o
	$(TSLIB)
	$(SHIPS) --print
	env -u LD_LIBRARY_PATH LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) Tests/quality/cost.py $(BUILD)/ships/measure
	$(PYTHON) bindings/python/benchmarks/feed.py
