# Sourced by init. Every scenario leaves in /out/NAME what the program printed (out, err), its exit code (code), its
# time on the clock and the processor (time), what pressd was given (arguments) and recorded (trace), and the codes that the
# converter gave (served).

. /common.sh

# measured command...: as the user press, who is in the groups of the udev rules. What takes too long is stopped.
measured() {
  as press time -o "$dir/time" -f '%e %U %S' timeout -s INT "${limit:-20}" "$@" > "$dir/out" 2> "$dir/err"
  echo $? > "$dir/code"
  echo "GUEST exit $(cat "$dir/code"), $(tail -n 1 "$dir/time") s: $(head -n 1 "$dir/err")"
}
# press_on NAME "arguments of board" [arguments of pressd]
press_on() {
  is_asked_for "$1" || return 0
  begin "$1"
  plug $2
  shift 2
  printf '%s\n' "$@" > "$dir/arguments"
  measured pressd --source i2c:/dev/i2c-1 --stats --record "$dir/trace" "$@"
  unplug
}

# The bus before ours, as that of a display connector on many boards: it makes ours i2c-1.
board -p 0 -a 0 &
wait_until 5 [ -e /dev/i2c-0 ]

# Emulated, on a busy machine too, a frame may take long: that is no fault, and what is found by waiting must not come before
# what the bus says.
patient="--set pad.stale_after_us=500ms --set engine.lost_after_us=1s"

# ---- Presses

press_on press "-v /volts/press" --config /configs/fsr402.conf --duration 6 $patient
press_on plate "-v /volts/corners" --config /configs/plate4.conf --duration 5.2 $patient
press_on still "-v /volts/still" --duration 0.5
limit=2 press_on stopped "-v /volts/two -r 100" --config /configs/fsr402.conf

# ---- Rates

press_on rate_one "-v /volts/still" --rate 625 --duration 1.5
press_on rate_one_continuous "-v /volts/still" --set converter.mode=continuous --rate 683 --duration 1.5
press_on rate_four "-v /volts/still" --config /configs/plate4.conf --rate 156 --duration 1.5

# ---- Faults while a finger presses, from 0.5 to 2.0 s; it presses again from 2.5 to 2.9 s

fault() {
  scenario=$1 options=$2
  shift 2
  press_on "$scenario" "-v /volts/two $options" --duration "${seconds:-3.2}" "$@"
}
fault once once@1.0 --config /configs/fsr402.conf $patient
fault nack nack@1.0-1.5 --config /configs/fsr402.conf $patient
fault off off@1.0-1.5 --config /configs/fsr402.conf $patient
fault error error@1.0-1.3 --config /configs/fsr402.conf $patient
fault stretch "-d stretch@1.0-1.3" --rate 100 $patient
fault garbage garbage@1.0-1.5 --config /configs/fsr402.conf $patient
fault stuck stuck@1.0-1.5 --config /configs/fsr402.conf --set pad.stuck_after_us=200ms $patient
fault busy busy@1.0-1.3 --set "converter.mode=single poll" $patient
fault wrong wrong@1.0-1.3 --set "converter.mode=single poll" $patient
# The scenario runs at half the pace, because the kernel waits two seconds for an adapter that does not answer.
seconds=6.4
fault silent "-r 100 silent@1.5-1.6" --config /configs/fsr402.conf
fault gone "-r 100 gone@1.5-2.0" --config /configs/fsr402.conf

# ---- An hour of a storm, in a time of its own, with memory for nothing more than it has at first

if is_asked_for storm; then
  begin storm
  (
    ulimit -v 8192
    as press pressd --source sim:storm --fast --stats --duration 3600s 2> "$dir/err"
    echo $? > "$dir/code"
  ) | sha256sum | cut -d' ' -f1 > "$dir/sum"
  echo "GUEST exit $(cat "$dir/code"): $(cat "$dir/sum")"
fi

# ---- Faults from the start

press_on absent "nack@0" --duration 1
press_on elsewhere "-a 0x49" --duration 1
press_on silent_at_start "silent@0" --duration 1
press_on error_at_start "error@0" --duration 1
press_on stretch_at_start "-d stretch@0" --duration 1
press_on busy_at_start "busy@0" --set "converter.mode=single poll" --duration 1
press_on wrong_at_start "wrong@0" --duration 1

