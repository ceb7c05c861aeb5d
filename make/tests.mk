# Tests of C, Swift, the contract, the ABI, what ships, pressd, documents. Sorted by what they test.

.PHONY: fuzz mutants figures growth abi contract conformance test-style test-contract test-swift test-walks test-walks-most test-walks-all test-pressd-fast test-storm \
  test-pressd-real test-c test-install test-abi test-pressd test-readme test-examples test-ships test-ships-all test-scenarios \
  test-sequences test-sequences-long test-fuzzer

#? make contract            writes what is made from the headers; make abi, make figures: records of them
#? make growth              what targets cost in instructions, by how many there are
#? make fuzz SECONDS=600    each fuzzer for so long
STRICT := -O2 -g -std=c11 -pedantic -Wall -Wextra -Werror -DPRESS_MAY_DISCARD

test-install: $(ROOT)/lib/libpress.a
	Tests/install/test.sh $(HERE)/$(ROOT) $(VERSION)
	Tests/install/blanks.sh $(VERSION)
# A clone in a folder with blanks and a quote builds itself, and passes `make run` and `make check`: some minutes.
.PHONY: test-blanks
test-blanks:
	Tests/install/blanks.sh --whole

test-c: $(C_TESTS) $(SO) $(ROOT)/lib/libpress.a
	@python3 Tests/quick.py build --ships $(call q,$(ONLY))

# Random calls, and whether the first of them are answered as they were: Tests/fuzz/sums.txt, which PIN=1 writes. The calls
# depend on the C compiler, which chooses the order in which arguments are evaluated: the sums are those of gcc on x86-64.
SUMS = $(and $(filter x86_64-linux-gnu,$(shell $(CC) -dumpmachine)),$(findstring Free Software,$(shell $(CC) --version)))
SEQUENCES ?= 100000
LONG ?= 1000000
# How long each fuzzer runs; FUZZERS=trace takes one alone.
SECONDS ?= 4
FUZZERS ?=
test-sequences: $(ROOT)/lib/libpress.a
	@mkdir -p $(BUILD)/random
	for p in fuzz_sequences fuzz_sensing; do \
	  eval $(CC) $(STRICT) -o $(BUILD)/random/$$p Tests/fuzz/$$p.c "$$(pkg-config --cflags --libs libpress)" || exit 1; \
	done
	$(if $(PIN),while read p n seed sum; do echo $$p $$n $$seed $$($(BUILD)/random/$$p $$n $$seed | sed -n 's/^sum //p'); done \
	  < Tests/fuzz/sums.txt > $(BUILD)/random/sums.txt && cp $(BUILD)/random/sums.txt Tests/fuzz/sums.txt)
	$(if $(SUMS),while read p n seed sum; do $(BUILD)/random/$$p $$n $$seed 0 $$sum > /dev/null || exit 1; done < Tests/fuzz/sums.txt)
	$(BUILD)/random/fuzz_sequences $(SEQUENCES) 1
	$(BUILD)/random/fuzz_sensing $$(( $(SEQUENCES) / 20 )) 1
# More of them, and under the sanitizers for C.
test-sequences-long: $(ROOT)/lib/libpress.a
	$(MAKE) --no-print-directory test-sequences SEQUENCES=$(LONG)
	for p in fuzz_sequences fuzz_sensing; do \
	  eval $(CC) $(STRICT) -fsanitize=address,undefined -fno-sanitize-recover -o $(BUILD)/random/$${p}_checked Tests/fuzz/$$p.c \
	    "$$(pkg-config --cflags --libs libpress)" || exit 1; \
	done
	$(BUILD)/random/fuzz_sequences_checked $$(( $(LONG) / 20 )) 2
	$(BUILD)/random/fuzz_sensing_checked $$(( $(LONG) / 200 )) 2
