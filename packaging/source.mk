# The sources that a compiler of C alone builds, in build/source: libpress.c with its headers, CMake, the manual, the Python package and its applications, as
# a source package of Debian, and the Python package as a source distribution. There is no pressd: it is Swift. Included by the Makefile.
SOURCE   := build/source
TREE      = $(SOURCE)/libpress-$(VERSION)
SDIST     = $(SOURCE)/sdist/libpress-$(VERSION)
archived  = tar -C $(dir $(1)) --format=gnu --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
  -cf - $(notdir $(1)) | gzip -9n > $(2)
python    = tar -C bindings/python $(NO_LEFTOVERS) -cf - setup.py pyproject.toml MANIFEST.in README.md src | tar -C $(1) -xf -

.PHONY: source test-source
#? make source              what a compiler of C builds: for pip, CMake and Debian, in build/source
source: one-c-file .build/packager/ready
	Tests/need.sh dpkg-source=dpkg-dev
	rm -rf $(SOURCE) && mkdir -p $(TREE)/packaging $(TREE)/python $(SDIST)
	cp $(ONE)/libpress.c include/press.h CMakeLists.txt LICENSE README.md CHANGELOG.md examples/c/one_press.c $(TREE)/
	cp -R include/press $(TREE)/press
	python3 -B docs/man/generate.py $(TREE)/man && rm -rf $(TREE)/man/man5 $(TREE)/man/man1/pressd.1
	cp packaging/one.cmake packaging/dist_info.py Sources/PressABI/press.map Sources/PressABI/install/*.in $(TREE)/packaging/
	$(call python,$(TREE)/python)
	for one in $(APPS); do mkdir -p $(TREE)/apps/$$one && tar -C apps/$$one $(NO_LEFTOVERS) -cf - pyproject.toml README.md src | tar -C $(TREE)/apps/$$one -xf - || exit 1; done
	$(call archived,$(TREE),$(SOURCE)/libpress_$(VERSION).orig.tar.gz)
	packaging/debian_source.py packaging/debian $(TREE)/debian
	packaging/changelog.py debian > $(TREE)/debian/changelog
	chmod -R u=rwX,go=rX $(TREE)/debian && find $(TREE)/debian -exec touch --date=@$(SOURCE_DATE_EPOCH) {} +
	cd $(SOURCE) && dpkg-source -Zgzip --build libpress-$(VERSION) > source.log || { cat source.log; exit 1; }
	rm -rf $(SOURCE)/source.log $(TREE)/debian
	$(call python,$(SDIST))
	mkdir $(SDIST)/c && cp $(ONE)/libpress.c include/press.h $(SDIST)/c/ && cp -R include/press $(SDIST)/c/ && cp LICENSE $(SDIST)/
	cd $(SDIST) && $(HERE)/.build/packager/bin/python -c 'from setuptools import build_meta; build_meta.build_sdist("..")' > ../sdist.log
	rm -rf $(SDIST) && tar -C $(SOURCE)/sdist -xf $(SDIST).tar.gz
	$(call archived,$(SDIST),$(SOURCE)/libpress-$(VERSION).tar.gz)
	rm -rf $(SOURCE)/sdist

# Each built with nothing but Debian's compiler of C, and used; on a system that is not Linux as far as Python can see, too.
test-source: source .build/venv/ready
	Tests/need.sh dh=debhelper dh_python3=dh-python cmake=cmake lintian=lintian
	$(PYTEST) Tests/source
