# For Buildroot: an archive of a release lies in the folder that LIBPRESS_SITE names. docs/install.md says what was tried.
LIBPRESS_VERSION = 0.2.0
LIBPRESS_PROCESSOR = $(if $(BR2_x86_64),x86_64,$(if $(BR2_aarch64),aarch64,$(if $(BR2_RISCV_64),riscv64,$(if $(BR2_ARM_CPU_ARMV6),armv6,armv7))))
LIBPRESS_SOURCE = libpress_$(LIBPRESS_VERSION)_$(LIBPRESS_PROCESSOR).tar.gz
LIBPRESS_SITE = $(BR2_EXTERNAL)/dl
LIBPRESS_SITE_METHOD = file
LIBPRESS_LICENSE = MIT
LIBPRESS_LICENSE_FILES = share/doc/libpress/LICENSE
LIBPRESS_INSTALL_STAGING = YES

define LIBPRESS_INSTALL_STAGING_CMDS
	mkdir -p $(STAGING_DIR)/usr/include $(STAGING_DIR)/usr/lib
	cp -R $(@D)/include/. $(STAGING_DIR)/usr/include/
	cp -RP $(@D)/lib/libpress.* $(@D)/lib/pkgconfig $(@D)/lib/cmake $(STAGING_DIR)/usr/lib/
endef

define LIBPRESS_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 755 $(@D)/lib/libpress.so.0 $(TARGET_DIR)/usr/lib/libpress.so.0
	$(if $(BR2_TOOLCHAIN_USES_GLIBC),$(INSTALL) -D -m 755 $(@D)/bin/pressd $(TARGET_DIR)/usr/bin/pressd)
	$(if $(BR2_TOOLCHAIN_USES_GLIBC),$(INSTALL) -D -m 644 $(@D)/etc/pressd.conf $(TARGET_DIR)/etc/pressd.conf)
endef

$(eval $(generic-package))
