# Run by scenarios.service. Every scenario leaves in /out/NAME what commands printed (NAME), how they ended (NAME.code), and the journal
# of the unit; the host judges it. What must come is waited for; nothing is judged by how long it took.
export PATH=/usr/sbin:/usr/bin:/bin
. /common.sh
unit=pressd@i2c-1
socket=/run/pressd/i2c-1.sock read_socket=/run/pressd/i2c-1-read.sock

# did NAME command...
did() {
  what=$1
  shift
  "$@" > "$dir/$what" 2>&1
  echo $? > "$dir/$what.code"
  echo "GUEST $what $(cat "$dir/$what.code"): $(head -n 1 "$dir/$what" | cut -c 1-150)"
}
# shown NAME: what systemd says of the unit.
shown() { systemctl show -p ActiveState,SubState,Result,ExecMainStatus,NRestarts,MainPID "$unit" > "$dir/$1"; }
is() { systemctl show -p "$1" --value "${3:-$unit}" | grep -qx "$2"; }
pid() { systemctl show -p MainPID --value "$unit"; }
# logged command...: on the journal of the unit in this scenario.
logged() { journalctl -q -o cat --after-cursor="$cursor" -u "$unit" | "$@"; }
# A finger has pressed and lifted: not one that pressed already when it was switched on.
has_pressed() { logged awk '/"contact_began"/ { rests = /"resting":true/ } /"contact_ended"/ && !rests { found = 1 } END { exit !found }'; }
# wait_for SECONDS condition...: as wait_until, for a condition that is slow to check.
wait_for() {
  rest=$1
  shift
  until "$@"; do
    [ $((rest -= 1)) -gt 0 ] || { echo "GUEST waited in vain for: $*"; return 1; }
    sleep 1
  done
}
# edited LINE...: what `systemctl edit` would write.
edited() {
  mkdir -p "/etc/systemd/system/$unit.service.d"
  printf '%s\n' '[Service]' "$@" > "/etc/systemd/system/$unit.service.d/override.conf"
  systemctl daemon-reload
}
start() {
  begin "$1"
  journalctl --sync
  cursor=$(journalctl -q -n 1 --show-cursor | sed -n 's/^-- cursor: //p')
  cp /configs/fsr402.conf /etc/pressd.conf
}
# end: as at first.
end() {
  systemctl stop "$unit.service" "pressd@i2c-1.socket" "pressd-read@i2c-1.socket" 2> /dev/null
  journalctl --sync
  logged cat > "$dir/journal"
  systemctl reset-failed
  rm -rf /etc/systemd/system/pressd*
  systemctl daemon-reload
  [ ! -e /dev/i2c-1 ] || unplug
}

# As in docs/pressd/service.md and docs/bridges/keyboard.md.
sed -i 's/^pressd-clients:.*/&member/; s/^libpress:.*/&member/' /etc/group

# The bus before ours.
dir=/out/buses
mkdir $dir
board -p 0 -a 0 &
wait_until 5 [ -e /dev/i2c-0 ]
echo "GUEST up for $(cut -d' ' -f1 /proc/uptime) s"

# ---- It starts, is reloaded, and stops

if is_asked_for starts; then
  start starts
  systemctl --version | head -n 1 > "$dir/version"
  # Slowly: a finger presses from 2 to 8 s.
  plug -v /volts/two -r 50
  stat -c '%n %a %U:%G' /dev/i2c-1 /dev/uinput > "$dir/nodes"
  did start systemctl start $unit
  did is-active systemctl is-active $unit
  shown started
  echo '[strike]' >> /etc/pressd.conf
  did reload systemctl reload $unit
  wait_for 30 is ActiveState active
  shown reloaded
  echo '[nothing]' >> /etc/pressd.conf
  did refused systemctl reload $unit
  wait_for 30 logged grep -q 'what ran goes on'
  shown goes_on
  wait_for 30 logged grep -q struck
  wait_for 30 logged grep -q preview_began
  did stop systemctl stop $unit
  shown stopped
  end
fi

# ---- It is not ready before its converter answered

if is_asked_for absent; then
  start absent
  plug -a 0x49
  did start systemctl start $unit
  shown failed
  unplug
  plug -v /volts/still
  wait_for 20 is ActiveState active
  shown started
  end
