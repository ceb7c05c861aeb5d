# For Buildroot: an archive of a release lies in the folder archives beside this recipe. docs/install.md says what was tried.
LIBPRESS_VERSION = 1.0.0
LIBPRESS_PROCESSOR = $(if $(BR2_x86_64),x86_64,$(if $(BR2_aarch64),aarch64,$(if $(BR2_RISCV_64),riscv64,$(if $(BR2_ARM_CPU_ARMV6),armv6,armv7))))
LIBPRESS_SOURCE = libpress_$(LIBPRESS_VERSION)_$(LIBPRESS_PROCESSOR).tar.gz
LIBPRESS_SITE := $(pkgdir)archives
LIBPRESS_SITE_METHOD = file
LIBPRESS_LICENSE = MIT
LIBPRESS_LICENSE_FILES = share/doc/libpress/LICENSE
LIBPRESS_INSTALL_STAGING = YES

define LIBPRESS_INSTALL_STAGING_CMDS
	mkdir -p $(STAGING_DIR)/usr/include $(STAGING_DIR)/usr/lib $(STAGING_DIR)/usr/share/man
	cp -R $(@D)/include/. $(STAGING_DIR)/usr/include/
	cp -R $(@D)/share/man/. $(STAGING_DIR)/usr/share/man/
	cp -RP $(@D)/lib/libpress.* $(@D)/lib/pkgconfig $(@D)/lib/cmake $(STAGING_DIR)/usr/lib/
endef

define LIBPRESS_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 755 $(@D)/lib/libpress.so.1 $(TARGET_DIR)/usr/lib/libpress.so.1
	$(if $(BR2_TOOLCHAIN_USES_GLIBC),$(LIBPRESS_INSTALL_PRESSD))
endef

define LIBPRESS_INSTALL_PRESSD
	$(INSTALL) -D -m 755 $(@D)/bin/pressd $(TARGET_DIR)/usr/bin/pressd
	$(INSTALL) -D -m 644 $(@D)/etc/pressd.conf $(TARGET_DIR)/etc/pressd.conf
	$(INSTALL) -D -m 644 $(@D)/lib/udev/rules.d/60-libpress.rules $(TARGET_DIR)/usr/lib/udev/rules.d/60-libpress.rules
endef

# Neither enabled nor started: pressd.conf says first what is connected.
define LIBPRESS_INSTALL_INIT_SYSTEMD
	$(INSTALL) -D -m 644 $(@D)/lib/sysusers.d/pressd.conf $(TARGET_DIR)/usr/lib/sysusers.d/pressd.conf
	$(INSTALL) -D -m 644 -t $(TARGET_DIR)/usr/lib/systemd/system $(wildcard $(@D)/lib/systemd/system/*.socket)
	sed 's|/usr/local/etc|/etc|g; s|/usr/local/bin|/usr/bin|g' $(@D)/lib/systemd/system/pressd@.service > $(TARGET_DIR)/usr/lib/systemd/system/pressd@.service
endef

# The groups of the udev rule and of pressd@.socket.
define LIBPRESS_USERS
	- -1 i2c -1 - - - - I2C buses
	- -1 gpio -1 - - - - GPIO chips
	- -1 libpress -1 - - - - input devices that pressd makes
	- -1 pressd-clients -1 - - - - clients of pressd
endef

$(eval $(generic-package))
