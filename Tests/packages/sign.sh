#!/usr/bin/env bash
# sign.sh WORK: the steps of a person who releases, with a key that is thrown away: a release is signed, what was changed after that is found,
# a tag is refused where something is missing, and made where nothing is. No library is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mkdir -p "$1" && cd "$1" && pwd)
"$here"/../need.sh gpg=gnupg
. "$here/checks.sh"
refused() { # what is said, then a command that must fail
  local said
  said=$("${@:2}" 2>&1) && { echo "it was not refused"; return 1; }
  grep -qF "$1" <<< "$said" || { echo "$said"; return 1; }
}
unset MAKEFLAGS MAKELEVEL
# The agent of gpg has a socket there, whose path must be short.
home=$(mktemp -d)
export GNUPGHOME=$home GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org
trap 'gpgconf --kill all; rm -rf "$home"' EXIT
gpg --batch --quiet --passphrase '' --quick-generate-key 'A releaser <a@example.org>' ed25519 sign 1d
key=$(gpg --list-keys --with-colons a@example.org | awk -F: '/^fpr/ { print $10; exit }')

tree=$work/signed
rm -rf "$tree"
# Include uncommitted changes.
commit=$(git -C "$here" stash create)
git clone --quiet "$(git -C "$here" rev-parse --show-toplevel)" "$tree"
git -C "$tree" checkout --quiet "${commit:-HEAD}"
cd "$tree"
version=$(python3 -B -m contract version)

# ---- Checksums

release=$tree/build/release
mkdir -p "$release"
echo one > "$release/one"
echo two > "$release/two"
(cd "$release" && sha256sum one two > SHA256SUMS)
check "a release is not signed without a key" refused "usage: make sign" make --no-print-directory sign
check "it is signed" make sign KEY="$key"
other=$home/of-a-user
mkdir -m 700 "$other"
user() { (cd "$release" && GNUPGHOME=$other "$@"); }
check "somebody else takes the key" user gpg --batch --import "libpress-$version.key.asc"
check "which is that of the person who released" grep -qF "$key" <(user gpg --list-keys --with-colons)
check "and the signature is good" user gpg --verify SHA256SUMS.asc SHA256SUMS
check "it is signed again over the first" make sign KEY="$key"
echo more >> "$release/two"
check "a file that was changed is not signed" refused "two: FAILED" make sign KEY="$key"
echo two > "$release/two"
echo three > "$release/three"
check "a file without a checksum is found" refused "SHA256SUMS does not name these files" make sign KEY="$key"
rm "$release/three"
check "and it is signed when that is mended" make sign KEY="$key"
sed -i 's/one/eno/' "$release/SHA256SUMS"
check "a list that was changed has a bad signature" refused "BAD signature" user gpg --verify SHA256SUMS.asc SHA256SUMS

# ---- The tag

check "a tag is refused where something is not committed" refused "commit your changes first" sh -c "touch new && make tag KEY=$key"
rm new
check "and where addresses are placeholders" refused "facts: address is a placeholder" make tag KEY="$key"
sed -i "s/libpress-invalid/libpress/; s/\.invalid/.example.org/; s/0\{40\}/$key/" packaging/facts.toml
git commit --quiet --all --message facts
check "and where they were not written" refused "make facts" make tag KEY="$key"
make --no-print-directory facts > "$work/log"
git add --all && git commit --quiet --message written
sed -i "s/^## $version (.*)/## $version (not yet)/" CHANGELOG.md
git commit --quiet --all --message undated || true
check "and where the version has no date" refused "gives $version no date" make tag KEY="$key"
sed -i "s/^## $version (.*)/## $version (2026-01-02)/" CHANGELOG.md
git commit --quiet --all --message dated
check "a commit that is a release is tagged" make tag KEY="$key"
check "the tag is signed, and at this commit" test "$(git rev-parse HEAD)" = "$(git rev-parse "v$version^{commit}")"
check "its message are the notes" same "$(packaging/changelog.py notes)" "$(git tag --list --format='%(contents:subject)%0a%0a%(contents:body)' "v$version" | sed '/^-----BEGIN PGP/,$d')"
check "what a release says of its commit is the same with the tag" same "$(git rev-parse HEAD)" \
  "$(PYTHONPATH=packaging python3 -B -c 'import sbom; print(sbom.built_from())')"
check "a version is tagged once" refused "already exists" make tag KEY="$key"
check "no placeholder is left in what a release has" silent sh -c "! git grep -n 'libpress[.-]invalid' -- bindings apps packaging include .github docs '*.md'"
rm -rf "$tree"
echo "signing: $passed passed"
