#!/usr/bin/env bash
# service_root.sh amd64|arm64 FOLDER PACKAGES: makes FOLDER/root, as root.sh does, of a guest whose first process is Debian's systemd, with
# pressd as the Debian packages in the folder PACKAGES install it.
set -euo pipefail
deb=$1 folder=$2 packages=$3 cc=cc
here=$(dirname "$0") top=$(dirname "$0")/../..
[ "$deb" != arm64 ] || cc=aarch64-linux-gnu-gcc
root=$folder/root
rm -rf "$root"
mkdir -p "$root"
cp -a "$folder"/debian/{bin,lib*,usr,modules} "$root/"
cp -a "$folder"/debian/service/{bin,lib,usr} "$root/"
rm -rf "$root"/lib/udev/{rules.d,hwdb.d}/* "$root"/usr/lib/*/{gconv,engines-3,ossl-modules,perl5}
# The parts of systemd that start a machine, and those for its log and its devices.
system=$root/lib/systemd/system
for unit in "$system"/sysinit.target.wants/*; do
  case $(basename "$unit") in
    systemd-journald.service | systemd-sysusers.service | systemd-tmpfiles-setup.service | systemd-udev*) ;;
    *) rm "$unit" ;;
  esac
done
rm -rf "$system"/multi-user.target.wants "$system"/timers.target.wants "$root"/bin/systemd-repart \
  "$root"/lib/systemd/{system-generators,systemd-networkd,systemd-logind}

dpkg-deb --fsys-tarfile "$packages"/pressd_*.deb | tar -x -C "$root" --exclude='./usr/share/*'
for package in libpress1 python3-libpress; do
  dpkg-deb --fsys-tarfile "$packages"/${package}_*.deb | tar -x -C "$root" --exclude='./usr/share/*'
done
# Their groups: the package has a script for that, all other installations this file.
install -D -m 644 "$top/Sources/pressd/install/pressd.sysusers.conf" "$root/usr/lib/sysusers.d/pressd.conf"

for program in "$here"/guest/*.c; do
  $cc -O2 -Wall -Wextra -Werror -o "$root/bin/$(basename "$program" .c)" "$program"
done
install -m 755 "$here/guest/service_init" "$root/init"
cp "$here"/guest/{common,service}.sh "$root/"
install -m 644 "$here"/guest/{scenarios.service,scenarios.target} "$root/lib/systemd/system/"
mkdir -p "$root"/{configs,volts,etc/systemd/system}
ln -s /lib/systemd/system/scenarios.target "$root/etc/systemd/system/default.target"
cp "$top"/examples/pressd/*.conf "$root/configs/"
cp "$top"/build/vm/volts/* "$root/volts/"
[ -z "${ONLY:-}" ] || echo "$ONLY" > "$root/only"
