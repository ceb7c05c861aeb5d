#!/usr/bin/env bash
# Debian's source of cmocka, so that every processor gets the same tests: one C file, compiled with them.
#   cmocka.sh FOLDER: leaves cmocka.c, include/ and config.h there
set -euo pipefail
folder=$(realpath -m "$1")
[ -e "$folder/cmocka.c" ] && exit 0
work=$folder/fetch
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
. /etc/os-release
# The sources come from the mirror from which this machine has its packages.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $VERSION_CODENAME" 'Label: Debian' | head -n 1)
[ -n "$mirror" ] || { echo "cmocka.sh: apt knows no repository of $VERSION_CODENAME" >&2; exit 69; }
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $VERSION_CODENAME main" > "$work/sources.list"
apt=(apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$work/lists"
  -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
"${apt[@]}" update
(cd "$work" && "${apt[@]}" source cmocka)
mkdir -p "$folder/include"
cp "$work"/cmocka-*/include/*.h "$folder/include/"
cat > "$folder/config.h" <<'END'
#include <stdint.h>
#define HAVE_INTTYPES_H 1
#define HAVE_SIGNAL_H 1
#define HAVE_SNPRINTF 1
#define HAVE_VSNPRINTF 1
END
cp "$work"/cmocka-*/src/cmocka.c "$folder/cmocka.c"
rm -rf "$work"
