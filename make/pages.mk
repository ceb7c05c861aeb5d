# Manual, site, JavaScript module, playground, live page; their tests, which take a browser.

.PHONY: man js playground run-playground pictures screens page-load test-js test-browser test-playground test-page test-site \
  docs site run-docs

#? make js                  the JavaScript module, in build/js
#? make run-playground      all interactions on a page, at http://127.0.0.1:8000/
#? make docs                the site of the documents, in build/docs/site; make run-docs: the same, compressed, at http://127.0.0.1:8000/
PLAYGROUND := build/playground/index.html

# The JavaScript module with the library inside, in build/js: the folder that programs import as "libpress".
js: build/js/package.json
build/js/package.json: build/wasm32/libpress.wasm $(wildcard bindings/js/src/*.*s bindings/js/src/generated/*) $(wildcard bindings/js/*.json) bindings/js/README.md
	Tests/need.sh node=nodejs tsc=node-typescript
	rm -rf $(@D)
	tsc -p bindings/js
	cp -r bindings/js/src/* build/wasm32/libpress.wasm bindings/js/README.md LICENSE $(@D)/
	sed 's|@VERSION@|$(VERSION)|' bindings/js/package.json > $@

# A page to play with, in build/playground: any web server serves it; `make run-playground` does at port 8000. The library in it has the functions
# that the page calls, and that of the album alone, which the first page of the site shows in a frame, has still fewer.
playground: $(PLAYGROUND)
NOT_IN_THE_ALBUM := check_|finding|converter_|drv2605l_|supply_|idle_|feedback_|calibration_|curve_|circuit|surface_|place_|median|one_euro|pad_|grid_|sensor_|setup_|profile_|storage_check|time_extend|bus_
NOT_PLAYED := interactions_[^i]|check_|finding|converter_([^c]|conflicts)|drv2605l_[^c]|supply_|idle_|feedback_|calibration_|curve_|circuit_conductance|surface_|place_|median|one_euro|engine_adopt|grid_(set_gains|reset|tare|lost|get_(config|lines|load|map|shape|stats))|pad_[^c]|setup_(start|step|stop|begin|line|option|section_line|get_wire|frame_us|next_deadline|last_error|conflicts|get_transition|decimal)|profile_|storage_check|time_extend
PLAYED = wasm-ld --no-entry -O2 --gc-sections --strip-all --compress-relocations --stack-first -z stack-size=32768 --export-table --growable-table \
  --export=__heap_base $$($(CONTRACT) functions | tr ' ' '\n' | grep -vE '^press_($(1))' | sed 's/^/--export=/') -o $(2) build/wasm32/libpress.o
BUNDLE = esbuild --bundle --format=esm --minify --charset=utf8 --log-level=warning
$(PLAYGROUND): build/js/package.json $(shell find apps/playground/src apps/page/src/libpress_page/chart -type f)
	Tests/need.sh esbuild=esbuild
	rm -rf $(@D) build/playground-modules && mkdir -p $(@D) build/playground-modules/libpress
	cp -r build/js/*.js build/js/generated build/playground-modules/libpress/
	cp -r apps/playground/src/* build/playground-modules/
	cp apps/page/src/libpress_page/chart/index.js build/playground-modules/spread.js
# One file for all modules: each would be asked for once the one that names it is there.
	$(BUNDLE) build/playground-modules/main.js --outfile=$(@D)/main.js
	sed -i 's|libpress.wasm|album.wasm|' build/playground-modules/libpress/web.js
	$(BUNDLE) build/playground-modules/only.js --outfile=$(@D)/album.js
	$(call PLAYED,$(NOT_PLAYED),$(@D)/libpress.wasm)
	$(call PLAYED,$(NOT_IN_THE_ALBUM),$(@D)/album.wasm)
	cp $(wildcard $(addprefix apps/playground/src/,*.html *.css *.svg *.webp)) $(@D)/
	sed 's|main\.js|album.js|; s|libpress\.wasm|album.wasm|; s|<html lang="en">|<html lang="en" data-only="album">|' apps/playground/src/index.html > $(@D)/album.html
run-playground: $(PLAYGROUND)
	python3 apps/playground/serve.py $(<D) $(or $(PORT),8000)

# The manual, from the comments of the headers, from docs/pressd and docs/tools.
$(BUILD)/man: docs/man/generate.py $(wildcard contract/*.py docs/pressd/*.md docs/tools/*.md) docs/pressd.md docs/tools.md Sources/pressd/Start/CommandLine.swift $(wildcard include/*.h include/press/*.h)
	python3 -B $< $@
man: $(BUILD)/man

# Both in one archive, for any web server: build/libpress_VERSION_site.tar.gz. It has each text compressed, too, for servers that look for
# NAME.gz, such as nginx with gzip_static and Caddy with precompressed.
site: docs
	find build/docs/site -type f -regex '.*\.\(html\|css\|js\|json\|svg\|wasm\|txt\)' -exec gzip -9nk {} +
	tar -C build/docs --format=gnu --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
	  --transform 's|^site|libpress-$(VERSION)-site|' -cf - site | gzip -9n > build/libpress_$(VERSION)_site.tar.gz
	find build/docs/site -type f -name '*.gz' -delete

# The site of the documents, with the reference of C and of Python; open build/docs/site/index.html.
# The playground is its folder play/. SITE=https://... is where it will be: pictures of shared pages have whole addresses.
docs: .build/venv/sphinx $(SO) $(PLAYGROUND)
	$(PYTHON) docs/site/assemble.py build/docs/pages build/docs/site
	LIBPRESS_SITE=$(SITE) LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(PYTHON) -m sphinx -q -W --keep-going -d build/docs/doctrees build/docs/pages build/docs/site
	rm -rf build/docs/site/play build/docs/site/.doctrees
	$(PYTHON) docs/site/bundle.py build/docs/site
	cp -R build/playground build/docs/site/play
	sed -i 's|content="card.webp"|content="$(SITE)play/card.webp"|' build/docs/site/play/index.html
# The site as a host of static pages serves it: compressed, at port 8000.
run-docs:
	python3 apps/playground/serve.py build/docs/site $(or $(PORT),8000)
.build/venv/sphinx: .build/venv/ready
	$(PYTHON) -m pip install --quiet sphinx furo myst-parser sphinx-copybutton
	touch $@

# The JavaScript module against the logs of the C library and of Python, and its types.
test-js: build/js/package.json $(ROOT)/lib/libpress.a .build/venv/ready
	Tests/need.sh esbuild=esbuild rollup=rollup
	@mkdir -p $(BUILD)/tests
	eval $(CC) $(STRICT) -o $(BUILD)/tests/replay Tests/processors/replay.c "$$(pkg-config --cflags --libs libpress)"
	LIBPRESS_WASM=$(HERE)/build/wasm32/libpress.wasm LIBPRESS_REPLAY=$(HERE)/$(BUILD)/tests/replay node --test $(if $(ONLY),--test-name-pattern $(call q,$(ONLY))) bindings/js/tests/*.test.js
	tsc -p bindings/js/tests
	$(PYTHON) Tests/readme/run.py js
	LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src python3 Tests/setup/alike.py $(HERE)/$(ROOT)/bin/pressd build/js/node.js

# The module in a browser.
test-browser: build/js/package.json
	Tests/need.sh chromium=chromium esbuild=esbuild
	LIBPRESS_WASM=$(HERE)/build/wasm32/libpress.wasm node bindings/js/tests/browser.mjs

# The playground in a browser: by pen, by mouse, by finger, by key; what it costs, and how it looks.
BROWSE := Tests/need.sh chromium=chromium chromedriver=chromium-driver
# A browser beside other programs answers when it can: what fails runs once more, and the run says so.
BROWSED = $(PYTEST) -rR --reruns 1
test-playground: $(PLAYGROUND) $(ROOT)/lib/libpress.a .build/venv/browsed
	$(BROWSE)
	LIBPRESS_WASM=$(HERE)/build/wasm32/libpress.wasm node --test apps/playground/tests/*.test.js
	PRESSD=$(ROOT)/bin/pressd LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src PYTHON=$(PYTHON) $(BROWSED) apps/playground/tests
.build/venv/browsed: .build/venv/ready
	$(PYTHON) -m pip install --quiet selenium axe-selenium-python pytest-rerunfailures
	touch $@

# The live page of the command: a person's whole way on a phone, and viewers that forge, flood and never read.
test-page: lib .build/venv/browsed .build/venv/page
	$(BROWSE)
	LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(BROWSED) apps/page/tests/browser
.build/venv/page: .build/venv/apps
	$(PYTHON) -m pip install --quiet $(PAGE_PACKAGES)
	touch $@
# What viewers of the page cost its server, up to a hundred.
page-load: lib .build/venv/page
	@$(PYTHON) apps/page/tests/browser/load.py

# Takes the screens of the command that docs/tools shows, again. To be done when they look different.
screens: .build/venv/package
	env -u LD_LIBRARY_PATH $(PYTHON) bindings/python/tests/screens.py

# The site of the documents in a browser, and its search in Node.
test-site: docs .build/venv/browsed
	$(BROWSE)
	Tests/need.sh node=nodejs
	LIBPRESS_LIBRARY=$(HERE)/$(SO) $(BROWSED) Tests/site

# Takes the pictures of the playground and of the live page that the documents show, again. To be done when they look different.
pictures: $(PLAYGROUND) .build/venv/browsed .build/venv/page $(SO)
	$(BROWSE)
	PYTHONPATH=bindings/python/src $(PYTEST) apps/playground/tests/test_pictures.py
	PYTHONPATH=bindings/python/src $(PYTEST) apps/page/tests/browser/test_pictures.py
	mv build/playground-pictures/card.webp apps/playground/src/
	cp build/playground-pictures/*.webp build/page-pictures/*.webp docs/
