// Written by `make contract` from the table of docs/tools/findings.md.

/// What a check can find.
enum Finding: UInt8 {
  case busOpens = 1, busAbsent = 2, busOther = 3, busForbidden = 4, converterInUse = 5, busHangs = 6, transfersFail = 7, addressAnswers = 8, addressElsewhere = 9, addressBoard = 41, addressSilent = 10, partFits = 11, partModel = 12, partOther = 13, partBoard = 42, partBoards = 43, rateReached = 14, rateLow = 15, ratePoor = 16, readingsLost = 17, inputSound = 18, inputOpen = 19, inputShorted = 20, inputNegative = 21, zeroFits = 22, zeroLoaded = 23, noiseLow = 24, noiseHigh = 25, noisePoor = 26, pressFelt = 27, pressLight = 44, pressHeavy = 51, pressRelieved = 50, pressWeak = 45, pressNone = 28, pressElsewhere = 29, inputsTogether = 49, pressBackwards = 30, supplyClipped = 38, referenceLow = 40, rangeFits = 31, rangeUnused = 46, rangeExceeded = 47, resistorOther = 48, rangeLittle = 32, rangeCrowded = 33, rangeEnds = 34, releaseClean = 35, releaseRest = 36, releaseHeld = 37, releaseUnseen = 39

  enum Result: UInt8 {
    case ok, warn, fail

    var name: StaticString {
      switch self {
      case .ok: "ok"
      case .warn: "warn"
      case .fail: "fail"
      }
    }
  }

  var name: StaticString {
    switch self {
    case .busOpens: "bus_opens"
    case .busAbsent: "bus_absent"
    case .busOther: "bus_other"
    case .busForbidden: "bus_forbidden"
    case .converterInUse: "converter_in_use"
    case .busHangs: "bus_hangs"
    case .transfersFail: "transfers_fail"
    case .addressAnswers: "address_answers"
    case .addressElsewhere: "address_elsewhere"
    case .addressBoard: "address_board"
    case .addressSilent: "address_silent"
    case .partFits: "part_fits"
    case .partModel: "part_model"
    case .partOther: "part_other"
    case .partBoard: "part_board"
    case .partBoards: "part_boards"
    case .rateReached: "rate_reached"
    case .rateLow: "rate_low"
    case .ratePoor: "rate_poor"
    case .readingsLost: "readings_lost"
    case .inputSound: "input_sound"
    case .inputOpen: "input_open"
    case .inputShorted: "input_shorted"
    case .inputNegative: "input_negative"
    case .zeroFits: "zero_fits"
    case .zeroLoaded: "zero_loaded"
    case .noiseLow: "noise_low"
    case .noiseHigh: "noise_high"
    case .noisePoor: "noise_poor"
    case .pressFelt: "press_felt"
    case .pressLight: "press_light"
    case .pressHeavy: "press_heavy"
    case .pressRelieved: "press_relieved"
    case .pressWeak: "press_weak"
    case .pressNone: "press_none"
    case .pressElsewhere: "press_elsewhere"
    case .inputsTogether: "inputs_together"
    case .pressBackwards: "press_backwards"
    case .supplyClipped: "supply_clipped"
    case .referenceLow: "reference_low"
    case .rangeFits: "range_fits"
    case .rangeUnused: "range_unused"
    case .rangeExceeded: "range_exceeded"
    case .resistorOther: "resistor_other"
    case .rangeLittle: "range_little"
    case .rangeCrowded: "range_crowded"
    case .rangeEnds: "range_ends"
    case .releaseClean: "release_clean"
    case .releaseRest: "release_rest"
    case .releaseHeld: "release_held"
    case .releaseUnseen: "release_unseen"
    }
  }

