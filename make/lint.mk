# What tools say of the code: its form (swift-format, clang-format, ruff), its types (mypy, tsc). Rules: .swift-format, .clang-format, ruff.toml.

.PHONY: lint lint-types format
#? make lint                the form of all code; make format puts it right; make lint-types: the types of Python and JavaScript
BY_HAND  = $(shell find Sources Tests examples include packaging Package.swift -type f -name $(1) ! -path '*/generated/*' ! -path '*/build/*' ! -path '*/.build/*' ! -name press.hpp)
LINT_C   = $(call BY_HAND,'*.[ch]') $(call BY_HAND,'*.[ch]pp')
# Where enumerations are types: gcc, which compiles the tests, has them in C23 only.
C_OF_TESTS = $(shell find Tests -name '*.c' ! -path 'Tests/boards/*')
lint: .build/venv/ready
	Tests/need.sh clang-format=clang-format
	@swift format lint --strict --parallel $(call BY_HAND,'*.swift')
	@python3 Tests/style/nil.py
	@clang-format --dry-run --Werror $(LINT_C)
	@clang -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -DPRESS_MAY_DISCARD -I include -I Sources/CPressLinux/include $(C_OF_TESTS)
	@$(PYTHON) -m ruff check --quiet --cache-dir .build/ruff .
	@$(PYTHON) -m ruff format --quiet --check --cache-dir .build/ruff .
	@echo "make lint: nothing to say"
# What the whole package imports, the page too, is installed for this.
lint-types: .build/venv/page .build/venv/extras
	Tests/need.sh tsc=node-typescript
	cd bindings/python && $(HERE)/$(PYTHON) -m mypy --no-error-summary --cache-dir $(HERE)/.build/mypy
	for one in apps/*/pyproject.toml; do (cd $$(dirname $$one) && $(HERE)/$(PYTHON) -m mypy --no-error-summary --cache-dir $(HERE)/.build/mypy) || exit 1; done
	tsc -p bindings/js --outDir .build/types
	@echo "make lint-types: nothing to say"
format: .build/venv/ready
	Tests/need.sh clang-format=clang-format
	@swift format --in-place --parallel $(call BY_HAND,'*.swift')
	@clang-format -i $(LINT_C)
	$(PYTHON) -m ruff check --quiet --fix .
	$(PYTHON) -m ruff format --quiet .
