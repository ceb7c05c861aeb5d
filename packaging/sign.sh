#!/usr/bin/env bash
# sign.sh RELEASE VERSION KEY: signs SHA256SUMS, which has the checksum of every file of a release, as SHA256SUMS.asc; and puts the public
# key beside it. The release must be whole. KEY is a name, an address or a fingerprint that gpg has the secret key of.
set -euo pipefail
[ $# -eq 3 ] && [ -n "$3" ] || { echo "usage: make sign KEY=name, address or fingerprint of a key of gpg" >&2; exit 64; }
cd "$1"
version=$2 key=$3
rm -f SHA256SUMS.asc "libpress-$version.key.asc"
sha256sum --check --strict --quiet SHA256SUMS
diff <(LC_ALL=C ls | grep -v '^SHA256SUMS$') <(sed 's/^[^ ]*  //' SHA256SUMS) || { echo "sign.sh: SHA256SUMS does not name these files" >&2; exit 1; }
gpg --batch --yes --local-user "$key" --armor --output SHA256SUMS.asc --detach-sign SHA256SUMS
gpg --batch --yes --armor --export "$key" > "libpress-$version.key.asc"
gpg --verify SHA256SUMS.asc SHA256SUMS
