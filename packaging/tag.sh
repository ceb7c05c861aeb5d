#!/usr/bin/env bash
# tag.sh RELEASE VERSION KEY: a signed tag at this commit, with the notes of the version as its message. It refuses a commit that is no release:
# changes that are not committed, no date in CHANGELOG.md, addresses that are placeholders. Nothing is pushed: it prints what does.
set -euo pipefail
[ $# -eq 3 ] && [ -n "$3" ] || { echo "usage: make tag KEY=name, address or fingerprint of a key of gpg" >&2; exit 64; }
version=$2 key=$3 packaging=$(dirname "$0")
[ -z "$(git status --porcelain)" ] || { echo "tag.sh: commit your changes first" >&2; exit 1; }
"$packaging/facts.py" check > /dev/null || "$packaging/facts.py" check
"$packaging/facts.py" ready
"$packaging/changelog.py" dated
# A line of the notes that begins with # is a heading.
"$packaging/changelog.py" notes | git tag --cleanup=verbatim --local-user "$key" --sign "v$version" --file -
git tag --verify "v$version"
echo "tagged v$version; to publish it: git push origin v$version, then upload the files of $1"
