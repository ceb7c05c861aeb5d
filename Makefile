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
SOURCES := $(shell find Sources include -type f ! -path '*/install/*')
LIBRARY := $(filter-out Sources/pressd/% Sources/CPressLinux/%,$(SOURCES))

.PHONY: all lib library run run-colors run-board test test-device nightly check prepared check-contract clean need help \
  test-sequences-night test-fuzzer-night test-plays-night test-storm-night test-vm-mutants test-boards-night quality-night

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

#? make check               what edits break, on an incremental build: C, scenarios, pressd, form, contract
#? make test                what a person runs after a change: all of this machine; make test-NAME: one part of it
#? make nightly             what finds a fault once a month; make nightly AGAIN=yes goes on where it was interrupted
# The long ones first, two at a time.
TESTS := test-python test-pressd-fast test-quality test-c test-readme test-ships test-sequences test-contract test-scenarios test-install test-examples test-style lint
test: need
	@python3 Tests/run.py --alone test-pressd-real prepared test-swift $(TESTS:%=%:prepared)
	@echo "make test: everything passed"

#? make test-device         what CI runs beside it: walks, other processors, virtual machines, packages, browsers, windows, bridges, studies
# Two at a time, the long ones first; each says what it leaves out where it cannot run. Some run while the rest is prepared.
MEANWHILE := test-walks test-fuzzer
DEVICE := test-vm-amd64 test-packages test-processors-some test-abi test-loops test-apps-fast test-page test-playground test-bridges test-ships-all test-one-c-file test-boards test-js test-site test-browser test-window test-readers lint-types
test-device: need
	@python3 Tests/run.py prepared prepared-device:prepared $(MEANWHILE:%=%:prepared) $(DEVICE:%=%:prepared-device)
	@echo "make test-device: everything passed"

# What finds a fault once a month. Tests/nightly.py runs it, keeps what passed, and prints a table.
NIGHTLY := test-walks-most test-walks-all test-sequences-night test-fuzzer-night test-chips-night test-plays-night test-processors test-archives board test-source test-recipe test-grown test-packages-all test-release \
  quick-swift test-vm-arm64 test-vm-later test-vm-service test-vm-mutants test-python-long test-blanks test-one-c-file-processors test-pythons test-window-all test-home-assistant test-storm-night test-boards-night quality-night study-size
nightly: need
	@python3 Tests/nightly.py $(if $(AGAIN),--again) $(or $(ONLY),$(NIGHTLY))
# 10 million sequences of random calls and as many streams as go with them, a minute of each fuzzer, an hour of a storm at 1000 Hz.
test-sequences-night:
	$(MAKE) test-sequences-long LONG=10000000
test-fuzzer-night:
	$(MAKE) fuzz SECONDS=60
# 200,000 frames of each converter with each thing that another program does, a million and more of each kind.
test-chips-night:
	FRAMES=4000000 $(MAKE) test-c ONLY=test_chips
# A thousand plays of plates, of preloads that are gone for a while, and of load cells.
test-plays-night:
	PLAYS=1000 $(MAKE) test-c ONLY=test_zero
test-storm-night:
	LIBPRESS_STORM=3600 $(MAKE) test-storm
# A thousand simulated boards at one broker, and the bench with 10,000 presses of each person.
test-boards-night:
	LIBPRESS_BOARDS=1000 $(MAKE) test-bridges
quality-night:
	$(MAKE) quality QUALITY=
test-vm-mutants:
	$(MAKE) test-vm MUTANTS=yes

# For people who edit the library, pressd or the headers; nothing that ships is built. What passed and has not changed since is not run again.
check: need
	@python3 Tests/run.py build/quick/pressd .build/venv/ready $(PASSED)/quick:build/quick/pressd $(PASSED)/quick-pressd:build/quick/pressd,.build/venv/ready \
	  $(PASSED)/lint:.build/venv/ready check-contract test-style
	@echo "make check: everything passed; make test is the whole"
PASSED := build/passed
files = $(shell find $(1) -type f ! -path '*/__pycache__/*' ! -name '.*')
$(PASSED)/quick: $(LIBRARY) $(call files,Tests/PressABITests Tests/scenarios Tests/fuzz)
$(PASSED)/quick-pressd: $(SOURCES) $(call files,Tests/pressd examples/pressd bindings/python/src) $(wildcard docs/*.md docs/*/*.md docs/*.json)
$(PASSED)/lint: $(call files,Sources Tests examples include packaging contract docs bindings apps) $(wildcard .clang-format .swift-format *.toml Package.swift make/lint.mk)
$(PASSED)/%:
	@mkdir -p $(@D)
	$(MAKE) --no-print-directory $*
	@touch $@
check-contract:
	$(CONTRACT) check

need:
	Tests/need.sh

include make/quick.mk make/pages.mk make/tests.mk make/python.mk make/window.mk make/readers.mk make/lint.mk make/device.mk

# What the tests share.
prepared: $(ROOT)/lib/libpress.a .build/venv/package .build/venv/apps $(C_PROGRAMS)
