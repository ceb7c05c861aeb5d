# The virtual environment, the Python package and the applications, their tests; quality, studies, costs.

.PHONY: bench test-python-long test-pythons test-python test-apps test-apps-fast quick-apps test-bridges test-home-assistant test-quality quality strikes study-size

#? make bench               what calls cost, beside peers; make quality: how right contacts are found
TEST_PACKAGES := pytest pytest-xdist pytest-timeout hypothesis numpy OneEuroFilter==0.2.1 gpiozero click rich matplotlib pyte jsonschema 'mypy==2.4.*' pyright 'ruff==0.17.*'
# What studies and bridges need beside them.
PAGE_PACKAGES := 'nicegui>=3.18,<4' 'segno>=1.6'
EXTRA_PACKAGES := paho-mqtt python-osc mido pyarrow dask distributed optuna duckdb
.build/venv/ready: bindings/python/pyproject.toml
	python3 -m venv .build/venv
	$(PYTHON) -m pip install --quiet --upgrade pip
	$(PYTHON) -m pip install --quiet $(TEST_PACKAGES)
	touch $@

# The applications, as they stand in apps: the command finds them, and what is edited counts at once.
.build/venv/apps: .build/venv/ready $(wildcard apps/*/pyproject.toml)
	$(PYTHON) -m pip install --quiet --no-deps $(patsubst %/pyproject.toml,-e ./%,$(wildcard apps/*/pyproject.toml))
	touch $@
.build/venv/extras: .build/venv/apps
	$(PYTHON) -m pip install --quiet $(EXTRA_PACKAGES)
	touch $@

# The virtual environment's pytest; a test that hangs fails with a trace of where it stands.
PYTEST = $(PYTHON) -m pytest -q -rs --timeout 600

# The package as a user installs it: the library goes into the wheel.
PACKAGE := bindings/python/setup.py $(shell find bindings/python/src -name '*.py')
.build/venv/package: $(ROOT)/lib/libpress.a .build/venv/ready $(PACKAGE)
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) -m pip install --quiet --force-reinstall --no-deps ./bindings/python
	touch $@

AS_INSTALLED = env -u LD_LIBRARY_PATH $(PYTEST) -n 2 --dist loadfile
test-python: .build/venv/package
	$(AS_INSTALLED) -m "not long" $(if $(ONLY),-k $(call q,$(ONLY))) bindings/python/tests
# The applications: their models, and with browsers, brokers and receivers the rest. make quick-apps ONLY=WORD: some of the first.
test-apps: test-apps-fast test-page test-bridges test-playground
APP_TESTS := apps/tests apps/page/tests apps/study/tests apps/bridges/tests
AMONG_APPS := --ignore=apps/page/tests/browser --ignore=apps/bridges/tests/receivers $(APP_TESTS)
test-apps-fast: .build/venv/package .build/venv/extras .build/venv/page $(BUILD)/pressd
	$(AS_INSTALLED) -m "not long" $(if $(ONLY),-k $(call q,$(ONLY))) $(AMONG_APPS)
quick-apps: .build/venv/extras .build/venv/page
	@$(MAKE) --no-print-directory $(QUICK)/libpress.so.1 $(QUICK)/pressd
	@PRESSD=$(HERE)/$(QUICK)/pressd LIBPRESS_LIBRARY=$(HERE)/$(QUICK)/libpress.so.1 PYTHONPATH=bindings/python/src $(PYTEST) -m "not long" $(if $(ONLY),-k $(call q,$(ONLY)),-n 3 --dist loadfile) $(AMONG_APPS)
# The same under each Python from 3.11 on that is found on the PATH or in pyenv; it says which are not here.
test-pythons: $(SO) .build/venv/ready
	$(PYTHON) Tests/pythons.py $(HERE)/$(SO) $(TEST_PACKAGES) $(EXTRA_PACKAGES) $(PAGE_PACKAGES)
# What takes a minute each.
test-python-long: .build/venv/package .build/venv/extras .build/venv/page
	$(AS_INSTALLED) -m long bindings/python/tests
	$(AS_INSTALLED) -m long $(AMONG_APPS)

# The goals of docs/quality.md on 300 presses of each person; `make quality` takes 10,000, and writes build/quality.md and
# Tests/quality/figures.json. For example: make quality QUALITY='--presses 2000 --lift-ms 0,10,20,30,40'
TSLIB := Tests/need.sh pkg-config=pkg-config tslib.pc=libts-dev
test-quality: .build/venv/package .build/venv/apps
	$(TSLIB)
	env -u LD_LIBRARY_PATH $(PYTEST) Tests/quality
QUALITY ?= --record
quality: .build/venv/package .build/venv/apps
	$(TSLIB)
	env -u LD_LIBRARY_PATH LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) Tests/quality/run.py $(QUALITY)

# How close a strike comes to how fast the finger was, and how late, by its window: the table of docs/interactions/strikes.md. Two minutes.
strikes: $(SO) .build/venv/ready
	@LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTHON) Tests/quality/strikes.py

# 10,000 simulated recordings, studied with a kill in the middle and on a cluster of two workers; RECORDINGS=1000 for fewer.
study-size: .build/venv/package .build/venv/extras
	env -u LD_LIBRARY_PATH LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTHON) apps/study/tests/size.py $(or $(RECORDINGS),10000)

bench: need .build/venv/package .build/venv/apps build/aarch64/libpress.o build/wasm32/libpress.wasm $(BUILD)/pressd
	$(TSLIB)
	Tests/need.sh node=nodejs
	$(SHIPS) $(FOR_AARCH64) --print
	env -u LD_LIBRARY_PATH LIBPRESS_LIBRARY=$(HERE)/$(SO) $(PYTHON) Tests/quality/cost.py $(BUILD)/ships/measure
	$(PYTHON) bindings/python/benchmarks/feed.py
	node bindings/js/benchmarks/feed.js
	$(PYTHON) Tests/pressd/socket_costs.py 3

# The bridges of the command against a real broker, receivers of OSC, a MIDI pipe; LIBPRESS_BOARDS=1000 simulates so many boards.
test-bridges: .build/venv/bridges $(ROOT)/lib/libpress.a
	PRESSD=$(HERE)/$(ROOT)/bin/pressd LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTEST) -m "not long" apps/bridges/tests/receivers
# Home Assistant itself, in a Debian whose Python is new enough for it: make nightly.
test-home-assistant: .build/venv/bridges $(SO) .build/home-assistant/ready
	HOME_ASSISTANT=$(HERE)/.build/home-assistant/root LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTEST) -m long apps/bridges/tests/receivers
.build/home-assistant/ready: apps/bridges/tests/receivers/home_assistant.sh
	$< $(@D)/root
	touch $@
# evdev is compiled when it is installed.
.build/venv/bridges: .build/venv/extras
	Tests/need.sh /usr/sbin/mosquitto=mosquitto mosquitto_passwd=mosquitto /usr/include/linux/uinput.h=linux-libc-dev \
	  pd=puredata-core sclang=supercollider-language csound=csound chuck=chuck oscdump=liblo-tools fluidsynth=fluidsynth \
	  /usr/share/sounds/sf2/TimGM6mb.sf2=timgm6mb-soundfont \
	  $$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h=python3-dev
	$(PYTHON) -m pip install --quiet evdev trustme jinja2 pyyaml pandas==3.1.1 polars==2.1.0 duckdb==2.0.1
	touch $@
