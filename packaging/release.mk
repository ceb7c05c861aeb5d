# Packages, wheels and archives of the library that is built. Included by the Makefile.

#? make release             wheels, archives and packages of every processor, in build/release
# Debian packages, in build/deb; for another processor, build/ARCH/deb.
DEBS ?= $(BUILD)/deb
deb: lib man
	Tests/need.sh dh=debhelper dh_python3=dh-python
	packaging/build.sh $(DEBS) $(ARCH)

# What pip calls a processor, and the oldest system that its wheel is for. The library in a wheel names no C library, so that
# glibc and musl both serve. There is no manylinux of ARMv6, and none of RISC-V for pip before 24.1: pip takes "linux" there.
MACHINE         := $(or $(ARCH),$(shell uname -m))
TAGS_x86_64     := manylinux_2_17_x86_64.musllinux_1_2_x86_64
TAGS_aarch64    := manylinux_2_17_aarch64.musllinux_1_2_aarch64
TAGS_armv7      := manylinux_2_17_armv7l.musllinux_1_2_armv7l
TAGS_armv6      := linux_armv6l.musllinux_1_2_armv6l
TAGS_riscv64    := linux_riscv64.manylinux_2_31_riscv64.musllinux_1_2_riscv64

# The Python package with the library inside, in build/wheel, for any Python from 3.11; for another processor, build/ARCH/wheel.
# It is made from a copy, so that nothing of earlier builds comes in.
wheel: $(PORTABLE) .build/packager/ready
	@test -n "$(TAGS_$(MACHINE))" || { echo "make: there is no wheel for $(MACHINE)" >&2; exit 1; }
	rm -rf $(BUILD)/wheel $(BUILD)/wheel-tree && mkdir -p $(BUILD)/wheel-tree/src
	cp -R bindings/python/{setup.py,pyproject.toml,README.md} LICENSE $(BUILD)/wheel-tree/
	tar -C bindings/python/src $(NO_LEFTOVERS) -cf - libpress | tar -C $(BUILD)/wheel-tree/src -xf -
	chmod -R u=rwX,go=rX $(BUILD)/wheel-tree
	umask 022 && LIBPRESS_LIBRARY=$(HERE)/$(PORTABLE) .build/packager/bin/python -m pip wheel --quiet --no-deps --no-index --no-build-isolation \
	  --wheel-dir $(BUILD)/wheel $(BUILD)/wheel-tree
	.build/packager/bin/python -m wheel tags --remove --platform-tag $(TAGS_$(MACHINE)) $(BUILD)/wheel/*.whl
	rm -rf $(BUILD)/wheel-tree
# The applications, each a wheel for every processor, in build/apps.
APPS := page study bridges
NO_LEFTOVERS := --exclude=__pycache__ --exclude='*.egg-info' --exclude='*.so'
app-wheels: .build/packager/ready
	rm -rf build/apps build/apps-tree && mkdir -p build/apps
	for one in $(APPS); do \
	  mkdir -p build/apps-tree/$$one && cp LICENSE build/apps-tree/$$one/ && \
	  tar -C apps/$$one $(NO_LEFTOVERS) -cf - pyproject.toml README.md src | tar -C build/apps-tree/$$one -xf - || exit 1; done
	chmod -R u=rwX,go=rX build/apps-tree
	umask 022 && .build/packager/bin/python -m pip wheel --quiet --no-deps --no-index --no-build-isolation --wheel-dir build/apps \
	  $(APPS:%=./build/apps-tree/%)
	rm -rf build/apps-tree
# The tools write their names into the wheel: these versions, so that it is the same again.
.build/packager/ready: packaging/release.mk
	python3 -m venv .build/packager
	.build/packager/bin/python -m pip install --quiet setuptools==80.9.0 wheel==0.45.1
	touch $@

# ---- A release ------------------------------------------------------------------------------------------------------

# Everything for every processor, in build/release, with checksums and a list of what is in it (SPDX). The same bytes from every
# clean clone of a commit, by the same compilers. RELEASE_FOR=aarch64 makes one alone; RELEASE_SOURCES= leaves out what a compiler of C builds.
RELEASE     := build/release
RELEASE_FOR := x86_64 aarch64 armv7 armv6 riscv64 $(filter cortex-% riscv32% wasm32,$(PROCESSORS))
RELEASE_SOURCES := yes
WITH_WHEEL  := x86_64 aarch64 armv7 armv6 riscv64
WITH_DEB    := x86_64 aarch64 armv7
release:
	rm -rf $(RELEASE) build/man build/*/man && mkdir -p $(RELEASE)
	for machine in $(RELEASE_FOR); do \
	  arch=$$machine; [ $$machine != $$(uname -m) ] || arch=; \
	  $(MAKE) --no-print-directory released ARCH=$$arch || exit 1; done
	$(MAKE) --no-print-directory app-wheels && cp build/apps/*.whl $(RELEASE)/
	$(if $(RELEASE_SOURCES),$(MAKE) --no-print-directory source boards && cp $$(find $(SOURCE) $(BOARDS) -maxdepth 1 -type f) $(RELEASE)/)
	packaging/changelog.py notes > $(RELEASE)/libpress-$(VERSION).md
	packaging/sbom.py $(RELEASE) $(VERSION)
	cd $(RELEASE) && sha256sum $$(LC_ALL=C ls) > ../SHA256SUMS && mv ../SHA256SUMS .

# What only the person who releases can do: CONTRIBUTING.md has the order. KEY is what gpg knows that person's key by.
#? make sign KEY=...        signs the checksums of build/release; make tag KEY=... tags the commit with the notes of the version
.PHONY: app-wheels sign tag facts rehearsal test-signing
#? make rehearsal           makes a release, and does with all of it in a fresh Debian what the documents say
rehearsal: release
	Tests/packages/rehearse.sh $(RELEASE) $(BUILD)/rehearsal $(VERSION)
sign tag:
	packaging/$@.sh $(RELEASE) $(VERSION) $(call q,$(KEY))
#? make facts               writes version, addresses and names of packaging/facts.toml where they are repeated
facts:
	packaging/facts.py write

# Of one processor: the archive (named so that pip does not take it for a Python package), which is what `make install` puts under PREFIX, and where there are, the wheel and the packages.
NAME = libpress-$(VERSION)-$(MACHINE)
ARCHIVE = libpress_$(VERSION)_$(MACHINE).tar.gz
.PHONY: released
released: $(if $(filter $(MACHINE),$(WITH_WHEEL)),wheel) $(if $(filter $(MACHINE),$(WITH_DEB)),deb) lib man $(if $(BARE),,$(PORTABLE))
	rm -rf $(BUILD)/stage
	$(MAKE) --no-print-directory install PREFIX=/usr/local PC_PREFIX='$$$${pcfiledir}/../..' DESTDIR=$(BUILD)/stage $(if $(BARE),,SHIPPED=$(PORTABLE))
	mv $(BUILD)/stage/usr/local $(BUILD)/stage/$(NAME)
	tar -C $(BUILD)/stage --format=gnu --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
	  -cf - $(NAME) | gzip -9n > $(RELEASE)/$(ARCHIVE)
	rm -rf $(BUILD)/stage
	$(if $(filter $(MACHINE),$(WITH_WHEEL)),cp $(BUILD)/wheel/*.whl $(RELEASE)/)
	$(if $(filter $(MACHINE),$(WITH_DEB)),cp $(BUILD)/deb/*.deb $(RELEASE)/)
