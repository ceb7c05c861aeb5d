#!/usr/bin/env bash
# uninstall.sh STAGED DESTDIR PREFIX CONFIG: removes below DESTDIR what `make install` put in STAGED, CONFIG only if nobody edited it,
# and the folders that are empty then, but for those that every system has, those that PREFIX is in, and links to folders.
set -euo pipefail
staged=$1 destdir=$2 prefix=$3 config=$4
[ -z "$destdir" ] || destdir=$(realpath -m -- "$destdir")
cd -- "$staged"
staged=$PWD
find . ! -type d -printf '/%P\0' | while IFS= read -r -d '' file; do
  if [ "$file" = "$config" ] && [ -e "$destdir$file" ] && ! cmp -s "$staged$file" "$destdir$file"; then
    echo "kept: $destdir$file was edited"
  else
    rm -f -- "$destdir$file"
  fi
done
find . -depth -mindepth 1 -type d -printf '/%P\0' | while IFS= read -r -d '' folder; do
  [[ $folder =~ ^/(etc|usr(/local)?(/(bin|etc|lib|include|share|share/man|share/doc))?)$ || $prefix == "$folder"/* ]] && continue
  [ ! -d "$destdir$folder" ] || [ -L "$destdir$folder" ] || rmdir --ignore-fail-on-non-empty -- "$destdir$folder"
done
echo "removed from $destdir/: what this version installs"
