# make install, make uninstall; what the tests take as installed: build/installed.

.PHONY: install uninstall

#? make install             PREFIX=/usr/local DESTDIR=; make uninstall removes what it installed
# What pkg-config takes for PREFIX; a release says where its file lies.
PC_PREFIX ?= $(PREFIX)
fill = python3 -B packaging/fill.py Sources/$(1) $(foreach one,PREFIX PC_PREFIX LIBDIR SYSCONFDIR VERSION SOVERSION,$(call q,$(one)=$($(one))))
# What lies in a folder goes into another one, in which folders may be links: cp -R stops at those.
copy = to=$$(cd $(2) && pwd) && cd $(1) && find . ! -type d -exec cp -P --remove-destination --parents -t "$$to" {} +
# A folder of the system below DESTDIR.
to = $(call q,$(DESTDIR)$(1))
SHIPPED ?= $(SO)
.PHONY: is-absolute
is-absolute:
	@[[ $(call q,$(PREFIX)) == /* ]] || { echo "make: PREFIX="$(call q,$(PREFIX))": it must begin with /" >&2; exit 1; }
install: is-absolute lib man
	install -d $(call to,$(PREFIX))/include/press $(call to,$(LIBDIR))/{pkgconfig,cmake/libpress} \
	  $(call to,$(SHARE))/{man,doc/libpress/examples}
	install -m 644 include/press.h $(call to,$(PREFIX))/include/
	install -m 644 include/press/* $(call to,$(PREFIX))/include/press/
	install -m 644 $(A) $(call to,$(LIBDIR))/
	$(STRIP) $(call to,$(LIBDIR))/libpress.a
ifeq ($(BARE),)
	install -d $(call to,$(PREFIX))/bin $(call to,$(UNITDIR)) $(call to,$(UDEVDIR)) $(call to,$(SYSUSERSDIR)) $(call to,$(SYSCONFDIR))
	install -m 755 $(BUILD)/pressd $(call to,$(PREFIX))/bin/
	install -m 755 $(SHIPPED) $(call to,$(LIBDIR))/
	ln -sf $(notdir $(SO)) $(call to,$(LIBDIR))/libpress.so
	$(STRIP) $(call to,$(LIBDIR))/$(notdir $(SO))
	$(STRIP) $(call to,$(PREFIX))/bin/pressd
	$(call fill,pressd/install/pressd@.service) > $(call to,$(UNITDIR))/pressd@.service
	install -m 644 Sources/pressd/install/pressd@.socket Sources/pressd/install/pressd-read@.socket $(call to,$(UNITDIR))/
	install -m 644 Sources/pressd/install/60-libpress.rules $(call to,$(UDEVDIR))/
	install -m 644 Sources/pressd/install/pressd.sysusers.conf $(call to,$(SYSUSERSDIR))/pressd.conf
	[ -e $(call to,$(SYSCONFDIR))/pressd.conf ] || \
	  install -m 644 examples/pressd/fsr402.conf $(call to,$(SYSCONFDIR))/pressd.conf
endif
ifdef MODULE
	install -m 644 $(MODULE) $(call to,$(LIBDIR))/
endif
	$(call fill,PressABI/install/libpress.pc.in) > $(call to,$(LIBDIR))/pkgconfig/libpress.pc
	$(call fill,PressABI/install/libpressConfig.cmake.in) > $(call to,$(LIBDIR))/cmake/libpress/libpressConfig.cmake
	$(call fill,PressABI/install/libpressConfigVersion.cmake.in) > $(call to,$(LIBDIR))/cmake/libpress/libpressConfigVersion.cmake
	$(call copy,$(BUILD)/man,$(call to,$(SHARE))/man)
	install -m 644 LICENSE $(call to,$(SHARE))/doc/libpress/
	$(call copy,examples,$(call to,$(SHARE))/doc/libpress/examples)
	python3 docs/install.py $(call to,$(SHARE))/doc/libpress $(call q,$(SHARE))/doc/libpress $(call q,$(PREFIX))/include
ifeq ($(DESTDIR)$(BARE),)
	@echo "installed; if programs do not find libpress.so.$(SOVERSION): sudo ldconfig (for" $(call q,$(LIBDIR)) "as the system searches it), or LD_LIBRARY_PATH="$(call q,$(LIBDIR))
endif

# Removes what `make install` with the same variables puts there. A config that was edited stays; folders that are left empty
# go too, but for those of the system itself.
UNSTAGED := $(BUILD)/uninstall
uninstall: is-absolute
	rm -rf $(UNSTAGED)
	$(MAKE) --no-print-directory install DESTDIR=$(UNSTAGED) > $(BUILD)/uninstall.log
	@packaging/uninstall.sh $(UNSTAGED) $(call q,$(DESTDIR)) $(call q,$(PREFIX)) $(call q,$(SYSCONFDIR))/pressd.conf
	rm -rf $(UNSTAGED)

# Everything below sees the library as a user does: installed, through pkg-config, which escapes blanks for `eval`.
INSTALLED := $(wildcard *.md LICENSE docs/*.* docs/*/*.md Sources/PressABI/install/* Sources/pressd/install/*) \
  $(shell find examples -type f ! -path '*/.build/*' ! -path '*/__pycache__/*')
$(ROOT)/lib/libpress.a: $(SO) $(A) $(BUILD)/pressd $(INSTALLED) $(BUILD)/man
	$(MAKE) --no-print-directory install PREFIX=$(HERE)/$(ROOT) DESTDIR=
export PKG_CONFIG_PATH := $(CURDIR)/$(ROOT)/lib/pkgconfig
export LD_LIBRARY_PATH := $(CURDIR)/$(ROOT)/lib
