#!/bin/sh
# Makes a Debian 13 in a folder, with Home Assistant in it: its Python is newer than that of Debian 12. It needs root, or sudo without a password.
set -eu
folder=$1
[ "$(id -u)" -eq 0 ] && root= || root=sudo
"$(dirname "$0")"/../../../../Tests/need.sh mmdebstrap=mmdebstrap
$root rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
$root mmdebstrap --quiet --variant=minbase --include=ca-certificates,gcc,python3-dev,python3-venv trixie "$folder"
for file in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
  [ ! -e "$file" ] || $root cp -L "$file" "$folder$file"
done
# Some packages that it needs are compiled during the installation.
$root chroot "$folder" env -u PIP_FIND_LINKS sh -c '
  python3 -m venv /home-assistant
  /home-assistant/bin/pip install --quiet --prefer-binary homeassistant==2026.2.3 paho-mqtt==2.1.0 home-assistant-frontend==20260128.6 numpy==2.3.2'
