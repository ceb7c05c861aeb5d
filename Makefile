# libpress. `make run` and `make test` set up everything themselves on Debian 12 with Swift 6.3, gcc and Python 3.11.
.DELETE_ON_ERROR:
.SUFFIXES:
SHELL := /bin/bash

PREFIX  ?= /usr/local
DESTDIR ?=
CC      ?= cc
BUILD   := build
VERSION := $(shell sed -n 's/^.define PRESS_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' include/press/base.h | paste -sd.)
# The number of the ABI; it changes only when a program that was linked against an older library would break.
SOVERSION := 0

SO      := $(BUILD)/libpress.so.$(SOVERSION)
A       := $(BUILD)/libpress.a
ROOT    := $(CURDIR)/$(BUILD)/installed
PYTHON  := .build/venv/bin/python
SOURCES := $(shell find Sources include -type f) Package.swift
# Every exported function, as the headers name them.
EXPORTS := $(shell sed -n 's/^PRESS_API .*\b\(press_[a-z0-9_]*\)\x28.*/\1/p' include/press/*.h | sort)

.PHONY: all lib library run test bench figures install clean need \
  test-swift test-c test-install test-python test-pressd test-readme test-examples test-ships test-fuzz

all: lib
lib: library $(BUILD)/pressd
library: $(SO) $(A)

# ---- The library ----------------------------------------------------------------------------------------------------

# SwiftPM compiles; what it made for one target (a triple, or "host") is gathered in one object in which press_* alone is
# global: a program that carries the Swift runtime must not take ours for its own.
#   $(call compile,scratch folder,more options)
compile = find $(1) -path '*/release/*.build/*.o' -delete 2>/dev/null; \
  LIBPRESS_EMBEDDED=1 swift build -c release --scratch-path $(1) $(2) --target PressABI
objects = $$(ls $(1)/release/Press{Core,Device,ABI}.build/*.o)
#   $(call gather,linker,scratch folder,objcopy,object)
gather = $(1) -r --gc-sections -T Sources/PressABI/ship.ld $(EXPORTS:%=-u %) -o $(4) $(call objects,$(2)) && \
  $(3) --wildcard --keep-global-symbol='press_*' --strip-symbol=arc4random_buf $(4)

$(BUILD)/libpress.o: $(SOURCES)
	@command -v swift >/dev/null || { echo "make: Swift 6.3 is needed (swift is not on the PATH)" >&2; exit 1; }
	@mkdir -p $(BUILD)
	$(call compile,.build/embedded)
	@echo "gathering $@"; $(call gather,$(LD),.build/embedded,objcopy,$@)

$(SO): $(BUILD)/libpress.o
	$(CC) -shared -nostartfiles -o $@ $< -Wl,-soname,$(@F) -Wl,--version-script=Sources/PressABI/press.map \
	  -Wl,--gc-sections -Wl,--no-undefined -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
	ln -sf $(@F) $(BUILD)/libpress.so

$(A): $(BUILD)/libpress.o
	rm -f $@
	$(AR) rcs $@ $<

# The same for aarch64, with the tools that come with Swift, to see how large it is there.
$(BUILD)/aarch64/libpress.o: $(SOURCES)
	@mkdir -p $(@D)
	$(call compile,.build/aarch64,--triple aarch64-none-none-elf)
	@echo "gathering $@"; $(call gather,ld.lld,.build/aarch64,llvm-objcopy,$@)

# pressd: no Swift runtime on the board, so it is Embedded Swift too, and depends on libc only.
$(BUILD)/pressd: $(A) $(SOURCES)
	find .build/embedded \( -path '*/release/pressd.build/*.o' -o -path '*/release/CPressLinux.build/*.o' \) -delete
	LIBPRESS_EMBEDDED=1 swift build -c release --scratch-path .build/embedded --target pressd
	$(CC) -o $@ $$(ls .build/embedded/release/{pressd,CPressLinux,PressDevice}.build/*.o) $(A) -Wl,--gc-sections

# ---- Run and install ------------------------------------------------------------------------------------------------

run: lib
	$(BUILD)/pressd --source sim --draw

fill = sed -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@VERSION@|$(VERSION)|g' -e 's|@SOVERSION@|$(SOVERSION)|g'
install: lib
	install -d $(DESTDIR)$(PREFIX)/{bin,include/press,lib/pkgconfig,lib/cmake/libpress}
	install -m 755 $(BUILD)/pressd $(DESTDIR)$(PREFIX)/bin/
	install -m 644 include/press.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 include/press/*.h $(DESTDIR)$(PREFIX)/include/press/
	install -m 755 $(SO) $(DESTDIR)$(PREFIX)/lib/
	ln -sf $(notdir $(SO)) $(DESTDIR)$(PREFIX)/lib/libpress.so
	install -m 644 $(A) $(DESTDIR)$(PREFIX)/lib/
	strip --strip-debug $(DESTDIR)$(PREFIX)/lib/{$(notdir $(SO)),libpress.a} $(DESTDIR)$(PREFIX)/bin/pressd
	$(fill) Sources/PressABI/install/libpress.pc.in > $(DESTDIR)$(PREFIX)/lib/pkgconfig/libpress.pc
	@for f in libpressConfig libpressConfigVersion; do \
	  $(fill) Sources/PressABI/install/$$f.cmake.in > $(DESTDIR)$(PREFIX)/lib/cmake/libpress/$$f.cmake; done

clean:
	rm -rf $(BUILD) .build

# ---- Tests ----------------------------------------------------------------------------------------------------------

test: need
	$(MAKE) test-install test-ships test-c test-fuzz test-swift test-python test-pressd test-readme test-examples
	@echo "make test: everything passed"

need:
	Tests/need.sh

# Everything below sees the library as a user does: installed, through pkg-config.
$(ROOT)/lib/libpress.a: $(SO) $(A) $(BUILD)/pressd $(wildcard Sources/PressABI/install/*)
	$(MAKE) --no-print-directory install PREFIX=$(ROOT) DESTDIR=
export PKG_CONFIG_PATH := $(ROOT)/lib/pkgconfig
export LD_LIBRARY_PATH := $(ROOT)/lib
STRICT := -O2 -g -std=c11 -pedantic -Wall -Wextra -Werror

test-install: $(ROOT)/lib/libpress.a
	Tests/install/test.sh $(ROOT) $(VERSION)

C_TESTS := $(patsubst Tests/PressABITests/%.c,$(BUILD)/tests/%,$(wildcard Tests/PressABITests/test_*.c))
$(BUILD)/tests/%: Tests/PressABITests/%.c $(wildcard Tests/PressABITests/support.*) $(ROOT)/lib/libpress.a
	@mkdir -p $(@D)
	$(CC) $(STRICT) -o $@ $< $(wildcard Tests/PressABITests/support.c) $$(pkg-config --cflags --libs libpress cmocka) -lm

test-c: $(C_TESTS)
	for t in $(C_TESTS); do $$t || exit 1; done

SEQUENCES ?= 1000000
test-fuzz: $(ROOT)/lib/libpress.a
	@mkdir -p $(BUILD)/tests
	$(CC) $(STRICT) -o $(BUILD)/tests/fuzz_sequences Tests/fuzz/fuzz_sequences.c $$(pkg-config --cflags --libs libpress)
	$(CC) $(STRICT) -fsanitize=address,undefined -fno-sanitize-recover -o $(BUILD)/tests/fuzz_sequences_checked Tests/fuzz/fuzz_sequences.c \
	  $$(pkg-config --cflags --libs libpress)
	$(BUILD)/tests/fuzz_sequences $(SEQUENCES) 1
	$(BUILD)/tests/fuzz_sequences_checked $$(( $(SEQUENCES) / 20 )) 2
	Tests/fuzz/run-libfuzzer.sh 10 $(BUILD)/libfuzzer > $(BUILD)/tests/libfuzzer.log 2>&1 || { tail -60 $(BUILD)/tests/libfuzzer.log; exit 1; }
	@sed -n 's/^stat::number_of_executed_units: */libFuzzer, address sanitizer in the core: runs /p' $(BUILD)/tests/libfuzzer.log

test-swift:
	swift test --scratch-path .build/test

.build/venv/ready: bindings/python/pyproject.toml
	python3 -m venv .build/venv
	$(PYTHON) -m pip install --quiet --upgrade pip
	$(PYTHON) -m pip install --quiet pytest hypothesis numpy OneEuroFilter==0.2.1
	touch $@

# The package as a user installs it: the library goes into the wheel.
test-python: $(ROOT)/lib/libpress.a .build/venv/ready
	LIBPRESS_LIBRARY=$(CURDIR)/$(SO) $(PYTHON) -m pip install --quiet --force-reinstall --no-deps ./bindings/python
	env -u LD_LIBRARY_PATH $(PYTHON) -m pytest -q -rs bindings/python/tests

test-pressd: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(ROOT)/bin/pressd $(PYTHON) -m pytest -q -rs Tests/pressd

# The programs in the README, pasted into a file, print what the README says.
test-readme: $(ROOT)/lib/libpress.a .build/venv/ready
	$(PYTHON) Tests/readme/run.py

test-examples: $(ROOT)/lib/libpress.a .build/venv/ready
	Tests/examples/test.sh

# What ships: exports, undefined symbols, traps, allocation, sizes, stack, instructions; against the recorded figures.
SHIPS = python3 Tests/ships/check.py --so $(SO) --archive $(A) --aarch64 $(BUILD)/aarch64/libpress.o --out $(BUILD)/ships
test-ships: $(ROOT)/lib/libpress.a $(BUILD)/aarch64/libpress.o .build/venv/ready
	$(SHIPS)
figures: $(ROOT)/lib/libpress.a $(BUILD)/aarch64/libpress.o .build/venv/ready
	$(SHIPS) --record

bench: need $(ROOT)/lib/libpress.a $(BUILD)/aarch64/libpress.o .build/venv/ready
	$(SHIPS) --print
	LIBPRESS_LIBRARY=$(CURDIR)/$(SO) $(PYTHON) -m pip install --quiet --force-reinstall --no-deps ./bindings/python
	$(PYTHON) bindings/python/benchmarks/feed.py
