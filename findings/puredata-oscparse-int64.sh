#!/usr/bin/env bash
# Pure Data 0.53.1: [oscparse] does not know OSC's type h (int64), and does not skip its 8 bytes. Every argument behind one is read from
# the wrong place, and nothing is printed. An expert would expect that a type which is left out is skipped with its data, as OSC 1.0 asks.
# Runs Pure Data alone, from Debian's package in a temporary folder, on two correct messages: one with i, one with h in front of a float.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=0.53.1+ds-2+deb12u1
apt-get -qq download "puredata-core=$version" libportaudio2 libjack-jackd2-0 libdb5.3 libsamplerate0 libfftw3-single3 liblo7 > /dev/null 2>&1 ||
  { echo "puredata-core $version cannot be had here"; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" root; done
cat > patch.pd <<'END'
#N canvas 0 0 400 300 10;
#X msg 20 20 47 97 0 0 44 105 102 0 0 0 0 7 64 64 0 0;
#X msg 20 50 47 97 0 0 44 104 102 0 0 0 0 0 0 0 0 7 64 64 0 0;
#X obj 20 80 oscparse;
#X obj 20 110 print osc;
#X obj 200 20 loadbang;
#X obj 200 50 delay 100;
#X obj 200 80 t b b;
#X obj 200 110 delay 300;
#X msg 200 140 \; pd quit;
#X connect 0 0 2 0;
#X connect 1 0 2 0;
#X connect 2 0 3 0;
#X connect 4 0 5 0;
#X connect 5 0 6 0;
#X connect 6 0 0 0;
#X connect 5 0 7 0;
#X connect 6 1 1 0;
#X connect 7 0 8 0;
END
libraries=$(find root -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
LD_LIBRARY_PATH=$libraries timeout 20 root/usr/bin/puredata -nogui -stderr -noaudio -nomidi -open patch.pd > out 2>&1 || true
echo "puredata-core $version; sent: /a ,hf 7 3.0 and /a ,if 7 3.0; seen:"
grep '^osc' out || { cat out; exit 1; }
# The float 3 is there behind an i; behind an h it is not.
[ "$(grep -c '^osc' out)" = 2 ]
grep -q '^osc: list a 7 3$' out
! grep '^osc' out | grep -v 'a 7 3$' | grep -qw 3
