#!/usr/bin/env bash
# recipes.sh ARCHIVE WORK VERSION: the install commands of the recipes for Yocto and Buildroot, run by hand on the archive of this
# machine's processor, put what a program builds and runs with. Neither system builds here.
set -euo pipefail
[ $# -eq 3 ] || { echo "usage: recipes.sh ARCHIVE WORK VERSION" >&2; exit 64; }
here=$(cd "$(dirname "$0")" && pwd)
archive=$(realpath "$1") work=$(mkdir -p "$2" && cd "$2" && pwd) version=$3
unset LD_LIBRARY_PATH PKG_CONFIG_PATH MAKEFLAGS MAKELEVEL
. "$here/checks.sh"
packaging=$(realpath "$here/../../packaging")
source=$work/source staging=$work/staging target=$work/target
serves() { # a root, and where its library lies at run time
  check "the file of pkg-config is found there" same "$version" "$(PKG_CONFIG_PATH=$1/usr/lib/pkgconfig pkg-config --modversion libpress)"
  eval "flags=($(PKG_CONFIG_PATH=$1/usr/lib/pkgconfig pkg-config --cflags --libs libpress))"
  check "a program builds" cc -std=c11 "$here/../install/program.c" "${flags[@]}" -o "$work/recipe-program"
  check "and runs" env LD_LIBRARY_PATH="$2" "$work/recipe-program" "$version"
  check "what links is a name for what runs" test "$(readlink "$1/usr/lib/libpress.so")" = libpress.so.1
}
# Lists the files of an archive, except documents and files that a recipe leaves out on purpose.
whole() { # a root, then patterns
  local root=$1 file
  shift
  (cd "$source" && find include lib bin etc share/man "$@" -type f) | while read -r file; do
    [ -e "$root/usr/$file" ] || [ -e "$root/$file" ] || { echo "$file is not installed"; return 1; }
  done
}
units_are_of_usr() { ! grep -rn /usr/local "$1"/usr/lib/systemd/system && grep -q "ExecStart=/usr/bin/pressd " "$1/usr/lib/systemd/system/pressd@.service"; }
fresh() {
  rm -rf "$source" "$staging" "$target"
  mkdir "$source" "$staging" "$target"
  tar -C "$source" --strip-components=1 -xf "$archive"
}

check "docs/install.md names the files of this version" same "$version" \
  "$(grep -oE 'libpress[-_][0-9]+\.[0-9]+\.[0-9]+' "$packaging/../docs/install.md" | sed 's/libpress.//' | sort -u)"
fresh
recipe=$packaging/yocto/libpress_$version.bb
check "the recipe for Yocto has the sum of the licence" grep -q "md5=$(md5sum < "$source/share/doc/libpress/LICENSE" | cut -d' ' -f1)" "$recipe"
body=$(sed -n '/^do_install() {/,/^}/p' "$recipe")
D=$staging S=$source includedir=/usr/include libdir=/usr/lib bindir=/usr/bin sysconfdir=/etc mandir=/usr/share/man \
  systemd_system_unitdir=/usr/lib/systemd/system nonarch_base_libdir=/usr/lib nonarch_libdir=/usr/lib \
  check "its do_install works" bash -euc "$body"$'\ndo_install'
serves "$staging" "$staging/usr/lib"
check "all of the archive is installed" whole "$staging"
check "units name what is installed" units_are_of_usr "$staging"
for group in $(sed -n 's/^g \([^ ]*\) .*/\1/p' "$source/lib/sysusers.d/pressd.conf"); do
  check "both recipes make the group $group" grep -q -- "$group" <(grep GROUPADD_PARAM "$recipe")
  check "both recipes make the group $group" grep -q -- "- -1 $group -1" "$packaging/buildroot/libpress.mk"
done
check "32-bit ARM without hard float is refused by name" test "$(grep -c 'requires hard float' "$recipe" "$packaging/buildroot/Config.in" | grep -c ':1$')" = 2
check "pressd is there with its config" "$staging/usr/bin/pressd" --source sim --fast --quiet --config "$staging/etc/pressd.conf"

fresh
printf '%s\n' 'pkgdir = $(dir $(abspath $(lastword $(MAKEFILE_LIST))))' 'include libpress.mk' '%/staging: ; $(LIBPRESS_INSTALL_STAGING_CMDS)' \
  '%/target: ; $(LIBPRESS_INSTALL_TARGET_CMDS)' '%/systemd: ; $(LIBPRESS_INSTALL_INIT_SYSTEMD)' \
  '%/name: ; @echo $(LIBPRESS_SITE)/$(LIBPRESS_SOURCE)' > "$work/recipe.make"
buildroot() { make --silent -C "$packaging/buildroot" -f "$work/recipe.make" STAGING_DIR="$staging" TARGET_DIR="$target" \
  INSTALL=install "BR2_$(uname -m)=y" BR2_TOOLCHAIN_USES_GLIBC=y "$source/$1"; }
check "the recipe for Buildroot takes this archive" same "$packaging/buildroot/archives/$(basename "$archive")" "$(buildroot name)"
check "its commands for staging work" buildroot staging
check "its commands for the target work" buildroot target
check "its commands for systemd work" buildroot systemd
serves "$staging" "$target/usr/lib"
cp -R "$staging/." "$target/"
check "all of the archive is installed, in staging or on the target" whole "$target"
check "units name what is installed" units_are_of_usr "$target"
check "pressd is there with its config" "$target/usr/bin/pressd" --source sim --fast --quiet --config "$target/etc/pressd.conf"
rm -rf "$source" "$staging" "$target"

echo "recipes: $passed passed"
