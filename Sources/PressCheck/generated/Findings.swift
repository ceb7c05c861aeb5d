// Written by `make contract` from the table of docs/tools/findings.md.

/// What a check can find.
enum Finding: UInt8 {
  case busOpens = 1, busAbsent = 2, busOther = 3, busForbidden = 4, converterInUse = 5, busHangs = 6, transfersFail = 7, addressAnswers = 8, addressElsewhere = 9, addressBoard = 41, addressSilent = 10, partFits = 11, partModel = 12, partOther = 13, partBoard = 42, partBoards = 43, rateReached = 14, rateLow = 15, ratePoor = 16, readingsLost = 17, inputSound = 18, inputOpen = 19, inputShorted = 20, inputNegative = 21, zeroFits = 22, zeroLoaded = 23, noiseLow = 24, noiseHigh = 25, noisePoor = 26, pressFelt = 27, pressNone = 28, pressElsewhere = 29, pressBackwards = 30, supplyClipped = 38, referenceLow = 40, rangeFits = 31, rangeLittle = 32, rangeCrowded = 33, rangeEnds = 34, releaseClean = 35, releaseRest = 36, releaseHeld = 37, releaseUnseen = 39

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
    case .pressNone: "press_none"
    case .pressElsewhere: "press_elsewhere"
    case .pressBackwards: "press_backwards"
    case .supplyClipped: "supply_clipped"
    case .referenceLow: "reference_low"
    case .rangeFits: "range_fits"
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
    case .pressNone: "wiring"
    case .pressElsewhere: "wiring"
    case .pressBackwards: "wiring"
    case .supplyClipped: "supply"
    case .referenceLow: "supply"
    case .rangeFits: "resistor"
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
    case .pressNone: .fail
    case .pressElsewhere: .fail
    case .pressBackwards: .fail
    case .supplyClipped: .warn
    case .referenceLow: .fail
    case .rangeFits: .ok
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
    case .pressNone: 0
    case .pressElsewhere: 0
    case .pressBackwards: 0
    case .supplyClipped: 0
    case .referenceLow: 0
    case .rangeFits: 0
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
    case .pressNone: 69
    case .pressElsewhere: 78
    case .pressBackwards: 78
    case .supplyClipped: 0
    case .referenceLow: 78
    case .rangeFits: 0
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
    case .pressNone: "no press was felt on AIN{channel}"
    case .pressElsewhere: "the press was felt on AIN{other}, and not on AIN{channel}"
    case .pressBackwards: "the codes fall when you press"
    case .supplyClipped: "a press reads code {code}, and full_scale is {full}: the sensor is fed from more than the converter measures"
    case .referenceLow: "code {code} of {full}: pin REF has less than the supply of the divider, or floats"
    case .rangeFits: "a hard press uses {share} % of the codes"
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
    case .converterInUse: "End it first: a converter has one reader. What pressd reads, other programs take from its socket: pressd --listen."
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
    case .inputShorted: "Look for a bridge across the sensor, and for what lies on it. If its divider is the other way round, set sensor.pull_up = {turned}."
    case .inputNegative: "Connect the grounds of sensor and converter."
    case .zeroFits: ""
    case .zeroLoaded: "Take away what lies on the sensor. If it always lies there, declare it: sensor.preload_force = {force}."
    case .noiseLow: ""
    case .noiseHigh: "Use a slower rate_sps, shorter wires, or raise engine.touch_force to {least}."
    case .noisePoor: "Keep the hand off. If it was off: look for a loose wire; move the wires away from motors and power supplies."
    case .pressFelt: ""
    case .pressNone: "Press on the middle of the sensor. If you did: look at the wires between sensor, resistor and AIN{channel}."
    case .pressElsewhere: "Set sensor.channel = {other} (--channel {other}), or wire the sensor to AIN{channel}."
    case .pressBackwards: "The sensor is wired the other way round: set sensor.pull_up = {turned}."
    case .supplyClipped: "Feed the sensor from the reference of the converter. Where that cannot be, set sensor.full_scale to the code that the supply would have, and sensor.max_code to the highest code that comes, {code}."
    case .referenceLow: "Wire REF to the supply of the divider. If the board has a capacitor there and nothing else, set converter.reference_mv = 2500."
    case .rangeFits: ""
    case .rangeLittle: "Press harder. If that was hard, use a resistor of some {ohm} Ohm, on the board and in sensor.resistor_ohm."
    case .rangeCrowded: "Use a resistor of some {ohm} Ohm, on the board and in sensor.resistor_ohm: hard presses read nearly alike."
    case .rangeEnds: "Use a resistor of some {ohm} Ohm, on the board and in sensor.resistor_ohm; compare sensor.full_scale with the supply."
    case .releaseClean: ""
    case .releaseRest: "Give the mounting some slack, or raise engine.release_force."
    case .releaseHeld: "Let go. If you did: give the mounting some slack, so that it holds no load."
    case .releaseUnseen: "Record until the finger has left the sensor. If it had: look whether the resistor is there, from the input to ground; without it nothing takes the charge away."
    }
  }

}
