#!/usr/bin/env bash
# machine.sh amd64|arm64 FOLDER PRESSD [KIND]: one guest, from its programs to the verdict. FOLDER/debian comes from fetch.sh.
# KIND service: the guest with systemd; PRESSD is then a folder with our Debian packages.
# Environment: PRESSD, that of this machine; LIMIT, seconds for the guest.
set -euo pipefail
deb=$1 folder=$2 pressd=$3 kind=${4:+$4_} here=$(dirname "$0") code=0
"$here/${kind}root.sh" "$deb" "$folder" "$pressd"
"$here/boot.sh" "$deb" "$folder" "${LIMIT:-1800}" > "$folder/console.log" 2>&1 || code=$?
if ! grep -q '^GUEST scenarios done' "$folder/console.log"; then
  tail -n 30 "$folder/console.log"
  echo "FAIL $deb: the guest did not come to its end (exit code $code)"
  exit 1
fi
rm -rf "$folder/out"
mkdir "$folder/out"
tar -x -m -C "$folder/out" -f "$folder/out.tar"  # its clock is its own
grep -a '^GUEST waited in vain' "$folder/console.log" || true
"$here/${kind}judge.py" "$deb" "$folder"
