# Processors: what Swift compiles for each, and which compiler links.

# For each what clang makes code for, and the prefix of the compiler that links (CC=... takes another one). What Swift does is the same for
# all of a family (FAMILY_...; else the processor's own): what it compiles for.
BITS_arm            := 32
BITS_cortex         := 32
BITS_riscv32        := 32
BITS_wasm32         := 32
FAMILY_armv7        := arm
FAMILY_armv6        := arm
FAMILY_cortex-m0plus := cortex
FAMILY_cortex-m3    := cortex
FAMILY_cortex-m4    := cortex
FAMILY_cortex-m7    := cortex
FAMILY_cortex-m33   := cortex
FAMILY_riscv32imac  := riscv32
bare                := -Xfrontend -disable-stack-protector -Xcc -DPRESS_ANY_CORE
SWIFT_aarch64       := -target aarch64-none-none-elf
SWIFT_arm           := -target armv6-none-none-eabi -Xcc -march=armv6 -Xcc -mfloat-abi=hard
SWIFT_riscv64       := -target riscv64-none-none-eabi -Xcc -march=rv64gc -Xcc -mabi=lp64d
SWIFT_cortex        := -target armv7em-none-none-eabi -Xcc -mfpu=none -Xcc -fshort-enums $(bare)
SWIFT_riscv32       := -target riscv32-none-none-eabi -Xcc -march=rv32imc -Xcc -mabi=ilp32 $(bare)
SWIFT_wasm32        := -target wasm32-unknown-none-wasm -Xfrontend -disable-stack-protector
SWIFT_wasm64        := -target wasm64-unknown-none-wasm -Xfrontend -disable-stack-protector
arm                 := -mfpu=none -fshort-enums
CODE_aarch64        := --target=aarch64-none-none-elf -fPIC
CODE_armv7          := --target=armv7-none-none-eabi -march=armv7-a -mfpu=vfpv3-d16 -mfloat-abi=hard -fPIC
CODE_armv6          := --target=armv6-none-none-eabi -march=armv6 -mfloat-abi=hard -fPIC
CODE_riscv64        := --target=riscv64-none-none-eabi -march=rv64gc -mabi=lp64d -fPIC
CODE_cortex-m0plus  := --target=thumbv6m-none-none-eabi -mcpu=cortex-m0plus $(arm)
CODE_cortex-m3      := --target=thumbv7m-none-none-eabi -mcpu=cortex-m3 $(arm)
CODE_cortex-m4      := --target=thumbv7em-none-none-eabi -mcpu=cortex-m4 $(arm)
CODE_cortex-m7      := --target=thumbv7em-none-none-eabi -mcpu=cortex-m7 $(arm)
CODE_cortex-m33     := --target=thumbv8m.main-none-none-eabi -mcpu=cortex-m33 $(arm)
CODE_riscv32        := --target=riscv32-none-none-eabi -march=rv32imc -mabi=ilp32
CODE_riscv32imac    := --target=riscv32-none-none-eabi -march=rv32imac -mabi=ilp32
CODE_wasm32         := --target=wasm32-unknown-none-wasm
# Of those without a system the cores that the code runs on (include/press/base.h).
CORES_cortex-m0plus := armv6m armv7m armv7em armv8m_base armv8m armv8m_dsp
CORES_cortex-m3     := armv7m armv7em armv8m armv8m_dsp
CORES_cortex-m4     := armv7em armv8m_dsp
CORES_cortex-m7     := $(CORES_cortex-m4)
CORES_cortex-m33    := armv8m_dsp
CORES_riscv32       := rv32imc
CORES_riscv32imac   := rv32imc
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
  $(if $(CODE_$(ARCH)),,$(error ARCH=$(ARCH) is not one of $(PROCESSORS)))
  TOOLS := ld.lld= llvm-ar= llvm-objcopy=
  ifeq ($(origin CC),default)
    TOOLS   += $(TOOLS_$(ARCH))
    CC      := $(CC_$(ARCH))
    SO_CC   := $(SO_CC_$(ARCH))
    SO_LIBS := $(SO_LIBS_$(ARCH))
  endif
  # The tools that come with Swift take objects of any processor. Not GNU ld: it cannot read what lld leaves of debug data.
  LD      := ld.lld
  AR      := llvm-ar
  OBJCOPY := llvm-objcopy --strip-debug
  STRIP   := llvm-objcopy --strip-debug
  # wasm-ld has stripped already, and llvm-objcopy spoils what it takes.
  $(if $(filter wasm32,$(ARCH)),$(eval STRIP := true))
else
  TOOLS   := ld=binutils cc=gcc
  OBJCOPY := objcopy
  STRIP   := strip --strip-debug
endif
