# libpress. `make run` and `make test` set up everything themselves on Debian 12 with Swift 6.3, gcc and Python 3.11.
# `make help` lists what there is; lines that begin with #? are what it prints. The rules are sorted by theme into make/.
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
BARE    := $(filter cortex-% riscv32% wasm32,$(ARCH))
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
SOVERSION := 1

SO      := $(BUILD)/libpress.so.$(SOVERSION)
A       := $(BUILD)/libpress.a
# With ARCH=wasm32: the library as a WebAssembly module.
MODULE  := $(if $(filter wasm32,$(ARCH)),$(BUILD)/libpress.wasm)
ROOT    := $(BUILD)/installed
PYTHON  := .build/venv/bin/python
SOURCES := $(shell find Sources include -type f ! -path '*/install/*') Package.swift
LIBRARY := $(filter-out Sources/pressd/% Sources/CPressLinux/%,$(SOURCES))

.PHONY: all lib library run run-colors run-board test test-device check \
  prepared prepared-check check-contract check-fuzz check-pressd soak clean need help

all: lib
#? make lib                 the library and pressd, in build; ARCH=...: for another processor (docs/processors.md)
lib: library $(if $(BARE),,$(BUILD)/pressd)
library: $(if $(BARE),,$(SO)) $(A) $(MODULE)

help:
	@sed -n 's/^#? //p' $(MAKEFILE_LIST)

include make/processors.mk make/library.mk make/install.mk packaging/release.mk packaging/onec.mk packaging/source.mk

#? make run                 a simulated finger on a simulated sensor, drawn; run-colors, run-board: the samples
run: lib
	$(BUILD)/pressd --source sim --draw

# The sample programs, for example: make run-colors ARGS=--steps
SAMPLE = $(wildcard examples/c/$*.c examples/c/$*_view.c) $(addprefix examples/c/,terminal.c screen.c finger.c)
run-colors run-board: run-%: library
	@$(CC) -O2 -std=c11 -Iinclude $(SAMPLE) $(A) -o $(BUILD)/$*
	@$(BUILD)/$* $(ARGS)

clean:
	rm -rf build .build

#? make check               the quick half of the tests, for who edits
#? make test                all tests of this machine; make test-NAME: one part of it
#? make soak                hours: what takes long, before a release
# The long ones first, two at a time.
TESTS := test-python test-pressd-fast test-quality test-readme test-scenarios test-fuzz test-abi test-ships test-contract test-c test-install test-examples test-js test-style lint docs
test: need
	@python3 Tests/run.py --alone test-pressd-real prepared test-swift $(TESTS:%=%:prepared)
	@echo "make test: everything passed"

#? make test-device         other processors, virtual machines, packages, browsers, brokers
# On other processors, in a browser, beside other programs, on a real kernel, as packages; each says what it leaves out where it cannot run.
# Two at a time, the long ones first.
DEVICE := test-vm-amd64 test-processors test-packages test-vm-service test-page test-playground test-vm-arm64 test-python-long test-walks test-recipe test-bridges test-site test-browser test-one-c-file test-source test-boards test-grown
test-device: need
	@python3 Tests/run.py prepared prepared-device:prepared built-processors:prepared $(DEVICE:%=%:prepared-device,built-processors)
	@echo "make test-device: everything passed"

# The quick half, for people who edit the library, pressd or the headers. What passed and has not changed since is not run again.
check: need
	@python3 Tests/run.py prepared-check $(addsuffix :prepared-check,$(addprefix $(PASSED)/,check-pressd test-c test-scenarios check-fuzz lint)) check-contract test-style
	@echo "make check: everything passed; make test is the whole"
prepared-check: $(ROOT)/lib/libpress.a .build/venv/page
PASSED := build/passed
files = $(shell find $(1) -type f ! -path '*/__pycache__/*' ! -name '.*')
$(PASSED)/check-pressd: $(BUILD)/pressd $(call files,Tests/pressd examples/pressd bindings/python/src) $(wildcard docs/*.md docs/*.json)
$(PASSED)/test-c: $(A) $(call files,Tests/PressABITests)
$(PASSED)/test-scenarios: $(SO) $(call files,Tests/scenarios bindings/python/src)
$(PASSED)/check-fuzz: $(A) $(call files,Tests/fuzz Tests/PressABITests)
$(PASSED)/lint: $(call files,Sources Tests examples include packaging contract docs bindings) $(wildcard .clang-format .swift-format *.toml Package.swift make/lint.mk)
$(PASSED)/%:
	@mkdir -p $(@D)
	$(MAKE) --no-print-directory $*
	@touch $@
# Without what waits for clocks and buses.
check-pressd:
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTEST) -m "not real_time" -n 3 --dist loadfile Tests/pressd $(addprefix --ignore=Tests/pressd/test_,i2c.py iio.py storm.py service.py socket.py remote.py)
check-contract:
	$(CONTRACT) check
check-fuzz:
	$(MAKE) --no-print-directory test-sequences SEQUENCES=20000

# What takes long, before a change is called done: all walks, 100 million sequences of random calls, ten minutes of each fuzzer, a day of
# a storm at 1000 Hz, the bench with 10,000 presses of each person, a thousand simulated boards at one broker, the virtual machines with a pressd that is broken on purpose,
# the one C file on processors, a clone below blanks and a quote.
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
	$(MAKE) test-archives
	$(MAKE) study-size
	$(MAKE) test-blanks

# What the tests share.
prepared: $(ROOT)/lib/libpress.a .build/venv/package .build/venv/page build/aarch64/libpress.o build/js/package.json

need:
	Tests/need.sh

include make/pages.mk make/tests.mk make/python.mk make/lint.mk make/device.mk
