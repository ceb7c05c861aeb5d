#!/usr/bin/env bash
# test.sh ROOT VERSION: what `make install` put under ROOT serves a C program through pkg-config, shared and static, and
# through CMake; and every header stands alone.
set -euo pipefail
root=$1 version=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
check() { # a name, then a command that must succeed
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then passed=$((passed + 1)); else echo "FAILED: $name"; cat "$work/log"; exit 1; fi
}
strict=(-std=c11 -pedantic -Wall -Wextra -Werror)

for file in bin/pressd lib/libpress.a lib/libpress.so lib/libpress.so.1 lib/pkgconfig/libpress.pc \
  lib/cmake/libpress/libpressConfig.cmake include/press.h include/press/press.hpp lib/systemd/system/pressd@.service \
  lib/systemd/system/pressd@.socket lib/systemd/system/pressd-read@.socket \
  lib/udev/rules.d/60-libpress.rules lib/sysusers.d/pressd.conf etc/pressd.conf share/doc/libpress/LICENSE share/doc/libpress/examples/c/pad.c \
  share/doc/libpress/examples/README.md share/doc/libpress/examples/cpp/preview.cpp share/doc/libpress/examples/swift/Package.swift \
  share/man/man1/pressd.1 share/man/man3/press_feed.3 share/man/man5/pressd.conf.5 share/man/man7/libpress.7; do
  check "$file is installed" test -e "$root/$file"
done
check "as many headers are installed as there are" \
  test "$(ls "$root"/include/press | wc -l)" = "$(ls "$here"/../../include/press | wc -l)"

check "no recording is installed" test -z "$(find "$root" -path '*recordings*' -o -name '*.csv')"

check "pressd takes the config that is installed" "$root/bin/pressd" --source sim --fast --config "$root/etc/pressd.conf"
unit=$root/lib/systemd/system/pressd@.service
check "the unit runs the program that is installed" grep -q "^ExecStart=$root/bin/pressd " "$unit"
check "and the config" grep -q "^Environment=.* PRESSD_CONFIG=$root/etc/pressd.conf$" "$unit"
if command -v systemd-analyze > /dev/null; then
  cp "$unit" "$work/pressd@i2c-1.service"
  check "systemd understands the unit" systemd-analyze verify --man=no "$work/pressd@i2c-1.service"
  cp "$root"/lib/systemd/system/pressd@.socket "$work/pressd@i2c-1.socket"
  cp "$root"/lib/systemd/system/pressd-read@.socket "$work/pressd-read@i2c-1.socket"
  check "and its sockets" systemd-analyze verify --man=no "$work/pressd@i2c-1.socket" "$work/pressd-read@i2c-1.socket"
  check "what the service could do to the machine is 1.5 of 10 at most" \
    systemd-analyze security --offline=true --threshold=15 --no-pager "$work/pressd@i2c-1.service"
else
  echo "SKIPPED the unit: there is no systemd-analyze"
fi
check "no template was left unfilled" sh -c "! grep -rn '@[A-Z]*@' '$root/lib' --include=*.pc --include=*.cmake --include=*.service"

# A crash report names the build id: a build of that commit has the debug data.
build_id() { readelf -n "$1" | sed -n 's/ *Build ID: //p' | grep -E '^[0-9a-f]{40}$'; }
for file in lib/libpress.so.1 bin/pressd; do
  check "$file has a build id" build_id "$root/$file"
  check "it is that of the file with debug data" test "$(build_id "$root/$file")" = "$(build_id "$root/../$(basename "$file")")"
  check "which is there" sh -c "readelf -SW '$root/../$(basename "$file")' | grep -q debug_info"
done

check "pkg-config finds the file valid" pkg-config --validate libpress
check "pkg-config prints the version of the headers" test "$(pkg-config --modversion libpress)" = "$version"
eval "flags=($(pkg-config --cflags libpress))"
eval "libs=($(pkg-config --libs libpress))"

check "a program links the shared library" cc "${strict[@]}" "${flags[@]}" "$here/program.c" -o "$work/shared" "${libs[@]}"
check "and runs" env LD_LIBRARY_PATH="$root/lib" "$work/shared" "$version"
check "it needs the library by its soname" sh -c "readelf -d '$work/shared' | grep -q 'NEEDED.*libpress.so.1'"
check "a program links the static library" cc "${strict[@]}" "${flags[@]}" "$here/program.c" -o "$work/static" "$root/lib/libpress.a"
check "and runs without the shared one" env -u LD_LIBRARY_PATH "$work/static" "$version"
eval "static=($(pkg-config --static --libs libpress))"
check "with the static flags of pkg-config" cc "${strict[@]}" "${flags[@]}" "$here/program.c" -static -o "$work/small" "${static[@]}"
check "it carries only what it uses" sh -c "nm '$work/small' | grep -q ' T press_version' && ! nm '$work/small' | grep -q press_drag_attach"

strictpp=(-pedantic -Wall -Wextra -Werror)
for compiler in g++ clang++; do
  command -v $compiler > /dev/null || { echo "SKIPPED press.hpp by $compiler: it is not there"; continue; }
  for standard in c++17 c++20; do
    check "a program in $standard by $compiler links, without exceptions and types at run time" $compiler -std=$standard -O2 \
      -fno-exceptions -fno-rtti "${strictpp[@]}" "${flags[@]}" "$here/program.cpp" -o "$work/plus" "$root/lib/libpress.a"
    check "and runs" "$work/plus"
  done