# ---- Who may

if is_asked_for permissions; then
  begin permissions
  plug -v /volts/still
  stat -c '%n %a %U:%G' /dev/i2c-1 /dev/uinput > "$dir/nodes"
  as nobody pressd --source i2c:/dev/i2c-1 --duration 1 > "$dir/out" 2> "$dir/err"
  echo $? > "$dir/code"
  unplug
fi

# ---- As an input device

# input NAME "arguments of board" "more arguments of pressd"
input() {
  is_asked_for "$1" || return 0
  evread pressd > "/out/$1.input" 2>&1 &
  reader=$!
  press_on "$1" "$2" --config /configs/fsr402.conf --uinput --set uinput.preview_key=btn_left \
    --set uinput.commit_key=btn_right --set uinput.completed_key=key_enter --set engine.tell_moved=yes --progress all $3
  wait "$reader"
  mv "/out/$1.input" "$dir/input"
}
input input "-v /volts/press" "--duration 3.4"
limit=2 input input_stopped "-v /volts/two -r 100"

# desktop KIND: the events of libinput, with which desktops read devices.
desktop() {
  is_asked_for "desktop_$1" || return 0
  /usr/libexec/libinput/libinput-debug-events > "/out/desktop_$1.desktop" 2>&1 &
  client=$!
  sleep 2
  limit=30 press_on "desktop_$1" "-v /volts/strokes" --config /configs/plate4.conf --duration 4.4 $patient --uinput \
    --set uinput.kind="$1" --set engine.tell_moved=yes --progress all
  sleep 1
  kill -INT "$client"
  wait "$client"
  mv "/out/desktop_$1.desktop" "$dir/desktop"
}
desktop screen
desktop touchpad

# ---- Effects on an input device that rumbles, and on its LED

# feedback NAME "arguments of rumble" [arguments of pressd]
feedback() {
  is_asked_for "$1" || return 0
  scenario=$1
  rumble $2 > "/out/$scenario.rumble" 2>&1 &
  rumble=$!
  shift 2
  wait_until 5 find_rumble
  chown press $rumbles $led/brightness
  press_on "$scenario" "-v /volts/press" --config /configs/fsr402.conf --duration 3.4 $patient --set feedback.enabled=yes \
    --set feedback.device=$rumbles --set feedback.led=$led "$@"
  kill $rumble 2> /dev/null
  wait $rumble
  mv "/out/$scenario.rumble" "$dir/rumble"
}
feedback feedback ""
feedback feedback_no_gain -n
feedback feedback_level "" --set effect.event=preview_updated --set effect.effect=level --set effect.follows=progress \
  --set feedback.level_step=0.3
feedback feedback_gone "-a 1"

# ---- The kernel's own driver of the converter

four="--set sensor.channel=0 --set sensor2.channel=1 --set sensor3.channel=2 --set sensor4.channel=3"

# described MODEL ADDRESS [arguments of pressd]: what the driver of the kernel shows of itself, what pressd says to a chip that is the driver's, and
# the same voltages through the driver.
described() {
  chip=/sys/bus/i2c/devices/1-00${2#0x}
  described_model=$1 described_address=$2
  shift 2
  measured_as through_i2c --source i2c:/dev/i2c-1 --duration 0.5 --set "converter.model=$described_model" \
    --set "converter.address=$described_address" "$@"
  device=$(ls -d "$chip"/iio:device* 2> /dev/null) || return 0
  {
    echo "driver $(basename "$(readlink "$chip/driver")")"
    echo "name $(cat "$device/name")"
    echo "chip $(cat "$chip/name")"
    for file in "$device"/in_voltage*; do
      case $file in
        *_raw | *_scale | *_offset) echo "$(basename "$file") $(cat "$file" 2>&1)" ;;
      esac
    done
  } > "$dir/driver"
  # The driver gives the value of a code.
  for word; do
    shift
    case $word in *full_scale=*) word=sensor.x=0 ;; esac
    set -- "$@" "$word"
  done
  measured_as through_driver --source "iio:$(cat "$chip/name")" --quiet --duration 2.5 --rate 20 --record "$dir/trace_driver" "$@"
}
# measured_as NAME arguments of pressd...: its code and what it said in files of that name.
measured_as() {
  as_name=$1
  shift
  as press timeout -s INT 20 pressd "$@" > /dev/null 2> "$dir/$as_name.err"
  echo $? > "$dir/$as_name.code"
}
# driver [arguments of board]: with the range and the rate that the config has.
driver() {
  plug "$@"
  echo ads1115 0x48 > /sys/bus/i2c/devices/i2c-1/new_device
  device=$(ls -d /sys/bus/i2c/devices/1-0048/iio:device*)
  for channel in 0 1 2 3; do
    echo 0.125 > "$device/in_voltage${channel}_scale"
    echo 860 > "$device/in_voltage${channel}_sampling_frequency"
  done
}
if is_asked_for iio_volts; then
  begin iio_volts
  driver -v /volts/four
  for channel in 0 1 2 3; do
    echo "$(cat "$device/in_voltage${channel}_raw") $(cat "$device/in_voltage${channel}_scale")"
  done > "$dir/channels"
  described ads1115 0x48 $four
  unplug