fuzz test-fuzzer:
	@mkdir -p $(BUILD)/tests
	Tests/fuzz/run-libfuzzer.sh $(SECONDS) $(BUILD)/libfuzzer $(FUZZERS) > $(BUILD)/tests/libfuzzer.log 2>&1 || { tail -60 $(BUILD)/tests/libfuzzer.log; exit 1; }
	@awk '/^fuzzing/ { name = $$2 } /^stat::number_of_executed_units/ { print "libFuzzer, " name ": " $$2 " runs" }' $(BUILD)/tests/libfuzzer.log

# Optimised, as it ships: the walks visit millions of states. Of the package what these tests import.
SWIFT_TESTS := -c release --scratch-path .build/test -Xswiftc -enable-testing -Xswiftc -enforce-exclusivity=unchecked
swift_tests = swift build --product libpressPackageTests $(SWIFT_TESTS) && swift test --skip-build $(SWIFT_TESTS)
# The modules that they do not import compile as modules of their own, too.
APART := .build/test/apart
# As SwiftPM calls the package of this folder.
SWIFT_PACKAGE := $(shell basename "$$PWD" | tr A-Z a-z | sed 's/[^a-z0-9_]/_/g')
apart = swiftc -parse-as-library -package-name $(SWIFT_PACKAGE) -module-name $(1) -I .build/test/release/Modules -I $(APART) -I include -Xcc -fmodule-map-file=Sources/CPress/module.modulemap $(2) \
  $$(find Sources/$(1) -name '*.swift')
apart_object = $(call apart,$(1),$(2) -wmo -c -o $(APART)/$(1).o -emit-module -emit-module-path $(APART)/$(1).swiftmodule)
test-swift:
	$(swift_tests) $(if $(ONLY),--filter $(call q,$(ONLY)),--skip Walk)
	@mkdir -p $(APART)
	$(call apart_object,PressSetup,-swift-version 5)
	$(call apart_object,PressCheck,-swift-version 6)
	$(call apart,PressABI,-swift-version 6 -typecheck)
	$(call apart,pressd,-swift-version 5 -typecheck -I Sources/CPressLinux/include -Xcc -fmodule-map-file=Sources/CPressLinux/include/module.modulemap)
