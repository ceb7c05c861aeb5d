"""The table of MISRA C:2012 in docs/api/promises.md names every rule that cppcheck finds broken in the headers."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_names_what_is_found(tmp_path):
    program = tmp_path / "program.c"
    program.write_text("#include <press.h>\n")
    # --force checks every configuration: rule 20.10 is only broken in code for processors without a system.
    command = ["cppcheck", "--std=c11", "--addon=misra", "--force", f"-I{ROOT / 'include'}", program]
    found = set(re.findall(r"misra-c2012-([\d.]+)", subprocess.run(command, capture_output=True, text=True, check=True).stderr))
    table = (ROOT / "docs" / "api" / "promises.md").read_text().split("<!-- misra -->")[1]
    named = {one for row in re.findall(r"^\| ([^|]*) \|", table, re.M) for one in row.split(", ")}
    assert found, "it looks at the headers"
    assert not found - named
