# Processors: what Swift compiles for each, and which compiler links.

# For each what Swift compiles for, and the prefix of the compiler that links (CC=... takes another one).
without             := -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector
bare                := $(without) -Xcc -DPRESS_ANY_CORE
arm                 := -Xcc -mfpu=none $(bare) -Xcc -fshort-enums
SWIFT_aarch64       := --triple aarch64-none-none-elf
SWIFT_armv7         := --triple armv7-none-none-eabi -Xcc -march=armv7-a -Xcc -mfpu=vfpv3-d16 -Xcc -mfloat-abi=hard
SWIFT_armv6         := --triple armv6-none-none-eabi -Xcc -march=armv6 -Xcc -mfloat-abi=hard
SWIFT_riscv64       := --triple riscv64-none-none-eabi -Xcc -march=rv64gc -Xcc -mabi=lp64d
SWIFT_cortex-m0plus := --triple armv6m-none-none-eabi $(arm)
SWIFT_cortex-m3     := --triple armv7em-none-none-eabi -Xcc -mcpu=cortex-m3 $(arm)
SWIFT_cortex-m4     := --triple armv7em-none-none-eabi $(arm)
SWIFT_cortex-m7     := --triple armv7em-none-none-eabi -Xcc -mcpu=cortex-m7 $(arm)
SWIFT_cortex-m33    := --triple armv7em-none-none-eabi -Xcc -mcpu=cortex-m33 $(arm)
SWIFT_riscv32       := --triple riscv32-none-none-eabi -Xcc -march=rv32imc -Xcc -mabi=ilp32 $(bare)
SWIFT_riscv32imac   := --triple riscv32-none-none-eabi -Xcc -march=rv32imac -Xcc -mabi=ilp32 $(bare)
SWIFT_wasm32        := --triple wasm32-unknown-none-wasm $(without)
# Of those without a system the cores that the code runs on (include/press/base.h), and how clang names the processor.
CORES_cortex-m0plus := armv6m armv7m armv7em armv8m_base armv8m armv8m_dsp
CORES_cortex-m3     := armv7m armv7em armv8m armv8m_dsp
CORES_cortex-m4     := armv7em armv8m_dsp
CORES_cortex-m7     := $(CORES_cortex-m4)
CORES_cortex-m33    := armv8m_dsp
CORES_riscv32       := rv32imc
CORES_riscv32imac   := rv32imc
TARGET_riscv32      := riscv32-none-elf -march=rv32imc -mabi=ilp32
TARGET_riscv32imac  := riscv32-none-elf -march=rv32imac -mabi=ilp32
TARGET              = $(or $(TARGET_$(ARCH)),thumbv7em-none-eabi -mcpu=$(ARCH) -mfpu=none -fshort-enums)
CC_aarch64          := aarch64-linux-gnu-gcc
CC_armv7            := arm-linux-gnueabihf-gcc
CC_riscv64          := riscv64-linux-gnu-gcc
# Debian's C library for hard float requires ARMv7. A program that takes its older one with it runs on any ARM Linux.
CC_armv6            := arm-linux-gnueabi-gcc -march=armv6 -static -Wl,--no-warn-mismatch
SO_CC_armv6         := arm-linux-gnueabihf-gcc -march=armv6+fp -marm -nodefaultlibs -Wl,--no-warn-mismatch
LIBGCC_armv7        = $$($(CC) -print-libgcc-file-name)
LIBGCC_armv6        := $$(arm-linux-gnueabi-gcc -print-libgcc-file-name)
SO_LIBS_armv6       := $(LIBGCC_armv6) -lc
# Required tools = Debian package (empty: part of the Swift toolchain).
TOOLS_aarch64       := aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross
TOOLS_armv7         := arm-linux-gnueabihf-gcc=gcc-arm-linux-gnueabihf /usr/arm-linux-gnueabihf/include/stdio.h=libc6-dev-armhf-cross
TOOLS_armv6         := $(TOOLS_armv7) arm-linux-gnueabi-gcc=gcc-arm-linux-gnueabi /usr/arm-linux-gnueabi/include/stdio.h=libc6-dev-armel-cross
TOOLS_riscv64       := riscv64-linux-gnu-gcc=gcc-riscv64-linux-gnu /usr/riscv64-linux-gnu/include/stdio.h=libc6-dev-riscv64-cross
TOOLS_wasm32        := wasm-ld=
PROCESSORS          := aarch64 armv7 armv6 riscv64 cortex-m0plus cortex-m3 cortex-m4 cortex-m7 cortex-m33 riscv32 riscv32imac wasm32
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
  ifneq ($(filter arm% cortex-% riscv32% wasm32,$(ARCH)),)
    export LIBPRESS_NO_ALLOCATION_CHECK := 1
  endif
else
  TOOLS   := ld=binutils cc=gcc
  SCRATCH := .build/embedded
  OBJCOPY := objcopy
  STRIP   := strip --strip-debug
endif
