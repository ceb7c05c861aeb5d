#!/usr/bin/env bash
# pandas 2.3.3, `read_csv(sep=None)`, which asks csv.Sniffer of Python 3.11: a file with one column of numbers under a heading of letters. An expert
# would expect one column, or the error that no separator was found. A letter of the heading, or a digit, is taken for the separator: `fsr` is two columns
# called `f` and `r`, and `V` over decimals is split at their points. Nothing is reported. Runs pandas alone, in a temporary folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv own
own/bin/pip install -q "pandas==2.3.3"
cat > read.py <<'END'
import io, pandas
one = "fsr\n" + "".join(f"{2 + n % 3}.0\n" for n in range(40))
table = pandas.read_csv(io.StringIO(one), sep=None, engine="python")
print(f"pandas {pandas.__version__}: columns {list(table.columns)}, first row {table.iloc[0].tolist()}")
END
own/bin/python read.py | tee out
grep -q "columns \['f', 'r'\]" out || { echo "this has changed"; exit 1; }