done
check "a program in C++ links with sanitizers" g++ -std=c++17 -g -fsanitize=address,undefined -fno-sanitize-recover "${strictpp[@]}" \
  "${flags[@]}" "$here/program.cpp" -o "$work/plus" "$root/lib/libpress.a"
check "and runs" "$work/plus"
printf '#include <press/press.hpp>\npress::delegate d(press::on_event = [](const press_event &) {}, press::on_event = [](const press_event &) {});\n' \
  > "$work/twice.cpp"
check "a delegate with a name twice does not compile" sh -c "! g++ -std=c++17 ${flags[*]} -fsyntax-only '$work/twice.cpp' 2> '$work/why' && grep -q 'is there twice' '$work/why'"
for header in "$root"/include/press/*.h; do
  printf '#include <press/%s>\nint main(void) { return 0; }\n' "$(basename "$header")" > "$work/one.c"
  check "$(basename "$header") stands alone in C" cc "${strict[@]}" "${flags[@]}" -fsyntax-only "$work/one.c"
  check "$(basename "$header") stands alone in C++" c++ -x c++ -std=c++17 -pedantic -Wall -Wextra -Werror "${flags[@]}" -fsyntax-only "$work/one.c"
done

mkdir "$work/cmake"
cp "$here/program.c" "$here/CMakeLists.txt" "$work/cmake/"
check "CMake finds it" cmake -S "$work/cmake" -B "$work/cmake/build" -DCMAKE_PREFIX_PATH="$root"
check "CMake builds with it" cmake --build "$work/cmake/build"
check "the shared program that CMake built runs" "$work/cmake/build/shared" "$version"
check "the static program that CMake built runs" "$work/cmake/build/static" "$version"
sed -i 's/(libpress [0-9.]*/(libpress 9.0/' "$work/cmake/CMakeLists.txt"
check "CMake refuses another major version" sh -c "! cmake -S '$work/cmake' -B '$work/cmake/other' -DCMAKE_PREFIX_PATH='$root'"

# As part of another CMake project, which builds the library with make.
check "CMake fetches the sources" cmake -S "$here/fetch" -B "$work/fetched" -DLIBPRESS="$(realpath "$here/../..")"
check "and builds with them" env -u MAKEFLAGS cmake --build "$work/fetched"
check "the shared program runs" "$work/fetched/shared" "$version"
check "the static program runs" "$work/fetched/static" "$version"

missing() { ! "$here/../need.sh" --check cc=gcc no-such-compiler=its-package no-such-swift= /no/such/*.h=its-package > "$work/said" 2>&1; }
check "make lib stops before it begins where tools are missing" missing
check "it names all of them, each package once, and what comes with Swift" test "$(cat "$work/said")" = \
"make: missing: no-such-compiler no-such-swift /no/such/*.h
make: swift, clang, ld.lld, wasm-ld and llvm-... come with Swift 6.3: put its usr/bin on the PATH
make: sudo apt install its-package"

make=(env -u MAKEFLAGS -u MAKELEVEL make -C "$here/../.." --no-print-directory DESTDIR= PREFIX="$work/prefix")
check "it installs elsewhere" "${make[@]}" install
cp "$work/log" "$work/said"
check "make install says when ldconfig is needed" grep -q "sudo ldconfig" "$work/said"
check "it uninstalls" "${make[@]}" uninstall
check "and leaves nothing" test ! -e "$work/prefix"
check "it installs again" "${make[@]}" install
echo "# mine" >> "$work/prefix/etc/pressd.conf"
touch "$work/prefix/lib/mine"
check "it uninstalls again" "${make[@]}" uninstall
check "and leaves what is not its own, and the config that was edited" \
  test "$(cd "$work/prefix" && find . -type f | sort | paste -sd' ')" = "./etc/pressd.conf ./lib/mine"
# A person with several disks may have links for folders.
mkdir -p "$work/linked"
(cd "$root" && find . -mindepth 1 -type d | sort) | while IFS= read -r folder; do
  mkdir -p "$work/disks/${folder//\//_}"
  ln -s "$work/disks/${folder//\//_}" "$work/linked/$folder"
done
links=$(find "$work/linked" "$work/disks" -type l | wc -l)
make=("${make[@]/%"$work/prefix"/$work/linked}")
check "it installs where every folder is a link" "${make[@]}" install
check "all of it" diff -r --exclude pressd@.service --exclude 'libpress.pc' --exclude '*.md' "$root" "$work/linked"
check "it uninstalls there" "${make[@]}" uninstall
check "and leaves the links, and nothing behind them" test "$(find -L "$work/linked" -type f | wc -l):$(find "$work/linked" "$work/disks" -type l | wc -l)" = "0:$links"

check "documents are the same, from whichever folder they are installed" sh -c "cd / && python3 -B '$here/../../docs/install.py' '$work/docs' \
  '$root/share/doc/libpress' '$root/include' && diff -r -x examples -x LICENSE '$work/docs' '$root/share/doc/libpress'"
check "documents and manual pages have no dead link" python3 "$here/links.py" "$root"

echo "install: $passed passed"