  var check: StaticString {
    switch self {
    case .busOpens: "bus"
    case .busAbsent: "bus"
    case .busOther: "bus"
    case .busForbidden: "rights"
    case .converterInUse: "bus"
    case .busHangs: "bus"
    case .transfersFail: "bus"
    case .addressAnswers: "address"
    case .addressElsewhere: "address"
    case .addressBoard: "address"
    case .addressSilent: "address"
    case .partFits: "part"
    case .partModel: "part"
    case .partOther: "part"
    case .partBoard: "part"
    case .partBoards: "part"
    case .rateReached: "rate"
    case .rateLow: "rate"
    case .ratePoor: "rate"
    case .readingsLost: "rate"
    case .inputSound: "open, shorted"
    case .inputOpen: "open, shorted"
    case .inputShorted: "open, shorted"
    case .inputNegative: "open, shorted"
    case .zeroFits: "zero"
    case .zeroLoaded: "zero"
    case .noiseLow: "noise"
    case .noiseHigh: "noise"
    case .noisePoor: "noise"
    case .pressFelt: "wiring"
    case .pressLight: "resistor"
    case .pressHeavy: "resistor"
    case .pressRelieved: "wiring"
    case .pressWeak: "wiring"
    case .pressNone: "wiring"
    case .pressElsewhere: "wiring"
    case .inputsTogether: "wiring"
    case .pressBackwards: "wiring"
    case .supplyClipped: "supply"
    case .referenceLow: "supply"
    case .rangeFits: "resistor"
    case .rangeUnused: "scale"
    case .rangeExceeded: "scale"
    case .resistorOther: "resistor"
    case .rangeLittle: "resistor"
    case .rangeCrowded: "resistor"
    case .rangeEnds: "resistor"
    case .releaseClean: "release"
    case .releaseRest: "release"
    case .releaseHeld: "release"
    case .releaseUnseen: "release"
    }
  }

  var result: Result {
    switch self {
    case .busOpens: .ok
    case .busAbsent: .fail
    case .busOther: .fail
    case .busForbidden: .fail
    case .converterInUse: .fail
    case .busHangs: .fail
    case .transfersFail: .fail
    case .addressAnswers: .ok
    case .addressElsewhere: .fail
    case .addressBoard: .fail
    case .addressSilent: .fail
    case .partFits: .ok
    case .partModel: .fail
    case .partOther: .fail
    case .partBoard: .fail
    case .partBoards: .ok
    case .rateReached: .ok
    case .rateLow: .warn
    case .ratePoor: .fail
    case .readingsLost: .warn
    case .inputSound: .ok
    case .inputOpen: .fail
    case .inputShorted: .fail
    case .inputNegative: .warn
    case .zeroFits: .ok
    case .zeroLoaded: .warn
    case .noiseLow: .ok
    case .noiseHigh: .warn
    case .noisePoor: .fail
    case .pressFelt: .ok
    case .pressLight: .ok
    case .pressHeavy: .ok
    case .pressRelieved: .ok
    case .pressWeak: .fail
    case .pressNone: .fail
    case .pressElsewhere: .fail
    case .inputsTogether: .fail
    case .pressBackwards: .fail
    case .supplyClipped: .warn
    case .referenceLow: .fail
    case .rangeFits: .ok
    case .rangeUnused: .fail
    case .rangeExceeded: .fail
    case .resistorOther: .fail
    case .rangeLittle: .warn
    case .rangeCrowded: .warn
    case .rangeEnds: .warn
    case .releaseClean: .ok
    case .releaseRest: .warn
    case .releaseHeld: .fail
    case .releaseUnseen: .warn
    }
  }

  /// In 1/65536.
  var limit: Int32 {
    switch self {
    case .busOpens: 0
    case .busAbsent: 0
    case .busOther: 0
    case .busForbidden: 0
    case .converterInUse: 0
    case .busHangs: 0
    case .transfersFail: 0
    case .addressAnswers: 0
    case .addressElsewhere: 0
    case .addressBoard: 0
    case .addressSilent: 0
    case .partFits: 0
    case .partModel: 0
    case .partOther: 0
    case .partBoard: 0
    case .partBoards: 0
    case .rateReached: 0
    case .rateLow: 6553600
    case .ratePoor: 655360
    case .readingsLost: 32768
    case .inputSound: 0
    case .inputOpen: 0
    case .inputShorted: 0
    case .inputNegative: 65536
    case .zeroFits: 0
    case .zeroLoaded: 13107
    case .noiseLow: 0
    case .noiseHigh: 13107
    case .noisePoor: 65536
    case .pressFelt: 0
    case .pressLight: 458752
    case .pressHeavy: 1966080
    case .pressRelieved: 0
    case .pressWeak: 0
    case .pressNone: 0
    case .pressElsewhere: 0
    case .inputsTogether: 5898240
    case .pressBackwards: 0
    case .supplyClipped: 0
    case .referenceLow: 0
    case .rangeFits: 0
    case .rangeUnused: 229376
    case .rangeExceeded: 114688
    case .resistorOther: 6553600
    case .rangeLittle: 2293760
    case .rangeCrowded: 5898240
    case .rangeEnds: 6448742
    case .releaseClean: 0
    case .releaseRest: 32768
    case .releaseHeld: 0
    case .releaseUnseen: 0
    }
  }

