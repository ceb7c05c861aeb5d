#!/usr/bin/env bash
# fetch.sh amd64|arm64 FOLDER [SUITE]: Debian's kernel, or that of a later suite (bookworm-backports), and the few programs that the guest runs,
# downloaded and unpacked into FOLDER, not installed. apt gets a state of its own there, so that the machine's lists and architectures stay as they
# are. Ends with 69 when they cannot be had.
set -euo pipefail
deb=$1 folder=$2 suite=${3:-}
programs="busybox-static i2c-tools libi2c0 udev libc6 libudev1 libblkid1 libcap2 libkmod2 libselinux1 libpcre2-8-0
  libacl1 liblzma5 libzstd1 libssl3"
# The library with which desktops read input devices.
programs="$programs libinput-tools libinput10 libinput-bin libevdev2 libmtdev1 libwacom9 libgudev-1.0-0 libglib2.0-0 libffi8 libmount1"
# For the guest with systemd, into a folder of their own.
service="systemd libsystemd-shared libsystemd0 libseccomp2 libmount1 libaudit1 libcap-ng0 libgcrypt20 libgpg-error0 liblz4-1
  libapparmor1 libpam0g libcrypt1 libip4tc2"
# There also, for libpress bridge: Debian names the version of its Python.
bridge="python3-minimal python3-click python3-rich python3-evdev libexpat1 zlib1g libffi8"
modules="i2c-dev vhci-hcd i2c-tiny-usb i2c-diolan-u2c ti-ads1015 uinput evdev virtio_pci virtio_blk
  ads7828 mcp3422 max1363 ti-adc081c nau7802"
# Debian's kernel of arm64 does not have it.
[ "$deb" = arm64 ] || modules="$modules pcf8591"

# Existing files may be from an older list.
list="$programs $service $bridge $modules $suite"
[ ! -e "$folder/ready" ] || [ "$(cat "$folder/ready")" != "$list" ] || exit 0
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/debs" "$folder/service/debs"
: > "$folder/apt/status"
folder=$(realpath "$folder")
cat > "$folder/apt/conf" << END
#clear APT::Architectures;
APT::Architecture "$deb";
APT::Architectures { "$deb"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Dir::State::lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
END
later=()
if [ -n "$suite" ]; then
  # The mirror from which this machine has its packages.
  mirror=$(env -u APT_CONFIG apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
  [ -n "$mirror" ] || exit 69
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" > "$folder/apt/later.list"
  echo "Dir::Etc::sourcelist \"$folder/apt/later.list\";" >> "$folder/apt/conf"
  later=(-o "APT::Default-Release=$suite")
fi
export APT_CONFIG=$folder/apt/conf
# A foreign repository that does not have this architecture may fail; a missing package then fails below.
apt-get -qq update || echo "fetch: not all package lists could be read" >&2
kernel=$(apt-cache "${later[@]}" depends "linux-image-$deb" 2>/dev/null | sed -n 's/^ *Depends: \(linux-image-[^ ]*\)$/\1/p') || true
python=$(apt-cache depends python3-minimal 2>/dev/null | sed -n 's/^ *PreDepends: \(python3.*\)-minimal$/\1/p') || true
echo "fetching $kernel and programs for $deb"
# shellcheck disable=SC2086
(cd "$folder/debs" && [ -n "$kernel" ] && apt-get -qq download "$kernel" $programs) || exit 69
# shellcheck disable=SC2086
(cd "$folder/service/debs" && [ -n "$python" ] && apt-get -qq download $service $bridge "$python-minimal" "lib$python-minimal" \
  "lib$python-stdlib") || exit 69
unset APT_CONFIG

for file in "$folder"/debs/*.deb; do
  case $file in
    */linux-image-*) members=(--wildcards './boot/vmlinuz-*' './lib/modules/*') ;;
    *) members=(--exclude='./usr/share/*') ;;
  esac
  dpkg-deb --fsys-tarfile "$file" | tar -x -C "$folder" "${members[@]}"
done
for file in "$folder"/service/debs/*.deb; do
  dpkg-deb --fsys-tarfile "$file" | tar -x -C "$folder/service" --exclude='./usr/share/*' --exclude='*/__pycache__'
done
version=$(ls "$folder/lib/modules")
PATH=$PATH:/usr/sbin:/sbin
depmod -b "$folder" "$version"
# Nothing but the modules that the guest loads, in the order in which they load.
# shellcheck disable=SC2086
for module in $modules; do
  modprobe -d "$folder" -S "$version" --show-depends "$module"
done | awk '$1 == "insmod" && !seen[$2]++ {print $2}' > "$folder/order"
mkdir "$folder/modules"
number=100
while read -r file; do
  to=$folder/modules/$((number++))-$(basename "$file")
  case $file in
    *.xz) xz -dc "$file" > "${to%.xz}" ;;
    *) cp "$file" "$to" ;;
  esac
done < "$folder/order"
mv "$folder"/boot/vmlinuz-* "$folder/kernel"
rm -rf "$folder"/{apt,debs,service/debs,boot,order} "$folder/lib/modules"
echo "$list" > "$folder/ready"
