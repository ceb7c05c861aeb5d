# The library and pressd: build/libpress.so, libpress.a, pressd; with ARCH=... below build/ARCH.

# SwiftPM compiles; what it made is gathered in one object in which press_* alone is global: a program that carries the
# Swift runtime must not take ours for its own.
compile = LIBPRESS_EMBEDDED=1 swift build -c release --omit-frame-pointers --scratch-path $(SCRATCH) $(SWIFT_$(ARCH)) --target
objects = $$(ls $(1:%=$(SCRATCH)/release/%.build/*.o))

# Strings and tables of what reads a config, and of checks, apart: who uses neither does not link them.
own_constants = $(foreach one,.rodata .rodata.str1.1 .rodata.str1.4 .rodata.str1.16,--rename-section $(one)=$(one:.rodata%=.rodata.$(1)%))
apart = for one in $(call objects,Press$(1)) $(SCRATCH)/release/PressABI.build/$(1).swift.o; do $(OBJCOPY) $(call own_constants,$(1)) $$one "$(BUILD)/apart/$(1)-$${one\#\#*/}" || exit 1; done

$(BUILD)/libpress.o: $(LIBRARY)
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
	$(if $(CORES_$(ARCH)),clang --target=$(TARGET) -Os -ffreestanding -ffunction-sections -Iinclude '-DCORES=$(CORES_$(ARCH):%=ON(%))' -c Sources/PressABI/cores.c -o $(BUILD)/cores.o)
	@exports=$$($(CONTRACT) functions) && $(LD) -r --gc-sections -T Sources/PressABI/ship.ld $$(printf ' -u %s' $$exports) -o $@ \
	  $(if $(CORES_$(ARCH)),$(foreach one,$(CORES_$(ARCH)),-u press_engine_init_on_$(one) -u press_pad_init_on_$(one)) $(BUILD)/cores.o) \
	  $$(ls $(foreach one,PressCore PressDevice PressABI,$(SCRATCH)/release/$(one).build/*.o) | grep -v 'PressABI.build/\(Setup\|Check\).swift.o') $(BUILD)/apart/*.o
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
$(BUILD)/pressd: $(A) $(SOURCES)
	find $(SCRATCH) -path '*/release/pressd.build/*.o' -delete
	$(compile) pressd
	$(with_id) $(CC) -O2 Sources/CPressLinux/*.c $(call objects,pressd PressDevice PressSetup) $(A) -I Sources/CPressLinux/include \
	  -Wl,-T,Sources/pressd/install/discard.ld -Wl,--gc-sections -Wl,-z,relro -Wl,-z,now

ifndef ARCH
build/aarch64/libpress.o: $(LIBRARY)
	Tests/need.sh $(TOOLS_aarch64)
	$(MAKE) --no-print-directory $@ ARCH=aarch64
build/wasm32/libpress.wasm: $(LIBRARY)
	$(MAKE) --no-print-directory $@ ARCH=wasm32
endif
