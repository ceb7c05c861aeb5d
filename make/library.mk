# The library and pressd: build/libpress.so, libpress.a, pressd; with ARCH=... below build/ARCH.

# What ships is one Swift module, compiled in two steps: Swift makes LLVM's intermediate form (IR) of it, which takes most of the time and is
# the same for all processors of a family; clang makes code of that for one processor. Package.swift has the same sources as five modules,
# for tests and editors.
FAMILY   := $(or $(FAMILY_$(ARCH)),$(ARCH),native)
IR       := .build/ir/$(FAMILY)
MODULES  := PressCore PressDevice PressSetup PressCheck PressABI
# $(call swift,FAMILY): of 32 bits -no-allocations reports false errors; there the symbols say that nothing is allocated.
swift     = swiftc -wmo -parse-as-library -package-name libpress -swift-version 5 -enable-experimental-feature Embedded -Xfrontend -function-sections -gline-tables-only \
  $(if $(filter 32,$(BITS_$(1))),,-Xfrontend -no-allocations) -Xcc -fPIC -I include -Xcc -fmodule-map-file=Sources/CPress/module.modulemap \
  -Xcc -fmodule-map-file=Sources/one-module.modulemap $(SWIFT_$(1))
sources   = $$(find $(1:%=Sources/%) -name '*.swift' | LC_ALL=C sort)

# Without checks of overflow: what of the library could need them reads configs and checks them. Of the rest `make test-ships` proves that
# the compiler finds no trap in it when it does check.
.PRECIOUS: .build/ir/%/Press.ll .build/ir/%/Press.swiftmodule .build/ir/%/pressd.ll
ifndef LOCKED
# Builds for several processors of a family, at once, make its IR once.
.build/ir/%/Press.ll .build/ir/%/Press.swiftmodule: $(LIBRARY)
	@Tests/need.sh --check swift= clang= python3=python3 $(TOOLS)
	@mkdir -p $(@D)
	@flock $(@D)/lock $(MAKE) --no-print-directory LOCKED=yes .build/ir/$*/Press.ll
.build/ir/%/pressd.ll: .build/ir/%/Press.swiftmodule $(SOURCES)
	@flock $(@D)/lock $(MAKE) --no-print-directory LOCKED=yes $@
else
# The IR "checked" is that of this machine with checks.
.build/ir/%/Press.ll .build/ir/%/Press.swiftmodule: $(LIBRARY)
	$(call swift,$*) $(if $(filter checked,$*),-O,-Ounchecked) -module-name Press -emit-module -emit-module-path $(@D)/Press.swiftmodule -emit-ir -o $(@D)/Press.ll $(call sources,$(MODULES))
.build/ir/%/pressd.ll: .build/ir/%/Press.swiftmodule $(SOURCES)
	$(call swift,$*) -O -module-name pressd -Xfrontend -import-module -Xfrontend Press -I $(@D) -I Sources/CPressLinux/include \
	  -Xcc -fmodule-map-file=Sources/CPressLinux/include/module.modulemap -emit-ir -o $@ $(call sources,pressd)
endif

# Code of an IR for a processor: $(call code,IR,OBJECT[,OPTIONS of clang]). The IR names the processor that Swift was called for; clang takes it
# from its options. On ELF each string becomes a section of its own, so that who uses none of those that read a config does not link them; they
# are numbered, as Swift names them after what they say.
CODE      = $(or $(CODE_$(ARCH)),-fPIC)
own       = $(if $(findstring wasm,$(1)),,; s/@("\.str\.[^"]*"|\.str\.[\w.]+)/"\@string".($$n{$$1}||=++$$count)/ge; s/^(@\S+ = private )unnamed_addr (constant \[)/$$1$$2/)
code      = perl -pe 's/ "(target-cpu|target-features|tune-cpu)"="[^"]*"//g$(own)' $(1) | \
  clang -x ir $(or $(3),$(CODE)) -O2 -Xclang -disable-llvm-passes -ffunction-sections -fdata-sections -Wno-override-module -c - -o $(2)

$(BUILD)/libpress.o: $(IR)/Press.ll Sources/PressABI/ship.ld Sources/PressABI/cores.c Sources/PressABI/wasm.c
	@mkdir -p $(BUILD)
	$(call code,$<,$(BUILD)/Press.o)
ifdef MODULE
	clang --target=wasm32 -O2 -ffreestanding -c Sources/PressABI/wasm.c -o $(BUILD)/wasm.o
	wasm-ld -r --strip-debug -o $@ $(BUILD)/Press.o $(BUILD)/wasm.o
else
	$(if $(CORES_$(ARCH)),clang $(CODE_$(ARCH)) -Os -ffreestanding -ffunction-sections -Iinclude '-DCORES=$(CORES_$(ARCH):%=ON(%))' -c Sources/PressABI/cores.c -o $(BUILD)/cores.o)
	@exports=$$($(CONTRACT) functions) && $(LD) -r --gc-sections -T Sources/PressABI/ship.ld $$(printf ' -u %s' $$exports) -o $@ \
	  $(if $(CORES_$(ARCH)),$(foreach one,$(CORES_$(ARCH)),-u press_engine_init_on_$(one) -u press_pad_init_on_$(one)) $(BUILD)/cores.o) $(BUILD)/Press.o
	$(OBJCOPY) --wildcard --keep-global-symbol='press_*' --strip-symbol=arc4random_buf $@
endif

ifdef MODULE
# The stack comes first in the memory: one that overflows ends in a trap, not in the constants.
$(MODULE): $(BUILD)/libpress.o
	@exports=$$($(CONTRACT) functions) && wasm-ld --no-entry -O2 --gc-sections --strip-all --compress-relocations --stack-first \
	  -z stack-size=32768 --export-table --growable-table $$(printf -- ' --export=%s' __heap_base $$exports) -o $@ $<
endif

# The build id is one of what ships: the linker's own would be a hash of the folder, too.
with_id = packaging/with_id.sh $@ '$(STRIP)'
link_so = $(with_id) $(or $(SO_CC),$(CC)) -shared -nostartfiles $(filter %.o %.c,$^) -Wl,-soname,$(@F) \
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
$(BUILD)/pressd: $(IR)/pressd.ll $(A) $(wildcard Sources/CPressLinux/*.c Sources/CPressLinux/include/*)
	$(call code,$<,$(BUILD)/pressd.o)
	$(with_id) $(CC) -O2 Sources/CPressLinux/*.c $(BUILD)/pressd.o $(A) -I Sources/CPressLinux/include -Wl,--gc-sections -Wl,-z,relro -Wl,-z,now

ifndef ARCH
build/aarch64/libpress.o: $(LIBRARY)
	Tests/need.sh $(TOOLS_aarch64)
	$(MAKE) --no-print-directory $@ ARCH=aarch64
build/wasm32/libpress.wasm: $(LIBRARY)
	$(MAKE) --no-print-directory $@ ARCH=wasm32
endif