fi

if is_asked_for iio_two; then
  begin iio_two
  driver -v /volts/two
  printf '%s\n' --config /configs/fsr402.conf > "$dir/arguments"
  measured pressd --source iio:ads1015 --rate 100 --stats --record "$dir/trace" --config /configs/fsr402.conf \
    --duration 3.2
  unplug
fi

# ---- Other converters: pressd reads the inputs, then the kernel's own driver does

# part NAME ADDRESS "name for the driver" ATTRIBUTE, in which N stands for the input [arguments of pressd]
part() {
  is_asked_for "part_$1" || return 0
  begin "part_$1"
  model=$1 address=$2 driver=$3 attribute=$4
  shift 4
  plug -m "$model" -a "$address" -v /volts/four
  measured pressd --source i2c:/dev/i2c-1 --quiet --duration 2.5 --rate 20 --record "$dir/trace" --set "converter.model=$model" \
    --set "converter.address=$address" "$@"
  if has_driver "$driver"; then
    echo "$driver $address" > /sys/bus/i2c/devices/i2c-1/new_device
    for input in 0 1 2 3; do
      file=$(echo /sys/bus/i2c/devices/1-00${address#0x}/$(echo "$attribute" | sed "s/N/$input/"))
      # The first value may be of an older conversion.
      [ ! -e "$file" ] || { cat "$file" > /dev/null; usleep 20000; cat "$file"; }
    done > "$dir/kernel" 2>&1
    described "$model" "$address" "$@"
  fi
  unplug
}
# Whether the kernel has a driver for it: not every architecture has each.
has_driver() {
  case $1 in
    pcf8591) [ -e /sys/bus/i2c/drivers/pcf8591 ] ;;
    *) true ;;
  esac
}
part ads7828 0x4a ads7828 "hwmon/hwmon*/inN_input" $four
part ads7830 0x4b ads7830 "hwmon/hwmon*/inN_input" $four
part pcf8591 0x4f pcf8591 "inN_input" $four
# The converter has one input, without a number.
part adc121c021 0x54 adc121c "iio:device*/in_voltage_raw"
part max11613 0x34 max11613 "iio:device*/in_voltageN_raw" $four
part mcp3424 0x6c mcp3424 "iio:device*/in_voltageN_raw" $four --set sensor.full_scale=2000 --set sensor2.full_scale=2000 \
  --set sensor3.full_scale=2000 --set sensor4.full_scale=2000
part nau7802 0x2a nau7802 "iio:device*/in_voltageN_raw" --set sensor.channel=0 --set converter.gain=1 \
  --set "sensor.curve=table 102:10" --set sensor.zero=1957

# ---- docs/hardware

if is_asked_for docs; then
  begin docs
  mkdir /tmp/docs
  cp /configs/*.conf /tmp/docs/
  chown press /tmp/docs /tmp/docs/*
  for block in /docs/*; do
    plug $(cat "$block/board")
    for command in "$block"/*.sh; do
      (cd /tmp/docs && as press sh "$command") > "$dir/$(basename "$block")-$(basename "$command" .sh)" 2>&1
    done
    unplug
  done
fi
