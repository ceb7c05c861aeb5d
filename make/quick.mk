# The loop of who edits: an incremental build of the package, optimised file by file, and tests on it. Nothing of it ships.

.PHONY: quick c-programs quick-swift quick-pressd quick-python
#? make quick               seconds: the tests of C on an incremental build; ONLY=WORD: those with it in their names
#? make quick-pressd        the same of pressd; make quick-swift, make quick-python
QUICK := build/quick
# SwiftPM says what is to be compiled. Two builds at once wait for each other. With -O an edit compiles as fast as without, and the tests take a
# third of the time; the first build takes half a minute more.
quick_build = flock $(QUICK)/lock swift build --quiet --scratch-path .build/quick -Xswiftc -O
# Objects of sources that are there: SwiftPM leaves those of files that were removed.
objects = $$(for module in $(2); do find Sources/$$module -name '*.swift' -printf "$(1)/$$module.build/%f.o\n"; done)
quick_objects = $(call objects,.build/quick/debug,$(1))

# After a change of a header SwiftPM compiles some of what reads it, and not all.
$(QUICK)/headers: $(shell find include Sources/CPressLinux/include -type f)
	@mkdir -p $(@D)
	@rm -f $(wildcard $(foreach folder,.build/quick/debug .build/debug,$(folder)/[Pp]ress*.build/*.o $(folder)/[Pp]ress*.build/*.swiftdeps))
	@touch $@
$(QUICK)/libpress.so.1: $(LIBRARY) $(QUICK)/headers Package.swift Sources/PressABI/press.map
	@mkdir -p $(@D)
	@$(quick_build) --target PressABI
	@swiftc -emit-library -o $@ $(call quick_objects,$(MODULES)) -Xlinker -soname=libpress.so.1 -Xlinker --version-script=Sources/PressABI/press.map
# It takes objects of the whole library, of which SwiftPM compiles for this target only what pressd imports. Most of its tests only start it:
# it starts faster with the library of Swift inside.
$(QUICK)/pressd: $(QUICK)/libpress.so.1 $(SOURCES) $(QUICK)/headers Package.swift
	@mkdir -p $(@D)
	@$(quick_build) --target pressd
	@for one in Sources/CPressLinux/*.c; do $(CC) -O0 -g -I Sources/CPressLinux/include -c $$one -o $(QUICK)/$$(basename $$one).o || exit 1; done
	@swiftc -emit-executable -static-stdlib -o $@ $(call quick_objects,$(MODULES) pressd) $(QUICK)/*.c.o

# The programs of C that `make quick` and `make test-c` run, each with its own library: they link to a shared one, so a change of the library
# compiles none of them again. To link, either will do.
C_LIBRARY := $(SO)
C_HERE  := -O0 -g -std=c11 -pedantic -Wall -Wextra -Werror -DPRESS_MAY_DISCARD -Iinclude
C_TESTS := $(patsubst Tests/PressABITests/%.c,build/tests/%,$(wildcard Tests/PressABITests/test_*.c))
C_HEADERS := $(wildcard include/*.h include/press/*.h Tests/PressABITests/*.h Tests/PressABITests/generated/*.h)
C_LINK   = -L $(dir $(C_LIBRARY)) -l:$(notdir $(C_LIBRARY)) $$(pkg-config --cflags --libs cmocka) -lm
build/tests/support.o: Tests/PressABITests/support.c $(C_HEADERS)
	@mkdir -p $(@D)
	@$(CC) $(C_HERE) -c $< -o $@
$(C_TESTS): build/tests/%: Tests/PressABITests/%.c build/tests/support.o $(C_HEADERS) | $(C_LIBRARY)
	@$(CC) $(C_HERE) $< build/tests/support.o -o $@ $(C_LINK)
build/tests/play: Tests/scenarios/play.c $(wildcard Tests/scenarios/generated/*.h) $(C_HEADERS) | $(C_LIBRARY)
	@mkdir -p $(@D)
	@$(CC) $(C_HERE) $< -o $@ $(C_LINK)
build/tests/fuzz_%: Tests/fuzz/fuzz_%.c $(wildcard Tests/fuzz/*.h) $(C_HEADERS) | $(C_LIBRARY)
	@mkdir -p $(@D)
	@$(CC) $(C_HERE) -O1 $< -o $@ $(C_LINK)
C_PROGRAMS := $(C_TESTS) build/tests/play build/tests/fuzz_sequences build/tests/fuzz_sensing
c-programs: $(C_LIBRARY) $(C_PROGRAMS)

quick:
	@Tests/need.sh pkg-config=pkg-config cmocka.pc=libcmocka-dev
	@python3 Tests/quick.py $(QUICK) $(call q,$(ONLY))
# Not optimised, in the build folder of editors: with -O file by file Swift 6.3 may answer `== nil` wrongly (Tests/style/nil.py). Without the walks, which
# take minutes here; `make test-walks` has them.
quick-swift:
	@echo "quick-swift: builds, then runs the tests of Swift"
	@$(MAKE) --no-print-directory $(QUICK)/headers
	@swift build --quiet --build-tests
	@swift test --skip-build $(if $(ONLY),--filter $(call q,$(ONLY)),--skip Walk) > $(QUICK)/swift.log 2>&1 || { grep -vE ' (started|passed)( after|\.|$$)' $(QUICK)/swift.log; exit 1; }
	@tail -1 $(QUICK)/swift.log
QUICK_LEFT_OUT := i2c iio storm service socket remote finger power
quick-pressd: .build/venv/ready
	@echo "quick-pressd: builds, then runs the tests of pressd that wait for nothing and compute little"
	@$(MAKE) --no-print-directory $(QUICK)/pressd
	@PRESSD=$(HERE)/$(QUICK)/pressd LIBPRESS_LIBRARY=$(HERE)/$(QUICK)/libpress.so.1 $(PYTEST) -m "not real_time and not not_quick" $(if $(ONLY),-k $(call q,$(ONLY)),-n 2 $(QUICK_LEFT_OUT:%=--ignore=Tests/pressd/test_%.py)) Tests/pressd
quick-python: .build/venv/ready
	@echo "quick-python: builds, then runs the tests of Python"
	@$(MAKE) --no-print-directory $(QUICK)/libpress.so.1
	@LIBPRESS_LIBRARY=$(HERE)/$(QUICK)/libpress.so.1 PYTHONPATH=bindings/python/src $(PYTEST) -m "not long" $(if $(ONLY),-k $(call q,$(ONLY)),-n 3 --dist loadfile) bindings/python/tests
