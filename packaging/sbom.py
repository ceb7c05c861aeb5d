#!/usr/bin/env python3
"""sbom.py RELEASE VERSION: writes RELEASE/libpress-VERSION.spdx.json, what the files of a release are and what is in them (SPDX 2.3).

Nothing in it depends on when or where it is made: the time is SOURCE_DATE_EPOCH, the name that of the commit.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from facts import facts

ROOT = Path(__file__).resolve().parents[1]
AUTHORS = f"Organization: {facts()['authors']}"
# What else is in the files of a processor: the Debian package that it comes from.
LIBGCC = {"armv7": "gcc-arm-linux-gnueabihf", "armv6": "gcc-arm-linux-gnueabi"}
STATIC_LIBC = {"armv6": "libc6-dev-armel-cross"}
# In names of files.
MACHINES = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "armv7", "armv7l": "armv7", "armv6l": "armv6"}


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def built_from() -> str:
    """The commit, never the name of a tag: a clone with tags must make the same bytes as one without."""
    return output("git", "describe", "--always", "--exclude=*", "--abbrev=40", "--dirty")


def machine_of(name: str) -> str:
    """The processor of a file, as ARCH names it."""
    found = re.search(r"[-_](x86_64|amd64|aarch64|arm64|armv7l?|armhf|armv6l?|riscv\w+|cortex-\w+|wasm32)\.", name)
    return MACHINES.get(found[1], found[1]) if found else ""


def package(name: str, version: str, licence: str, comment: str, **more: object) -> dict[str, object]:
    return {
        "SPDXID": f"SPDXRef-{name}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION", "supplier": "NOASSERTION", "comment": comment,
    } | more  # fmt: skip


def described(path: Path) -> dict[str, object]:
    data = path.read_bytes()
    sums = [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, data).hexdigest()} for name in ("sha1", "sha256")]
    return {
        "SPDXID": "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.-]", "-", path.name), "fileName": f"./{path.name}", "checksums": sums,
        "fileTypes": ["DOCUMENTATION" if path.suffix == ".md" else "ARCHIVE"], "licenseConcluded": "MIT", "licenseInfoInFiles": ["MIT"], "copyrightText": "NOASSERTION",
    }  # fmt: skip


def document(release: Path, version: str) -> dict[str, object]:
    paths = sorted(path for path in release.iterdir() if path.suffix in (".gz", ".whl", ".deb", ".dsc", ".zip", ".md"))
    files = [described(path) for path in paths]
    machines = {path.name: machine_of(path.name) for path in paths}
    commit = built_from()
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    verified = hashlib.sha1("".join(sorted(one["checksums"][0]["checksumValue"] for one in files)).encode()).hexdigest()
    packages = [
        package("libpress", version, "MIT", f"built from commit {commit}", supplier=AUTHORS, filesAnalyzed=True,
                packageVerificationCode={"packageVerificationCodeValue": verified}, licenseInfoFromFiles=["MIT"]),
        package("Swift", swift[1] if swift else "unknown", "Apache-2.0 WITH Swift-exception", "the compiler; parts of its Embedded standard library are in the code"),
    ]  # fmt: skip
    relations = [("DOCUMENT", "DESCRIBES", "libpress"), ("Swift", "BUILD_TOOL_OF", "libpress"), ("libpress", "STATIC_LINK", "Swift")]
    relations += [("libpress", "CONTAINS", one["SPDXID"].removeprefix("SPDXRef-")) for one in files]

    def linked(sources: dict[str, str], name: str, licence: str, comment: str, kinds: tuple[str, ...]) -> None:
        for machine, source in sources.items():
            inside = [one for one, path in zip(files, paths) if machines[path.name] == machine and path.name.endswith(kinds)]
            if inside:
                packages.append(package(f"{name}-{machine}", output("dpkg-query", "-W", "-f", "${Version}", source), licence, comment))
                relations.extend((one["SPDXID"].removeprefix("SPDXRef-"), "STATIC_LINK", f"{name}-{machine}") for one in inside)

    linked(LIBGCC, "libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1", "division of 64 bits, in libpress.so and pressd", (".gz", ".whl", ".deb"))
    linked(STATIC_LIBC, "glibc", "LGPL-2.1-or-later", "in pressd, which is linked statically", (".gz",))
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"libpress-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/libpress-{version}-{commit}-{verified}",
        "creationInfo": {"created": made, "creators": [AUTHORS, "Tool: sbom.py"]}, "packages": packages, "files": files,
        "relationships": [{"spdxElementId": f"SPDXRef-{a}", "relationshipType": how, "relatedSpdxElement": f"SPDXRef-{b}"} for a, how, b in relations],
    }  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    folder, number = Path(sys.argv[1]), sys.argv[2]
    (folder / f"libpress-{number}.spdx.json").write_text(json.dumps(document(folder, number), indent=1) + "\n")
