/* Values of the keys that have a form of their own (PRESS_SETUP_KIND_FORM) or take text: the key, or the section of all that have it, and texts. C
 * includes this, and values.py reads it. */
FORM("channel", "0", "63", "7", "converter2.0", "converter.63")
FORM("curve", "power 100 0.4 1.25", "power 0.00002 32767.99998 0.25", "table 1.5:0.85",
  "table 1:0.1 2:0.2 3:0.3 4:0.4 5:0.5 6:0.6 7:0.7 8:0.8 9:0.9 10:1.1 11:1.2 12:1.3 13:1.4 14:1.5 15:1.6 32767.99998:32767.99998")
FORM("transition.curve", "ease_in_out", "ease_in", "linear", "0.4 -32768 1 32767.99998", "spring 0.1 0.001", "spring 4 60")
FORM("ready_pin", "none", "/dev/gpiochip0:0", "/dev/a:b:4294967295")
FORM("reference", "none", "0", "3")
FORM("correction", "1 0 0 0 1 0", "-1024 0.4 -32768 0.85 1024 32767.99998", "0 -0.00002 1 1 0 0")
FORM("lift_us", "contact", "0", "1s", "4294967294")
FORM("mode", "000", "0777", "660")
FORM("event", "drag_cancelled:forbidden", "contact_moved", "sensor_fault:open")
FORM("uinput", "none", "1", "767", "key_enter")
FORM("", "x", "a b#c;d = [e]", "\303\244")