fi

if is_asked_for no_node; then
  start no_node
  did start systemctl start $unit
  sleep 7
  shown failed
  end
fi

# ---- A config that is broken

if is_asked_for config; then
  start config
  plug -v /volts/still
  did start systemctl start $unit
  echo 'pressure = much' >> /etc/pressd.conf
  wc -l < /etc/pressd.conf > "$dir/line"
  did restart systemctl restart $unit
  sleep 7
  shown failed
  cp /configs/fsr402.conf /etc/pressd.conf
  did mended systemctl start $unit
  shown mended
  end
fi

# ---- One that hangs

if is_asked_for watchdog; then
  start watchdog
  plug -v /volts/still
  did start systemctl start $unit
  shown started
  kill -STOP "$(pid)"
  sleep 34
  wait_for 60 is NRestarts 1
  wait_for 20 is ActiveState active
  shown again
  end
fi

# ---- What it may do

if is_asked_for probe; then
  start probe
  plug -v /volts/still
  for file in /home/press/open ~root/open /tmp/open; do echo open > $file; done
  did outside probe /dev/i2c-1 /dev/i2c-0 ~root
  umount /mnt
  rm -f /tmp/node /tmp/file /var/open/file /etc/file
  edited Type=oneshot Restart=no WatchdogSec=0 ExecStart= 'ExecStart=/bin/probe /dev/i2c-1 /dev/i2c-0 %h'
  did start systemctl start $unit
  end
fi

if is_asked_for another_bus; then
  start another_bus
  plug -v /volts/still
  edited Environment=PRESSD_SOURCE=i2c:/dev/i2c-0
  did start systemctl start $unit
  shown failed
  end
fi

if is_asked_for keys; then
  start keys
  plug -v /volts/two -r 200
  { cat /configs/fsr402.conf; printf '\n%s\n' '[uinput]' 'preview_key = btn_left'; } > /etc/keys.conf
  edited Environment=PRESSD_CONFIG=/etc/keys.conf
  did refused systemctl start $unit
  shown refused
  systemctl stop $unit
  edited Environment=PRESSD_CONFIG=/etc/keys.conf 'DeviceAllow=/dev/uinput rw'
  evread pressd > "$dir/input" 2>&1 &
  reader=$!
  did start systemctl start $unit
  wait_for 30 has_pressed
  systemctl stop $unit
  wait $reader
  end
fi

# ---- Sockets

if is_asked_for sockets; then
  start sockets
  plug -v /volts/two -r 50
  mkdir -p /etc/systemd/system/pressd-read@i2c-1.socket.d
  printf '%s\n' '[Socket]' SocketGroup=readers > /etc/systemd/system/pressd-read@i2c-1.socket.d/override.conf
  systemctl daemon-reload
  did enable systemctl enable --now $unit.socket pressd-read@i2c-1.socket
  stat -c '%n %a %U:%G' /run/pressd $socket $read_socket > "$dir/nodes"
  stat -c %i $socket > "$dir/inode"
  for who in press reader; do did "${who}_refused" as $who client $socket hello; done
  did member_refused as member client $read_socket hello
  shown untouched
  as member client $socket contact_ended '{"do":"subscribe","since":0}' > "$dir/one" 2>&1 &
  one=$!
  as reader client $read_socket contact_ended '{"do":"subscribe","since":0}' > "$dir/two" 2>&1 &
  two=$!
  did command as member client $socket '"answer":"set"' '{"do":"set","id":1,"key":"engine.touch_force","value":0.41}'
  did command_read as reader client $read_socket '"answer":"set"' '{"do":"set","id":2,"key":"engine.touch_force","value":0.42}'
  did levels as member client $socket '"hello"'
  shown started
  wait $one
  wait $two
  logged cat > "$dir/log"
  as member client $socket '"closed"' '{"do":"subscribe"}' > "$dir/parted" 2>&1 &
  one=$!
  wait_for 5 grep -q '"answer"' "$dir/parted"
  systemctl restart --no-block $unit
  wait $one
  did restarted as member client $socket '"hello"'
  wait_for 20 is ActiveState active
  systemctl stop $unit 2> /dev/null
  did stopped as member client $socket '"hello"'
  stat -c %i $socket > "$dir/inode_at_end"
  shown at_end
  systemctl stop $unit.socket pressd-read@i2c-1.socket
  ls /run/pressd > "$dir/left"
  end
