#!/bin/sh
# with_id.sh OUT STRIP LINK...: links OUT with a build id that is the hash of what ships, the file without debug data: that names folders. So the
# id is the same from every clone of a commit, and a build of the commit that a crash report names has the debug data for it.
set -eu
out=$1 strip=$2
shift 2
"$@" -o "$out" -Wl,--build-id=none
cp "$out" "$out.shipped"
$strip "$out.shipped"
id=$(sha1sum < "$out.shipped" | cut -c-40)
rm "$out.shipped"
"$@" -o "$out" -Wl,--build-id=0x"$id"
