# Sourced by scenarios.sh and service.sh: functions for scenarios, and for devices that are plugged in.

# Whether a scenario is asked for: /only names some.
is_asked_for() { [ ! -e /only ] || grep -qw "$1" /only; }
begin() {
  name=$1 dir=/out/$1
  echo "GUEST $name"
  mkdir -p "$dir"
  chown press "$dir"
}
# wait_until SECONDS condition...
wait_until() {
  tries=$(($1 * 50))
  shift
  until "$@"; do
    [ $((tries -= 1)) -gt 0 ] || { echo "GUEST waited in vain for: $*"; return 1; }
    usleep 20000
  done
}
# plug [arguments of board]: a bus with a converter at /dev/i2c-1.
plug() {
  board -p 1 -o "$dir/served" "$@" &
  board=$!
  wait_until 5 [ -e /dev/i2c-1 ]
  udevadm settle
}
unplug() {
  kill "$board"
  wait "$board"
  wait_until 10 [ ! -e /dev/i2c-1 ]
}
# as USER command...
as() {
  user=$1
  shift
  su -s /bin/sh -- "$user" -c 'exec "$@"' sh "$@"
}
# find_rumble: whether there is the input device "rumble"; its event node is $rumbles, and its LED $led.
find_rumble() {
  for found in /sys/class/input/event*; do
    rumbles=/dev/input/${found##*/} led=$(echo "$found"/device/*::capslock)
    [ "$(cat "$found/device/name")" != rumble ] || [ ! -e "$rumbles" ] || [ ! -e "$led" ] || return 0
  done
  return 1
}
