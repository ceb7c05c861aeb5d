# libpress. `make run` and `make test` set up everything themselves on Debian 12 with Swift 6.3, gcc and Python 3.11.
.DELETE_ON_ERROR:
.SUFFIXES:

PREFIX  ?= /usr/local
DESTDIR ?=
SHELL := /bin/bash
CC      ?= cc
BUILD   := build
VERSION := $(shell sed -n 's/^\#define PRESS_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' include/press/base.h | paste -sd.)
SOVERSION := 0
SWIFT_BUILD := LIBPRESS_EMBEDDED=1 swift build -c release --scratch-path .build/embedded

SO := $(BUILD)/libpress.so.$(SOVERSION)
A  := $(BUILD)/libpress.a
SOURCES := $(shell find Sources include -type f) Package.swift

.PHONY: all lib run test test-device bench install clean
all: lib

lib: $(SO) $(A) $(BUILD)/pressd

# The objects that SwiftPM made, one per file or module, in one list.
OBJECTS = $(wildcard .build/embedded/release/PressCore.build/*.o .build/embedded/release/PressDevice.build/*.o .build/embedded/release/PressABI.build/*.o)

$(BUILD)/objects.stamp: $(SOURCES)
	@mkdir -p $(BUILD)
	find .build/embedded -path '*/release/Press*.build/*.o' -delete 2>/dev/null || true
	$(SWIFT_BUILD) --target PressABI
	touch $@

$(SO): $(BUILD)/objects.stamp Sources/PressABI/press.map
	$(CC) -shared -nostartfiles -o $@ $$(ls .build/embedded/release/Press{Core,Device,ABI}.build/*.o) \
	  -Wl,-soname,libpress.so.$(SOVERSION) -Wl,--version-script=Sources/PressABI/press.map \
	  -Wl,--gc-sections -Wl,--no-undefined -Wl,-z,relro -Wl,-z,now -lc
	ln -sf libpress.so.$(SOVERSION) $(BUILD)/libpress.so

# One object with press_* alone global, so that a program that carries the Swift runtime does not take ours for its own.
$(A): $(BUILD)/objects.stamp
	$(LD) -r -o $(BUILD)/libpress.o $$(ls .build/embedded/release/Press{Core,Device,ABI}.build/*.o)
	objcopy --wildcard --keep-global-symbol='press_*' $(BUILD)/libpress.o
	rm -f $@
	$(AR) rcs $@ $(BUILD)/libpress.o

clean:
	rm -rf $(BUILD) .build
