# Sourced by the tests of what is released. They set `work`, a folder that stays for the next run.
passed=0
check() { # a name, then a command that must succeed
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then passed=$((passed + 1)); else echo "FAILED: $name"; cat "$work/log"; exit 1; fi
}
silent() { # a command that succeeds and says nothing
  local said
  said=$("$@" 2>&1) || { echo "$said"; return 1; }
  [ -z "$said" ] || { echo "$said"; return 1; }
}
same() { diff <(echo "$1") <(echo "$2"); }

# Debian's programs for another processor, unpacked in a folder: the suite, Debian's name of the processor, the folder, then packages.
unpacked_debian() {
  local suite=$1 deb=$2 folder=$3 mirror
  shift 3
  [ ! -e "$folder/ready" ] || return 0
  rm -rf "$folder"
  # The mirror from which this machine has its packages.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
  mmdebstrap --quiet --arch="$deb" --variant=extract --include="$(IFS=,; echo "$*")" "$suite" "$folder" "deb $mirror $suite main" > "$work/made" 2>&1 &&
    { [ -e "$folder/lib" ] || ln -s usr/lib "$folder/lib"; } && touch "$folder/ready" || { tail -3 "$work/made"; return 1; }
}

# The first block of a language in a document, after a heading.
block() { # language, document, heading
  sed -n "/^$3\$/,\$p" "$2" | sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" | sed '1d;/^```$/,$d'
}

# A Debian 12 in the folder `fresh`, with these packages (a,b,c), until the script ends; `inside` runs a command there. `work` keeps what it
# is unpacked from, under a name. Where none can be made it calls `skip` with the reason.
fresh_debian() { # name, packages
  root=()
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2> /dev/null || skip "chroot needs root"
    root=(sudo)
  fi
  local base=$work/base-$1.tar
  [ -s "$base" ] || mmdebstrap --quiet --variant=minbase --include="$2" bookworm "$work/new.tar" > "$work/made" 2>&1 || {
    tail -3 "$work/made"
    rm -f "$work/new.tar"
    skip "mmdebstrap cannot make a fresh Debian (is there a network?)"
  }
  [ -s "$base" ] || mv "$work/new.tar" "$base"
  fresh=$work/fresh-$1
  "${root[@]}" rm -rf "$fresh"
  mkdir "$fresh"
  trap '"${root[@]}" rm -rf "$fresh"' EXIT
  "${root[@]}" tar -C "$fresh" -xf "$base" --exclude=./dev/*
  "${root[@]}" mknod -m 666 "$fresh/dev/null" c 1 3 || skip "this machine lets nobody make device nodes"
  inside true || skip "chroot is not permitted"
}
inside() { "${root[@]}" chroot "$fresh" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
