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
  # Where this machine has its packages from.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
  mmdebstrap --quiet --arch="$deb" --variant=extract --include="$(IFS=,; echo "$*")" "$suite" "$folder" "deb $mirror $suite main" > "$work/made" 2>&1 &&
    { [ -e "$folder/lib" ] || ln -s usr/lib "$folder/lib"; } && touch "$folder/ready" || { tail -3 "$work/made"; return 1; }
}