fi

if is_asked_for late_socket; then
  start late_socket
  plug -v /volts/still
  did start systemctl start $unit
  did socket systemctl start $unit.socket
  systemctl stop $unit
  did socket_again systemctl start $unit.socket
  did client as member client $socket '"hello"'
  end
fi

if is_asked_for broken_socket; then
  start broken_socket
  plug -v /volts/still
  echo 'pressure = much' >> /etc/pressd.conf
  did socket systemctl start $unit.socket
  did client as member client $socket '"hello"'
  sleep 3
  shown failed
  systemctl show -p ActiveState,Result $unit.socket > "$dir/socket_failed"
  cp /configs/fsr402.conf /etc/pressd.conf
  did client_after as member client $socket '"hello"'
  systemctl reset-failed 'pressd*@i2c-1*'
  did mended systemctl start $unit.socket
  did client_mended as member client $socket '"hello"'
  end
fi

# ---- What docs/pressd/service.md says to allow

if is_asked_for saved; then
  start saved
  plug -v /volts/still
  { cat /configs/fsr402.conf; printf '\n%s\n' '[listen]' 'save = /var/lib/pressd/saved'; } > /etc/pressd.conf
  edited StateDirectory=pressd
  systemctl start $unit.socket
  did save as member client $socket '"answer":"save"' '{"do":"set","key":"engine.touch_force","value":0.43}' '{"do":"save"}'
  systemctl restart $unit
  did hello as member client $socket '"hello"'
  end
fi

if is_asked_for realtime; then
  start realtime
  plug -v /volts/still
  edited LimitRTPRIO=99 LimitMEMLOCK=infinity RestrictRealtime=no 'SystemCallFilter=sched_setscheduler mlockall' ExecStart= \
    'ExecStart=/usr/bin/pressd --source ${PRESSD_SOURCE} --config ${PRESSD_CONFIG} --realtime 50'
  did start systemctl start $unit
  shown started
  cut -d' ' -f 40,41 "/proc/$(pid)/stat" > "$dir/policy"
  grep VmLck "/proc/$(pid)/status" > "$dir/locked"
  end
fi

if is_asked_for iio; then
  unit=pressd@iio
  start iio
  plug -v /volts/still
  echo ads1115 0x48 > /sys/bus/i2c/devices/i2c-1/new_device
  edited Environment=PRESSD_SOURCE=iio:ads1015
  did start systemctl start $unit
  shown started
  end
  unit=pressd@i2c-1
fi

# ---- Feedback on an input device and on an LED, which docs/feedback.md says how to allow

if is_asked_for feedback; then
  start feedback
  plug -v /volts/press
  # As in docs/feedback.md.
  mkdir -p /etc/udev/rules.d
  echo 'SUBSYSTEM=="leds", KERNEL=="*::capslock", RUN+="/bin/chgrp libpress /sys%p/brightness", RUN+="/bin/chmod g+w /sys%p/brightness"' \
    > /etc/udev/rules.d/61-led.rules
  udevadm control --reload
  rumble > "$dir/rumble" 2>&1 &
  rumble=$!
  wait_until 5 find_rumble
  udevadm settle
  { cat /configs/fsr402.conf; printf '\n%s\n' '[feedback]' "device = $rumbles" "led = $led"; } > /etc/pressd.conf
  # As Debian's own rule of udev does.
  chgrp input $rumbles
  chmod 660 $rumbles
  did refused systemctl start $unit
  shown refused
  systemctl stop $unit
  edited SupplementaryGroups=input "DeviceAllow=$rumbles rw" ProtectKernelTunables=no
  # Again from the beginning and slowly: the press begins 2.3 s later, when pressd runs.
  unplug
  plug -v /volts/press -r 50
  did start systemctl start $unit
  wait_for 30 has_pressed
  systemctl stop $unit
  kill $rumble
  wait $rumble
  end
fi

# ---- Keys of libpress bridge

