#!/usr/bin/env bash
# root.sh amd64|arm64 FOLDER PRESSD: makes FOLDER/root, the first file system of the guest, from FOLDER/debian.
# Environment: ONLY, the scenarios to run, when not all.
set -euo pipefail
deb=$1 folder=$2 pressd=$3 cc=cc
here=$(dirname "$0") top=$(dirname "$0")/../..
[ "$deb" != arm64 ] || cc=aarch64-linux-gnu-gcc
root=$folder/root
rm -rf "$root"
mkdir -p "$root"/{bin,configs,volts,etc}
cp -a "$folder"/debian/{bin,lib*,usr,modules} "$root/"
# Our own udev rules and the one that sorts input devices, and of libraries what runs.
mv "$root/lib/udev/rules.d/60-input-id.rules" "$root/"
rm -rf "$root"/lib/udev/{rules.d/*,hwdb.d} "$root"/usr/lib/*/{gconv,engines-3,ossl-modules,perl5}
mv "$root/60-input-id.rules" "$root/lib/udev/rules.d/"
cp "$top/Sources/pressd/install/60-libpress.rules" "$root/lib/udev/rules.d/"
install -m 755 "$here/guest/init" "$root/init"
cp "$here"/guest/{common,scenarios}.sh "$root/"
install -m 755 "$pressd" "$root/bin/pressd"
for program in "$here"/guest/*.c; do
  $cc -O2 -Wall -Wextra -Werror -o "$root/bin/$(basename "$program" .c)" "$program"
done
cp "$top"/examples/pressd/*.conf "$root/configs/"
cp "$top"/build/vm/volts/* "$root/volts/"
"$here/docs.py" "$root/docs"
[ -z "${ONLY:-}" ] || echo "$ONLY" > "$root/only"