  /// The exit code.
  var code: Int32 {
    switch self {
    case .busOpens: 0
    case .busAbsent: 66
    case .busOther: 66
    case .busForbidden: 77
    case .converterInUse: 69
    case .busHangs: 75
    case .transfersFail: 74
    case .addressAnswers: 0
    case .addressElsewhere: 69
    case .addressBoard: 69
    case .addressSilent: 69
    case .partFits: 0
    case .partModel: 78
    case .partOther: 69
    case .partBoard: 69
    case .partBoards: 0
    case .rateReached: 0
    case .rateLow: 0
    case .ratePoor: 69
    case .readingsLost: 0
    case .inputSound: 0
    case .inputOpen: 69
    case .inputShorted: 69
    case .inputNegative: 0
    case .zeroFits: 0
    case .zeroLoaded: 0
    case .noiseLow: 0
    case .noiseHigh: 0
    case .noisePoor: 69
    case .pressFelt: 0
    case .pressLight: 0
    case .pressHeavy: 0
    case .pressRelieved: 0
    case .pressWeak: 69
    case .pressNone: 69
    case .pressElsewhere: 78
    case .inputsTogether: 69
    case .pressBackwards: 78
    case .supplyClipped: 0
    case .referenceLow: 78
    case .rangeFits: 0
    case .rangeUnused: 78
    case .rangeExceeded: 78
    case .resistorOther: 78
    case .rangeLittle: 0
    case .rangeCrowded: 0
    case .rangeEnds: 0
    case .releaseClean: 0
    case .releaseRest: 0
    case .releaseHeld: 69
    case .releaseUnseen: 0
    }
  }

  var found: StaticString {
    switch self {
    case .busOpens: "{node} opens"
    case .busAbsent: "{node}: there is no such bus"
    case .busOther: "{node} is not an I2C bus that can do plain transfers"
    case .busForbidden: "this user may not open {node}"
    case .converterInUse: "{who} reads the converter at {address} on {node} already"
    case .busHangs: "{node}: the bus hangs, or the conversion never ends"
    case .transfersFail: "{node}: transfers fail"
    case .addressAnswers: "a chip answers at {address}"
    case .addressElsewhere: "nothing answers at {address}, but a chip does at {other}"
    case .addressBoard: "nothing answers at {address}, but a chip does at {other}, which is that of {boards}"
    case .addressSilent: "{node}: nothing answers at {address}"
    case .partFits: "it is an {model}, as the config says"
    case .partModel: "it is an {model}, and the config says {other}"
    case .partOther: "{node}: what answers at {address} does not keep what is written to it"
    case .partBoard: "what answers at {address} does not keep what is written to it; {boards} has that address"
    case .partBoards: "an {model} at {address} can be {boards}"
    case .rateReached: "{rate} readings a second"
    case .rateLow: "{rate} readings a second"
    case .ratePoor: "{rate} readings a second"
    case .readingsLost: "{share} % of the readings failed"
    case .inputSound: "neither open nor shorted, as far as the codes can show"
    case .inputOpen: "code {code} untouched: the wire of the sensor is open, or the {ohm} Ohm of parallel_ohm are not there"
    case .inputShorted: "code {code} of {full} untouched, as if the sensor were shorted"
    case .inputNegative: "code {code} untouched, below 0"
    case .zeroFits: "untouched {zero} uS, which is {force} N"
    case .zeroLoaded: "untouched {zero} uS, which is {force} N"
    case .noiseLow: "untouched, force varies by {force} N"
    case .noiseHigh: "untouched, force varies by {force} N, which is near touch_force ({touch} N)"
    case .noisePoor: "untouched, force varies by {force} N, and touch_force is {touch} N"
    case .pressFelt: "the press reads {force} N on AIN{channel}"
    case .pressLight: "{force} N are no hard press. If it was one: the resistor on the board is less than the {own} Ohm of sensor.resistor_ohm, another one is in series, an amplifier ends there, or some of the force goes past the active area"
    case .pressHeavy: "{force} N are much for a finger: if it was one, the resistor on the board is larger than the {own} Ohm of sensor.resistor_ohm, sensor.full_scale is lower than the supply, or an amplifier is there, which is no divider"
    case .pressRelieved: "AIN{channel} loses {force} N while others are pressed, as on a plate with a preload"
    case .pressWeak: "a press moves AIN{channel} to code {code}, which is {force} N only"
    case .pressNone: "no press was felt on AIN{channel}"
    case .pressElsewhere: "the press was felt on AIN{other}, and not on AIN{channel}"
    case .inputsTogether: "AIN{channel} follows AIN{other}, as if they were one input"
    case .pressBackwards: "the codes fall when you press"
    case .supplyClipped: "a press reads code {code}, and full_scale is {full}: the codes end there"
    case .referenceLow: "code {code} of {full}: pin REF has less than the supply of the divider, or floats"
    case .rangeFits: "a hard press uses {share} % of the codes"
    case .rangeUnused: "presses move the codes up to {code} only, and full_scale is {full}"
    case .rangeExceeded: "a press reads code {code}, and full_scale is {full}"
    case .resistorOther: "a press reads {share} % of full scale, which would be {force} N: no finger does that"
    case .rangeLittle: "a hard press uses {share} % of the codes only"
    case .rangeCrowded: "a hard press reads {share} % of full scale"
    case .rangeEnds: "a hard press reaches the end of the codes ({share} % of full scale)"
    case .releaseClean: "after the release the force was zero within {ms} ms"
    case .releaseRest: "let go, {force} N stay, and release_force is {release} N"
    case .releaseHeld: "{force} N are still there {seconds} s after \"let go\""
    case .releaseUnseen: "after the press the force never stays below {release} N; {force} N at the end"
    }
  }