# bridge NAME [arguments]: as the user member, who is in the groups libpress and pressd-clients.
bridge() {
  what=$1
  shift
  did "$what" as member timeout 60 libpress bridge --bridges /etc/bridges.conf "$@"
}
# typing: what the kernel delivers of the keyboard, in $dir/input.
typing() {
  evread "libpress bridge" > "$dir/input" 2>&1 &
  reader=$!
}
is_typing() { grep -q pressure "$dir/input"; }
# typed KEY TIMES: whether this key has gone down so often.
typed() { [ "$(grep -c "^1 $1 1$" "$dir/input")" -ge "$2" ]; }
printf '%s\n' '[keyboard]' 'contact = key_leftshift' 'preview = key_leftctrl+key_f1' 'hold = key_h' 'peek = key_p' 'tapped = key_leftalt+key_t' \
  'completed = key_c' 'popped = key_o' > /etc/bridges.conf
# A finger that does not let go.
printf '%s\n' '0s 0' '500ms 0' '700ms 2.2' '60s 2.2' > /finger
# Python writes its compiled modules once, here and not in the scenarios.
if [ ! -e /only ] || grep -q bridge_ /only; then libpress --version; fi

if is_asked_for bridge_pipe; then
  start bridge_pipe
  typing
  { wait_until 60 is_typing; pressd --source sim:peek --fast --config /configs/peek.conf | tee "$dir/log"; } | bridge bridge --events -
  wait $reader
  end
fi

if is_asked_for bridge_press; then
  start bridge_press
  typing
  { wait_until 60 is_typing; pressd --source sim:press --fast --config /configs/fsr402.conf | tee "$dir/log"; } | bridge bridge --events -
  wait $reader
  end
fi

# The program that writes the lines is killed while a key is down.
if is_asked_for bridge_cut; then
  start bridge_cut
  typing
  mkfifo "$dir/lines"
  { wait_until 60 is_typing; exec pressd --source finger:/finger --config /configs/fsr402.conf; } > "$dir/lines" &
  writer=$!
  { wait_until 60 typed 29 1; kill -KILL $writer; } &
  bridge bridge --events - < "$dir/lines"
  wait $reader
  rm "$dir/lines"
  end
fi

# held SIGNAL: a finger presses on a pressd behind its socket, and the bridge gets the signal while keys are down.
held() {
  plug -v /volts/two -r 50
  systemctl start $unit.socket
  typing
  { wait_until 60 typed 29 1; kill -$1 "$(pidof libpress)"; } &
  bridge bridge --events unix:$socket
  wait $reader
  is ActiveState active && echo yes > "$dir/runs"
}
if is_asked_for bridge_stopped; then
  start bridge_stopped
  held TERM
  end
fi
if is_asked_for bridge_killed; then
  start bridge_killed
  held KILL
  end
fi

# The bridge keeps running when pressd stops, and goes on with the next pressd.
if is_asked_for bridge_restart; then
  start bridge_restart
  plug -v /volts/two -r 50
  systemctl start $unit.socket
  typing
  {
    wait_until 60 typed 29 1
    systemctl restart $unit
    wait_for 60 typed 29 2
    kill -TERM "$(pidof libpress)"
  } &
  bridge bridge --events unix:$socket
  wait $reader
  end
fi

# served NAME LINE...: runs the bridge as a service with these lines; its messages are in NAME.said.
served() {
  name=$1
  shift
  printf '%s\n' '[Service]' Type=oneshot 'ExecStart=/usr/bin/libpress bridge --bridges /etc/bridges.conf --events /dev/null' \
    DevicePolicy=closed "StandardError=file:$dir/$name.said" "$@" > /etc/systemd/system/bridge.service
  systemctl daemon-reload
  did "$name" systemctl start bridge
  systemctl show -p ExecMainStatus --value bridge > "$dir/$name.status"
  rm /etc/systemd/system/bridge.service
}
if is_asked_for bridge_refused; then
  start bridge_refused
  did user as press libpress bridge --bridges /etc/bridges.conf --events /dev/null
  served service User=member
  served allowed DynamicUser=yes SupplementaryGroups=libpress 'DeviceAllow=/dev/uinput rw'
  rmmod uinput
  did absent as member libpress bridge --bridges /etc/bridges.conf --events /dev/null
  insmod /modules/*-uinput.ko
  end
fi

echo "GUEST scenarios done after $(cut -d' ' -f1 /proc/uptime) s"
tar cf /dev/vda -C /out .
sync
systemctl poweroff --force --force
