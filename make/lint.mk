# What tools say of the code: its form (swift-format, clang-format, ruff), its types (mypy, tsc). Rules: .swift-format, .clang-format, ruff.toml.

.PHONY: lint format
#? make lint                form and types of all code; make format puts the form right
BY_HAND  = $(shell find Sources Tests examples include packaging Package.swift -type f -name $(1) ! -path '*/generated/*' ! -path '*/build/*' ! -path '*/.build/*' ! -name press.hpp)
LINT_C   = $(call BY_HAND,'*.[ch]') $(call BY_HAND,'*.[ch]pp')
lint: .build/venv/page
	Tests/need.sh clang-format=clang-format tsc=node-typescript
	@swift format lint --strict --parallel $(call BY_HAND,'*.swift')
	@clang-format --dry-run --Werror $(LINT_C)
	@$(PYTHON) -m ruff check --quiet --cache-dir .build/ruff .
	@$(PYTHON) -m ruff format --quiet --check --cache-dir .build/ruff .
	cd bindings/python && $(HERE)/$(PYTHON) -m mypy --no-error-summary --cache-dir $(HERE)/.build/mypy
	tsc -p bindings/js --outDir .build/types
	@echo "make lint: nothing to say"
format: .build/venv/ready
	Tests/need.sh clang-format=clang-format
	swift format --in-place --parallel $(call BY_HAND,'*.swift')
	clang-format -i $(LINT_C)
	$(PYTHON) -m ruff check --quiet --fix .
	$(PYTHON) -m ruff format --quiet .