# What lies below the C ABI links without it: no part calls a function of C that is above it.
	swiftc -emit-library -o $(APART)/below.so $(call objects,.build/test/release,PressCore PressDevice) $(APART)/*.o -Xlinker --no-undefined
# LIBPRESS_WALKS=most or all: more of them.
test-walks:
	$(swift_tests) --filter $(if $(ONLY),$(call q,$(ONLY)),Walk)
# What takes minutes more.
test-walks-most:
	LIBPRESS_WALKS=most $(MAKE) --no-print-directory test-walks ONLY='(Engine|Interaction|Drag|Room)WalkTests/(everyState|otherSetups|losesNothing)'
test-walks-all:
	LIBPRESS_WALKS=all $(MAKE) --no-print-directory test-walks

# What is made from the headers is what they say, and the library does what they say of every config field.
test-contract: $(SO) .build/venv/ready
	$(CONTRACT) check
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTEST) Tests/contract
contract:
	$(CONTRACT) write

# What programs that are built already rely on is as it was recorded; `make abi` records what is new, and no change.
test-abi: $(SO) .build/venv/ready
	Tests/need.sh abidiff=abigail-tools gcc=gcc cppcheck=cppcheck
	Tests/abi/abi.py check --so $(SO)
	$(PYTEST) Tests/abi --ignore=Tests/abi/test_grown.py
# A program that was built before runs with a library that has grown: both are built, the second from a copy.
test-grown: $(SO) .build/venv/ready
	$(PYTEST) Tests/abi/test_grown.py
abi:
	Tests/need.sh abidiff=abigail-tools gcc=gcc
	Tests/abi/abi.py record

# What ships: exports, undefined symbols, traps, allocation, sizes, stack, instructions; against the recorded figures.
SHIPS = python3 Tests/ships/check.py --so $(SO) --archive $(A) --out $(BUILD)/ships
FOR_AARCH64 = --aarch64 build/aarch64/libpress.o
test-ships: $(ROOT)/lib/libpress.a
	Tests/need.sh valgrind=valgrind
	$(SHIPS)
# With what is linked for aarch64, the module of WebAssembly, and proof that nothing but a config can trap.
test-ships-all: $(ROOT)/lib/libpress.a build/aarch64/libpress.o build/wasm32/libpress.wasm .build/ir/checked/Press.ll .build/venv/ready
	Tests/need.sh wasm-objdump=wabt valgrind=valgrind
	$(SHIPS) $(FOR_AARCH64)
	$(GROWTH)
	python3 Tests/ships/traps.py .build/ir/checked/Press.ll
	python3 Tests/ships/wasm.py build/wasm32/libpress.wasm
	$(PYTEST) Tests/ships
# What targets cost by how many there are: a table, and an error where it grows too fast.
GROWTH = python3 Tests/ships/growth.py $(SO) $(BUILD)/ships
growth: $(SO)
	Tests/need.sh valgrind=valgrind
	$(GROWTH)
figures: $(ROOT)/lib/libpress.a build/aarch64/libpress.o .build/venv/ready
	$(SHIPS) $(FOR_AARCH64) --record

# What plays in real time mostly waits, so four at a time do not disturb each other.
test-pressd: test-pressd-fast test-pressd-real
test-pressd-fast: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTEST) -m "not real_time" $(if $(ONLY),-k $(call q,$(ONLY)),-n 3 --dist loadfile) Tests/pressd
# LIBPRESS_STORM=SECONDS: how long.
test-storm: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTEST) --timeout 0 -s Tests/pressd/test_storm.py -k however_long
test-pressd-real: $(ROOT)/lib/libpress.a .build/venv/ready
	PRESSD=$(HERE)/$(ROOT)/bin/pressd $(PYTEST) -m real_time --timeout 60 -o timeout_func_only=true -n 4 Tests/pressd

# Stories of fingers and calls with their answers, through C and through Python; PIN=1 writes the answers.
test-scenarios: .build/venv/ready $(SO) build/tests/play
	LIBPRESS_PLAY=$(HERE)/$(BUILD)/tests/play LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src LIBPRESS_PIN=$(PIN) \
	  $(PYTEST) Tests/scenarios

# The programs in the READMEs and in docs/, pasted into a file, print what stands there.
test-readme: .build/venv/package
	$(PYTHON) Tests/readme/run.py c python

# PIN=1 records the screens of the samples.
test-examples: .build/venv/package
	LIBPRESS_PIN=$(PIN) Tests/examples/test.sh

# The shape of the sources: lengths, and folders that need each other. The words of the glossary, names that documents mention, links,
# that what people ask leads to the page that answers it, that docs/conformance.md and its pages say what the tests pin, that what README
# and SECURITY claim has a test, that mutants that are explained are there, and that those of pressd can be planted.
test-style:
	python3 Tests/style/check.py
	python3 Tests/style/words.py
	python3 Tests/style/sentences.py
	python3 Tests/style/names.py
	python3 Tests/style/questions.py
	python3 Tests/style/conformance.py
	python3 Tests/style/claims.py
	python3 -B Tests/recipe/recipe.py --check
	packaging/facts.py check
	python3 Tests/install/links.py .
	python3 Tests/mutants/run.py --list --count 0
	Tests/vm/mutants.sh check

# docs/conformance.md and its pages, from Tests/style/statements.md and the tags in the tests.
conformance:
	python3 Tests/style/conformance.py write

# Small faults planted in the core, and which of them the tests of C do not notice; ARGS="--count 300 --seed 2", for example.
mutants: need
	python3 Tests/mutants/run.py $(ARGS)