  var advice: StaticString {
    switch self {
    case .busOpens: ""
    case .busAbsent: "Switch the bus on, and load its module: sudo modprobe i2c-dev. ls /dev/i2c-* lists the buses that are there."
    case .busOther: "Give the right node: ls /dev/i2c-* lists the buses that are there."
    case .busForbidden: "Join the group i2c: sudo usermod -aG i2c $USER. Then log in again."
    case .converterInUse: "End it first, or unbind the driver of the kernel: a converter has one reader. What pressd reads, other programs take from its socket: pressd --listen."
    case .busHangs: "Look whether SDA or SCL is held low or has no pull-up. Switch the power of the converter off and on."
    case .transfersFail: "Look at the pull-ups, shorten the cable, or set the bus to 100 kHz."
    case .addressAnswers: ""
    case .addressElsewhere: "Set converter.address = {other}, or wire the pin ADDR: GND 0x48, VDD 0x49, SDA 0x4a, SCL 0x4b."
    case .addressBoard: "Set converter.board to the board that it is."
    case .addressSilent: "Check power, SDA and SCL, and the address pins (ADS1115: ADDR to GND 0x48, VDD 0x49, SDA 0x4a, SCL 0x4b). i2cdetect -y {bus} shows which addresses answer."
    case .partFits: ""
    case .partModel: "Set converter.model = {model}."
    case .partOther: "Look whether it is another chip (ADS7828, PCF8591 and temperature sensors use these addresses too), or whether its power fails."
    case .partBoard: "If it is one of them, set converter.board to it. Else look whether it is another chip, or whether its power fails."
    case .partBoards: ""
    case .rateReached: ""
    case .rateLow: "Read faster, so that presses feel immediate: converter.rate_sps, mode = continuous for one sensor, a bus at 400 kHz."
    case .ratePoor: "Read faster: a press is known two readings after it began, and a shorter one is not seen."
    case .readingsLost: "Look for a loose wire. Shorten the cable, or set the bus to 100 kHz."
    case .inputSound: ""
    case .inputOpen: "Solder the wire, or set sensor.parallel_ohm = 0."
    case .inputShorted: "Look for a bridge across the sensor, and for what lies on it. If its divider is the other way round, set sensor.pull_up = {turned}. Without its resistor to ground an input can rest there, too. Of a load cell, say so: converter.model = nau7802, or full_scale = 16777215, max_code = 65535 and resistor_ohm = 1."
    case .inputNegative: "Connect the grounds of sensor and converter."
    case .zeroFits: ""
    case .zeroLoaded: "Take away what lies on the sensor. If it always lies there, declare it: sensor.preload_force = {force}. If nothing does: an input rests so without its resistor to ground, behind an amplifier, or with nothing wired to it."
    case .noiseLow: ""
    case .noiseHigh: "Use a slower rate_sps, shorter wires, or raise engine.touch_force to {least}."
    case .noisePoor: "Keep the hand off. If it was off: look for a loose wire, and for an input with nothing wired to it; move the wires away from motors and power supplies."
    case .pressFelt: ""
    case .pressLight: ""
    case .pressHeavy: ""
    case .pressRelieved: ""
    case .pressWeak: "Press harder. If that was hard: the resistor on the board is smaller than sensor.resistor_ohm, another one lies in series with the sensor, sensor.full_scale is of another scale than the codes, or some of the force goes past the active area. An input with nothing wired to it moves with a hand, too."
    case .pressNone: "Press on the middle of the sensor. If you did: look at the wires between sensor, resistor and AIN{channel}, and for a bridge from AIN{channel} to ground."
    case .pressElsewhere: "Set sensor.channel = {other} (--channel {other}), or wire the sensor to AIN{channel}."
    case .inputsTogether: "If one thing pressed both, press on one alone; give the sensors of a plate their places, sensor.x and sensor.y. Else look for a ground that both resistors share and that is not connected, for a joint between the two inputs, and for a resistor that is missing at AIN{channel}."
    case .pressBackwards: "The sensor is wired the other way round: sensor and resistor of a divider, A+ and A- of a load cell. Exchange them, or set sensor.pull_up = {turned}. An amplifier that inverts is read as a load cell is, with pull_up."
    case .supplyClipped: "If a light touch reads it, too: the resistor to ground is missing, or much larger than the {own} Ohm of sensor.resistor_ohm. Else the sensor is fed from more than the converter measures: feed it from the reference of the converter. Where that cannot be, set sensor.full_scale to the code that the supply would have, and sensor.max_code to the highest code that comes, {code}. An amplifier at its end, or codes of another scale, read so, too."
    case .referenceLow: "Wire REF to the supply of the divider. If the board has a capacitor there and nothing else, set converter.reference_mv = 2500."
    case .rangeFits: ""
    case .rangeUnused: "The codes are of another scale: set sensor.full_scale to the code of the supply, 1023 with 10 bits, 4095 with 12. If the scale is right, measure the resistor: it is far smaller than the {own} Ohm of sensor.resistor_ohm."
    case .rangeExceeded: "The codes are of another scale: set sensor.full_scale to the code of the supply, such as 65535 of libraries that stretch their readings to 16 bits. Of a load cell, say so: converter.model = nau7802, or full_scale = 16777215, max_code = 65535 and resistor_ohm = 1."
    case .resistorOther: "Measure the resistor from the input to ground: it is missing, its ground is, or it is larger than the {own} Ohm of sensor.resistor_ohm; set what is there. If it is right, compare sensor.full_scale with the code of the supply; an amplifier is no divider. If a weight or a foot pressed, raise engine.touch_force for it."
    case .rangeLittle: "Press harder. If that was hard, measure the resistor on the board: if it is not the {own} Ohm of sensor.resistor_ohm, set what is there. If it is, look for another one in series with the sensor, or use a resistor of some {ohm} Ohm, on the board and in sensor.resistor_ohm."
    case .rangeCrowded: "Measure the resistor on the board: it can be missing; if it is not the {own} Ohm of sensor.resistor_ohm, set what is there. If it is, use a resistor of some {ohm} Ohm, on the board and in sensor.resistor_ohm: hard presses read nearly alike. Compare sensor.full_scale with the supply; an amplifier at its end reads so, too."
    case .rangeEnds: "Measure the resistor on the board: it can be missing; if it is not the {own} Ohm of sensor.resistor_ohm, set what is there. If it is, use a resistor of some {ohm} Ohm, on the board and in sensor.resistor_ohm; compare sensor.full_scale with the supply; an amplifier at its end reads so, too."
    case .releaseClean: ""
    case .releaseRest: "Give the mounting some slack, or raise engine.release_force."
    case .releaseHeld: "Let go. If you did: give the mounting some slack, so that it holds no load, and look whether the resistor to ground is there: without it nothing takes the charge away."
    case .releaseUnseen: "Record until the finger has left the sensor. If it had: look whether the resistor is there, from the input to ground; without it nothing takes the charge away."
    }
  }

}
