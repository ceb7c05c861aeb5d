// Written by `make contract` from the tables of docs/pressd and the headers.

import CPress
import PressCore
import PressDevice

/// The sections of a config.
package enum Section: UInt8 {
  case sensor, converter, idle, iio, uinput, listen, feedback, effect, pad, engine, gestures, target, peek, peeks, action, transition, transitions, button, drag, strike, pinch, scroll, levels, crosstalk, profile

  package static var all: Int { 25 }

  package var name: StaticString {
    switch self {
    case .sensor: "sensor"
    case .converter: "converter"
    case .idle: "idle"
    case .iio: "iio"
    case .uinput: "uinput"
    case .listen: "listen"
    case .feedback: "feedback"
    case .effect: "effect"
    case .pad: "pad"
    case .engine: "engine"
    case .gestures: "gestures"
    case .target: "target"
    case .peek: "peek"
    case .peeks: "peeks"
    case .action: "action"
    case .transition: "transition"
    case .transitions: "transitions"
    case .button: "button"
    case .drag: "drag"
    case .strike: "strike"
    case .pinch: "pinch"
    case .scroll: "scroll"
    case .levels: "levels"
    case .crosstalk: "crosstalk"
    case .profile: "profile"
    }
  }

  /// How many there may be.
  package var most: Int {
    switch self {
    case .sensor: 8
    case .converter: 2
    case .idle: 1
    case .iio: 1
    case .uinput: 1
    case .listen: 1
    case .feedback: 1
    case .effect: 16
    case .pad: 1
    case .engine: 1
    case .gestures: 1
    case .target: 32
    case .peek: 8
    case .peeks: 1
    case .action: 32
    case .transition: 8
    case .transitions: 1
    case .button: 1
    case .drag: 1
    case .strike: 1
    case .pinch: 1
    case .scroll: 1
    case .levels: 1
    case .crosstalk: 1
    case .profile: 1
    }
  }

  package var keyCount: Int {
    switch self {
    case .sensor: 17
    case .converter: 14
    case .idle: 4
    case .iio: 2
    case .uinput: 15
    case .listen: 4
    case .feedback: 23
    case .effect: 11
    case .pad: 25
    case .engine: 19
    case .gestures: 13
    case .target: 8
    case .peek: 14
    case .peeks: 7
    case .action: 7
    case .transition: 10
    case .transitions: 6
    case .button: 12
    case .drag: 23
    case .strike: 7
    case .pinch: 4
    case .scroll: 12
    case .levels: 10
    case .crosstalk: 3
    case .profile: 3
    }
  }

  /// Where the first lies in Settings.
  package var offset: Int {
    switch self {
    case .sensor: MemoryLayout<Settings>.offset(of: \.sensor)!
    case .converter: MemoryLayout<Settings>.offset(of: \.converter)!
    case .idle: MemoryLayout<Settings>.offset(of: \.idle)!
    case .iio: MemoryLayout<Settings>.offset(of: \.iio)!
    case .uinput: MemoryLayout<Settings>.offset(of: \.uinput)!
    case .listen: MemoryLayout<Settings>.offset(of: \.listen)!
    case .feedback: MemoryLayout<Settings>.offset(of: \.feedback)!
    case .effect: MemoryLayout<Settings>.offset(of: \.effect)!
    case .pad: MemoryLayout<Settings>.offset(of: \.pad)!
    case .engine: MemoryLayout<Settings>.offset(of: \.engine)!
    case .gestures: MemoryLayout<Settings>.offset(of: \.gestures)!
    case .target: MemoryLayout<Settings>.offset(of: \.target)!
    case .peek: MemoryLayout<Settings>.offset(of: \.peek)!
    case .peeks: MemoryLayout<Settings>.offset(of: \.peeks)!
    case .action: MemoryLayout<Settings>.offset(of: \.action)!
    case .transition: MemoryLayout<Settings>.offset(of: \.transition)!
    case .transitions: MemoryLayout<Settings>.offset(of: \.transitions)!
    case .button: MemoryLayout<Settings>.offset(of: \.button)!
    case .drag: MemoryLayout<Settings>.offset(of: \.drag)!
    case .strike: MemoryLayout<Settings>.offset(of: \.strike)!
    case .pinch: MemoryLayout<Settings>.offset(of: \.pinch)!
    case .scroll: MemoryLayout<Settings>.offset(of: \.scroll)!
    case .levels: MemoryLayout<Settings>.offset(of: \.levels)!
    case .crosstalk: MemoryLayout<Settings>.offset(of: \.crosstalk)!
    case .profile: MemoryLayout<Settings>.offset(of: \.profile)!
    }
  }

  /// How far apart they lie.
  package var stride: Int {
    switch self {
    case .sensor: MemoryLayout<SensorKeys>.stride
    case .converter: MemoryLayout<ConverterKeys>.stride
    case .idle: MemoryLayout<IdleKeys>.stride
    case .iio: MemoryLayout<IioKeys>.stride
    case .uinput: MemoryLayout<UinputKeys>.stride
    case .listen: MemoryLayout<ListenKeys>.stride
    case .feedback: MemoryLayout<FeedbackKeys>.stride
    case .effect: MemoryLayout<EffectKeys>.stride
    case .pad: MemoryLayout<PadKeys>.stride
    case .engine: MemoryLayout<EngineKeys>.stride
    case .gestures: MemoryLayout<GesturesKeys>.stride
    case .target: MemoryLayout<TargetKeys>.stride
    case .peek: MemoryLayout<PeekKeys>.stride
    case .peeks: MemoryLayout<PeeksKeys>.stride
    case .action: MemoryLayout<ActionKeys>.stride
    case .transition: MemoryLayout<TransitionKeys>.stride
    case .transitions: MemoryLayout<TransitionsKeys>.stride
    case .button: MemoryLayout<ButtonKeys>.stride
    case .drag: MemoryLayout<DragKeys>.stride
    case .strike: MemoryLayout<StrikeKeys>.stride
    case .pinch: MemoryLayout<PinchKeys>.stride
    case .scroll: MemoryLayout<ScrollKeys>.stride
    case .levels: MemoryLayout<LevelsKeys>.stride
    case .crosstalk: MemoryLayout<CrosstalkKeys>.stride
    case .profile: MemoryLayout<ProfileKeys>.stride
    }
  }

  /// Where the struct of C lies in a section; nil: it has none.
  package var structOffset: Int? {
    switch self {
    case .sensor: MemoryLayout<SensorKeys>.offset(of: \.sensor)!
    case .converter: MemoryLayout<ConverterKeys>.offset(of: \.part)!
    case .idle: MemoryLayout<IdleKeys>.offset(of: \.config)!
    case .iio: nil
    case .uinput: nil
    case .listen: nil
    case .feedback: MemoryLayout<FeedbackKeys>.offset(of: \.config)!
    case .effect: nil
    case .pad: MemoryLayout<PadKeys>.offset(of: \.config)!
    case .engine: MemoryLayout<EngineKeys>.offset(of: \.config)!
    case .gestures: MemoryLayout<GesturesKeys>.offset(of: \.config)!
    case .target: MemoryLayout<TargetKeys>.offset(of: \.target)!
    case .peek: MemoryLayout<PeekKeys>.offset(of: \.peek)!
    case .peeks: MemoryLayout<PeeksKeys>.offset(of: \.config)!
    case .action: nil
    case .transition: MemoryLayout<TransitionKeys>.offset(of: \.options)!
    case .transitions: MemoryLayout<TransitionsKeys>.offset(of: \.config)!
    case .button: MemoryLayout<ButtonKeys>.offset(of: \.config)!
    case .drag: MemoryLayout<DragKeys>.offset(of: \.config)!
    case .strike: MemoryLayout<StrikeKeys>.offset(of: \.config)!
    case .pinch: MemoryLayout<PinchKeys>.offset(of: \.config)!
    case .scroll: MemoryLayout<ScrollKeys>.offset(of: \.config)!
    case .levels: MemoryLayout<LevelsKeys>.offset(of: \.config)!
    case .crosstalk: MemoryLayout<CrosstalkKeys>.offset(of: \.config)!
    case .profile: nil
    }
  }

  package func key(_ index: Int) -> Key {
    switch self {
    case .sensor: Self.sensorKey(index)
    case .converter: Self.converterKey(index)
    case .idle: Self.idleKey(index)
    case .iio: Self.iioKey(index)
    case .uinput: Self.uinputKey(index)
    case .listen: Self.listenKey(index)
    case .feedback: Self.feedbackKey(index)
    case .effect: Self.effectKey(index)
    case .pad: Self.padKey(index)
    case .engine: Self.engineKey(index)
    case .gestures: Self.gesturesKey(index)
    case .target: Self.targetKey(index)
    case .peek: Self.peekKey(index)
    case .peeks: Self.peeksKey(index)
    case .action: Self.actionKey(index)
    case .transition: Self.transitionKey(index)
    case .transitions: Self.transitionsKey(index)
    case .button: Self.buttonKey(index)
    case .drag: Self.dragKey(index)
    case .strike: Self.strikeKey(index)
    case .pinch: Self.pinchKey(index)
    case .scroll: Self.scrollKey(index)
    case .levels: Self.levelsKey(index)
    case .crosstalk: Self.crosstalkKey(index)
    case .profile: Self.profileKey(index)
    }
  }

  /// Its keys that the profile of a person may have.
  package var keysOfProfile: Words {
    switch self {
    case .profile: Words("name,right_to_left")
    case .engine: Words("touch_force,release_force,zero_force,full_force,preview_pressure,commit_pressure,complete_pressure,firmness,lift_us")
    case .gestures: Words("hold_us,tap_us,double_tap_us,slop,hold_slop,scroll_slop,hold_repeat_us,double_tap_slop,force_from_hold_us,force_from_hold_delay_us")
    case .peeks: Words("reveal_distance,slop,rest_us,slide,from_hold,hold_us,hide")
    case .button: Words("press_force,release_force,ratio_down,ratio_up,ceiling,full_speed,lift_us,rapid_trigger,rapid_fall,rapid_rise")
    case .drag: Words("slop,still_slop,after_hold,hold_in_scroll,by_force,from_preview,hold_us,start_pressure,spring_dwell,spring_force,spring_dwell_us,spring_activating_us,spring_pressure,drop_pressure")
    default: Words("")
    }
  }

  /// Its keys can change while pressd runs.
  package var canChange: Bool {
    switch self {
    case .pad, .engine, .gestures, .peeks, .transitions, .button, .drag, .strike, .pinch, .scroll, .levels, .crosstalk: true
    default: false
    }
  }

  private static func sensorKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("channel", .special(.channel), at: MemoryLayout<SensorKeys>.offset(of: \.channel)!, accepted: "")
    case 1: Key("full_scale", .whole(1, 16777215, .u32), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.circuit.full_scale)!, accepted: "1 to 16777215")
    case 2: Key("max_code", .whole(0, 16777215, .u32), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.circuit.max_code)!, accepted: "1 to full_scale, or 0: full_scale")
    case 3: Key("resistor_ohm", .whole(1, 16777215, .u32), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.circuit.resistor_ohm)!, accepted: "1 to 16777215 ohms")
    case 4: Key("parallel_ohm", .whole(0, 16777215, .u32), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.circuit.parallel_ohm)!, accepted: "0 to 16777215 ohms")
    case 5: Key("short_ohm", .whole(1, 16777215, .u32), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.circuit.short_ohm)!, accepted: "1 to 16777215 ohms")
    case 6: Key("pull_up", .bit(1, whenYes: true), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.circuit.flags)!, accepted: "yes or no")
    case 7: Key("x", .fixed(-2147483648, 2147483647), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.x)!, accepted: "a decimal from -32768 to 32767.99998")
    case 8: Key("y", .fixed(-2147483648, 2147483647), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.y)!, accepted: "a decimal from -32768 to 32767.99998")
    case 9: Key("lag_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.lag_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 10: Key("creep", .fixed(0, 65536), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.creep)!, accepted: "a decimal from 0 to 1")
    case 11: Key("preload_force", .fixed(0, 2147483647), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.preload_force)!, accepted: "a decimal from 0 to 32767.99998")
    case 12: Key("zero", .fixed(-2147483648, 2147483647), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.zero)!, accepted: "a decimal from -32768 to 32767.99998")
    case 13: Key("zero_limit", .fixed(0, 2147483647), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.zero_limit)!, accepted: "a decimal from 0 to 32767.99998")
    case 14: Key("span", .fixed(0, 2147483647), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.span)!, accepted: "a decimal from 0 to 32767.99998")
    case 15: Key("calibration", .special(.calibration), at: MemoryLayout<SensorKeys>.offset(of: \.sensor)!, accepted: "")
    default: Key("curve", .special(.sensorCurve), at: MemoryLayout<SensorKeys>.offset(of: \.sensor.curve)!, accepted: "")
    }
  }

  private static func converterKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("model", .word(Words("ads7828,ads7830,pcf8591,mcp3221,adc121c021,max11612,max11613,max11614,max11615,max11616,max11617,mcp3421,mcp3422,mcp3423,mcp3424,mcp3425,mcp3426,mcp3427,mcp3428,nau7802,mcp3021,adc101c021,adc081c021,max11600,max11601,max11602,max11603,max11604,max11605,max11606,max11607,max11608,max11609,max11610,max11611,tla2528,ads7138,ads1115,ads1015,tla2024"), first: 0, .u8), at: MemoryLayout<ConverterKeys>.offset(of: \.model)!, accepted: "ads7828, ads7830, pcf8591, mcp3221, adc121c021, max11612, max11613, max11614, max11615, max11616, max11617, mcp3421, mcp3422, mcp3423, mcp3424, mcp3425, mcp3426, mcp3427, mcp3428, nau7802, mcp3021, adc101c021, adc081c021, max11600, max11601, max11602, max11603, max11604, max11605, max11606, max11607, max11608, max11609, max11610, max11611, tla2528, ads7138, ads1115, ads1015 or tla2024")
    case 1: Key("board", .word(Words("none,adafruit-ads1115,adafruit-ads1015,sparkfun-ads1015,grove-ads1115,dfrobot-ads1115,seeed-ads1115,waveshare-sense-hat-b,grove-i2c-adc,grove-i2c-adc-v1,mikroe-force-click,adafruit-pcf8591,freenove-ads7830,rak16001,adafruit-mcp3421,adc-pi,adc-differential-pi,adafruit-nau7802,sparkfun-qwiic-scale"), first: 0, .u8), at: MemoryLayout<ConverterKeys>.offset(of: \.board)!, accepted: "none, adafruit-ads1115, adafruit-ads1015, sparkfun-ads1015, grove-ads1115, dfrobot-ads1115, seeed-ads1115, waveshare-sense-hat-b, grove-i2c-adc, grove-i2c-adc-v1, mikroe-force-click, adafruit-pcf8591, freenove-ads7830, rak16001, adafruit-mcp3421, adc-pi, adc-differential-pi, adafruit-nau7802 or sparkfun-qwiic-scale")
    case 2: Key("address", .whole(8, 119, .u8), at: MemoryLayout<ConverterKeys>.offset(of: \.address)!, accepted: "0x08 to 0x77")
    case 3: Key("rate_sps", .whole(1, 3300, .u32), at: MemoryLayout<ConverterKeys>.offset(of: \.rateSps)!, accepted: "1 to 3300")
    case 4: Key("gain", .whole(0, 128, .u16), at: MemoryLayout<ConverterKeys>.offset(of: \.part.gain)!, accepted: "0 to 128")
    case 5: Key("range_mv", .among(Words("6144,4096,2048,1024,512,256"), .u32), at: MemoryLayout<ConverterKeys>.offset(of: \.rangeMv)!, accepted: "6144, 4096, 2048, 1024, 512 or 256")
    case 6: Key("mode", .word(Words("single,single poll,continuous"), first: 0, .u8), at: MemoryLayout<ConverterKeys>.offset(of: \.mode)!, accepted: "single, single poll or continuous")
    case 7: Key("ready_pin", .special(.readyPin), at: MemoryLayout<ConverterKeys>.offset(of: \.readyPin)!, accepted: "")
    case 8: Key("reference", .special(.reference), at: MemoryLayout<ConverterKeys>.offset(of: \.reference)!, accepted: "")
    case 9: Key("reference_ratio", .fixed(65536, 4194304), at: MemoryLayout<ConverterKeys>.offset(of: \.supply.ratio)!, accepted: "a decimal from 1 to 64")
    case 10: Key("retries", .whole(0, 100, .u16), at: MemoryLayout<ConverterKeys>.offset(of: \.part.retries)!, accepted: "0 to 100")
    case 11: Key("ready_polls", .whole(0, 1000, .u16), at: MemoryLayout<ConverterKeys>.offset(of: \.part.ready_polls)!, accepted: "0 to 1000")
    case 12: Key("reference_mv", .among(Words("0,2500"), .u16), at: MemoryLayout<ConverterKeys>.offset(of: \.part.reference_mv)!, accepted: "0 or 2500")
    default: Key("external_avdd", .among(Words("0,1"), .u16), at: MemoryLayout<ConverterKeys>.offset(of: \.part.external_avdd)!, accepted: "0 or 1")
    }
  }

  private static func idleKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<IdleKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("after_us", .time(1, 4294967295, orZero: false), at: MemoryLayout<IdleKeys>.offset(of: \.config.after_us)!, accepted: "a time above 0, up to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 2: Key("interval_us", .time(1, 4294967295, orZero: false), at: MemoryLayout<IdleKeys>.offset(of: \.config.interval_us)!, accepted: "a time above 0, up to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    default: Key("wake_force", .fixed(1, 2147483647), at: MemoryLayout<IdleKeys>.offset(of: \.config.wake_force)!, accepted: "a decimal above 0, up to 32767.99998")
    }
  }

  private static func iioKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("supply_mv", .whole(1, 100000, .u32), at: MemoryLayout<IioKeys>.offset(of: \.supplyMv)!, accepted: "1 to 100000")
    default: Key("root", .path, at: MemoryLayout<IioKeys>.offset(of: \.root)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    }
  }

  private static func uinputKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<UinputKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("node", .path, at: MemoryLayout<UinputKeys>.offset(of: \.node)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    case 2: Key("name", .text(1, 79), at: MemoryLayout<UinputKeys>.offset(of: \.name)!, accepted: "1 to 79 bytes of UTF-8 without control characters, and without # or ; after a blank")
    case 3: Key("kind", .word(Words("screen,touchpad,raw"), first: 0, .u8), at: MemoryLayout<UinputKeys>.offset(of: \.kind)!, accepted: "screen, touchpad or raw")
    case 4: Key("steps_per_point", .whole(1, 1000, .u32), at: MemoryLayout<UinputKeys>.offset(of: \.stepsPerPoint)!, accepted: "1 to 1000")
    case 5: Key("steps_per_mm", .whole(0, 32767, .u32), at: MemoryLayout<UinputKeys>.offset(of: \.stepsPerMm)!, accepted: "0 to 32767")
    case 6: Key("preview_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.previewKey)!, accepted: "")
    case 7: Key("commit_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.commitKey)!, accepted: "")
    case 8: Key("hold_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.holdKey)!, accepted: "")
    case 9: Key("peek_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.peekKey)!, accepted: "")
    case 10: Key("button_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.buttonKey)!, accepted: "")
    case 11: Key("completed_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.completedKey)!, accepted: "")
    case 12: Key("popped_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.poppedKey)!, accepted: "")
    case 13: Key("tapped_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.tappedKey)!, accepted: "")
    default: Key("double_tapped_key", .special(.inputKey), at: MemoryLayout<UinputKeys>.offset(of: \.doubleTappedKey)!, accepted: "")
    }
  }

  private static func listenKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("path", .path, at: MemoryLayout<ListenKeys>.offset(of: \.path)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    case 1: Key("mode", .special(.fileMode), at: MemoryLayout<ListenKeys>.offset(of: \.mode)!, accepted: "")
    case 2: Key("commands", .word(Words("own,group,all"), first: 0, .u8), at: MemoryLayout<ListenKeys>.offset(of: \.commands)!, accepted: "own, group or all")
    default: Key("save", .path, at: MemoryLayout<ListenKeys>.offset(of: \.save)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    }
  }

  private static func feedbackKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<FeedbackKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("drv2605l", .yesNo, at: MemoryLayout<FeedbackKeys>.offset(of: \.drv2605l)!, accepted: "yes or no")
    case 2: Key("device", .path, at: MemoryLayout<FeedbackKeys>.offset(of: \.device)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    case 3: Key("led", .path, at: MemoryLayout<FeedbackKeys>.offset(of: \.led)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    case 4: Key("gap_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<FeedbackKeys>.offset(of: \.config.gap_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 5: Key("full_force", .fixed(1, 2147483647), at: MemoryLayout<FeedbackKeys>.offset(of: \.config.full_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 6: Key("hysteresis", .fixed(0, 58982), at: MemoryLayout<FeedbackKeys>.offset(of: \.config.hysteresis)!, accepted: "a decimal from 0 to 0.9")
    case 7: Key("level_step", .fixed(0, 65536), at: MemoryLayout<FeedbackKeys>.offset(of: \.config.level_step)!, accepted: "a decimal from 0 to 1")
    case 8: Key("motor", .word(Words("erm,lra"), first: 0, .u32), at: MemoryLayout<FeedbackKeys>.offset(of: \.motor)!, accepted: "erm or lra")
    case 9: Key("calibrate", .bit(1, whenYes: true), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.flags)!, accepted: "yes or no")
    case 10: Key("calibrated", .bit(2, whenYes: true), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.flags)!, accepted: "yes or no")
    case 11: Key("closed_loop", .bit(4, whenYes: true), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.flags)!, accepted: "yes or no")
    case 12: Key("compensation", .whole(0, 255, .u8), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.compensation)!, accepted: "0x0 to 0xff")
    case 13: Key("back_emf", .whole(0, 255, .u8), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.back_emf)!, accepted: "0x0 to 0xff")
    case 14: Key("gain", .whole(0, 3, .u8), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.gain)!, accepted: "0 to 3")
    case 15: Key("library", .whole(0, 7, .u8), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.library)!, accepted: "0 to 7")
    case 16: Key("rated_mv", .whole(100, 5000, .u16), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.rated_mv)!, accepted: "100 to 5000")
    case 17: Key("clamp_mv", .whole(100, 5000, .u16), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.clamp_mv)!, accepted: "100 to 5000")
    case 18: Key("frequency_hz", .whole(50, 300, .u16), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.frequency_hz)!, accepted: "50 to 300")
    case 19: Key("stale_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.stale_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 20: Key("level_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.level_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 21: Key("standby_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<FeedbackKeys>.offset(of: \.chip.standby_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    default: Key("ready_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<FeedbackKeys>.offset(of: \.readyUs)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    }
  }

  private static func effectKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("event", .special(.eventType), at: MemoryLayout<EffectKeys>.offset(of: \.event)!, accepted: "")
    case 1: Key("ended", .yesNo, at: MemoryLayout<EffectKeys>.offset(of: \.ended)!, accepted: "yes or no")
    case 2: Key("not_zero", .yesNo, at: MemoryLayout<EffectKeys>.offset(of: \.notZero)!, accepted: "yes or no")
    case 3: Key("rising", .yesNo, at: MemoryLayout<EffectKeys>.offset(of: \.rising)!, accepted: "yes or no")
    case 4: Key("falling", .yesNo, at: MemoryLayout<EffectKeys>.offset(of: \.falling)!, accepted: "yes or no")
    case 5: Key("unless_button", .yesNo, at: MemoryLayout<EffectKeys>.offset(of: \.unlessButton)!, accepted: "yes or no")
    case 6: Key("effect", .word(Words("none,level,tick,soft,firm,double"), first: 0, .u8), at: MemoryLayout<EffectKeys>.offset(of: \.effect)!, accepted: "none, level, tick, soft, firm or double")
    case 7: Key("strength", .whole(0, 100, .u32), at: MemoryLayout<EffectKeys>.offset(of: \.strength)!, accepted: "0 to 100")
    case 8: Key("least", .whole(0, 100, .u32), at: MemoryLayout<EffectKeys>.offset(of: \.least)!, accepted: "0 to 100")
    case 9: Key("follows", .word(Words("fixed,force,pressure,progress"), first: 0, .u8), at: MemoryLayout<EffectKeys>.offset(of: \.follows)!, accepted: "fixed, force, pressure or progress")
    default: Key("detents", .whole(0, 64, .u32), at: MemoryLayout<EffectKeys>.offset(of: \.detents)!, accepted: "0 to 64")
    }
  }

  private static func padKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("flags", .flags(Words("no_median,no_filter,no_baseline,no_third")), at: MemoryLayout<PadKeys>.offset(of: \.config.flags)!, accepted: "none, or any of no_median no_filter no_baseline no_third")
    case 1: Key("contact", .whole(0, 4294967294, .u32), at: MemoryLayout<PadKeys>.offset(of: \.config.contact)!, accepted: "0 to 4294967294")
    case 2: Key("min_cutoff_hz", .fixed(0, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.min_cutoff_hz)!, accepted: "a decimal from 0 to 32767.99998")
    case 3: Key("beta", .fixed(0, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.beta)!, accepted: "a decimal from 0 to 32767.99998")
    case 4: Key("derivative_cutoff_hz", .fixed(1, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.derivative_cutoff_hz)!, accepted: "a decimal above 0, up to 32767.99998")
    case 5: Key("start_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.start_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 6: Key("start_limit", .fixed(0, 1073741823), at: MemoryLayout<PadKeys>.offset(of: \.config.start_limit)!, accepted: "a decimal from 0 to 16383.99998")
    case 7: Key("untouched_force", .fixed(1, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.untouched_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 8: Key("hold_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.hold_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 9: Key("rise_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.rise_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 10: Key("fall_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.fall_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 11: Key("drift_step", .fixed(0, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.drift_step)!, accepted: "a decimal from 0 to 32767.99998")
    case 12: Key("below_zero", .fixed(0, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.below_zero)!, accepted: "a decimal from 0 to 32767.99998")
    case 13: Key("below_zero_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.below_zero_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 14: Key("longest_contact_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.longest_contact_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 15: Key("open_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.open_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 16: Key("shorted_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.shorted_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 17: Key("shorted_at_end_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.shorted_at_end_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 18: Key("bus_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.bus_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 19: Key("stuck_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.stuck_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 20: Key("stale_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.stale_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 21: Key("recover_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.recover_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 22: Key("gap_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PadKeys>.offset(of: \.config.gap_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 23: Key("position_force", .fixed(0, 2147483647), at: MemoryLayout<PadKeys>.offset(of: \.config.position_force)!, accepted: "a decimal from 0 to 32767.99998")
    default: Key("correction", .special(.correction), at: MemoryLayout<PadKeys>.offset(of: \.config.correction)!, accepted: "")
    }
  }

  private static func engineKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("touch_force", .fixed(1, 2147483647), at: MemoryLayout<EngineKeys>.offset(of: \.config.touch_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 1: Key("release_force", .fixed(1, 2147483647), at: MemoryLayout<EngineKeys>.offset(of: \.config.release_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 2: Key("zero_force", .fixed(0, 2147483646), at: MemoryLayout<EngineKeys>.offset(of: \.config.zero_force)!, accepted: "a decimal from 0 to 32767.99997")
    case 3: Key("full_force", .fixed(1, 2147483647), at: MemoryLayout<EngineKeys>.offset(of: \.config.full_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 4: Key("preview_pressure", .fixed(0, 2147483647), at: MemoryLayout<EngineKeys>.offset(of: \.config.preview_pressure)!, accepted: "a decimal from 0 to 32767.99998")
    case 5: Key("commit_pressure", .fixed(0, 2147483647), at: MemoryLayout<EngineKeys>.offset(of: \.config.commit_pressure)!, accepted: "a decimal from 0 to 32767.99998")
    case 6: Key("complete_pressure", .fixed(0, 2147483647), at: MemoryLayout<EngineKeys>.offset(of: \.config.complete_pressure)!, accepted: "a decimal from 0 to 32767.99998")
    case 7: Key("min_progress_step", .fixed(0, 65536), at: MemoryLayout<EngineKeys>.offset(of: \.config.min_progress_step)!, accepted: "a decimal from 0 to 1")
    case 8: Key("lost_after_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<EngineKeys>.offset(of: \.config.lost_after_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 9: Key("lift_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<EngineKeys>.offset(of: \.config.lift_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 10: Key("preview_after_us", .time(0, 10000000, orZero: false), at: MemoryLayout<EngineKeys>.offset(of: \.config.preview_after_us)!, accepted: "a time from 0 to 10s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 11: Key("creep_limit", .fixed(0, 65536), at: MemoryLayout<EngineKeys>.offset(of: \.config.creep_limit)!, accepted: "a decimal from 0 to 1")
    case 12: Key("firmness", .fixed(-65536, 65536), at: MemoryLayout<EngineKeys>.offset(of: \.config.firmness)!, accepted: "a decimal from -1 to 1")
    case 13: Key("traits", .flags(Words("preview,peek,tap,hold,drag_source,drop,spring,scroll,double_tap,inactive,content,pinch,swipe_x,swipe_y,keeps_drag")), at: MemoryLayout<EngineKeys>.offset(of: \.config.traits)!, accepted: "none, or any of preview peek tap hold drag_source drop spring scroll double_tap inactive content pinch swipe_x swipe_y keeps_drag")
    case 14: Key("tell_moved", .bit(2, whenYes: true), at: MemoryLayout<EngineKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 15: Key("max_contacts", .whole(1, 32, .u16), at: MemoryLayout<EngineKeys>.offset(of: \.config.max_contacts)!, accepted: "1 to 32")
    case 16: Key("max_targets", .whole(0, 1024, .u16), at: MemoryLayout<EngineKeys>.offset(of: \.config.max_targets)!, accepted: "0 to 1024")
    case 17: Key("max_events", .whole(0, 4096, .u16), at: MemoryLayout<EngineKeys>.offset(of: \.config.max_events)!, accepted: "0 to 4096")
    default: Key("late_limit_us", .time(0, 10000000, orZero: false), at: MemoryLayout<EngineKeys>.offset(of: \.config.late_limit_us)!, accepted: "a time from 0 to 10s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    }
  }

  private static func gesturesKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<GesturesKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("hold_us", .time(1, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.hold_us)!, accepted: "a time above 0, up to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 2: Key("tap_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.tap_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 3: Key("double_tap_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.double_tap_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 4: Key("slop", .fixed(0, 2147483647), at: MemoryLayout<GesturesKeys>.offset(of: \.config.slop)!, accepted: "a decimal from 0 to 32767.99998")
    case 5: Key("hold_slop", .fixed(0, 2147483647), at: MemoryLayout<GesturesKeys>.offset(of: \.config.hold_slop)!, accepted: "a decimal from 0 to 32767.99998")
    case 6: Key("scroll_slop", .fixed(0, 2147483647), at: MemoryLayout<GesturesKeys>.offset(of: \.config.scroll_slop)!, accepted: "a decimal from 0 to 32767.99998")
    case 7: Key("hold_repeat_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.hold_repeat_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 8: Key("double_tap_slop", .fixed(0, 2147483647), at: MemoryLayout<GesturesKeys>.offset(of: \.config.double_tap_slop)!, accepted: "a decimal from 0 to 32767.99998")
    case 9: Key("force_from_hold_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.force_from_hold_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 10: Key("force_from_hold_delay_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.force_from_hold_delay_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 11: Key("frame_us", .time(1000, 4294967295, orZero: false), at: MemoryLayout<GesturesKeys>.offset(of: \.config.frame_us)!, accepted: "a time from 1ms to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    default: Key("scroll_from_touch", .bit(1, whenYes: true), at: MemoryLayout<GesturesKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    }
  }

  private static func targetKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("id", .whole(1, 4294967295, .u32), at: MemoryLayout<TargetKeys>.offset(of: \.target.id)!, accepted: "1 to 4294967295")
    case 1: Key("container", .whole(0, 4294967295, .u32), at: MemoryLayout<TargetKeys>.offset(of: \.target.container)!, accepted: "0 to 4294967295")
    case 2: Key("domain", .whole(0, 4294967295, .u32), at: MemoryLayout<TargetKeys>.offset(of: \.target.domain)!, accepted: "0 to 4294967295")
    case 3: Key("x", .fixed(-2147483648, 2147483647), at: MemoryLayout<TargetKeys>.offset(of: \.target.x)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 4: Key("y", .fixed(-2147483648, 2147483647), at: MemoryLayout<TargetKeys>.offset(of: \.target.y)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 5: Key("width", .fixed(1, 2147483647), at: MemoryLayout<TargetKeys>.offset(of: \.target.width)!, accepted: "points: a decimal above 0, up to 32767.99998")
    case 6: Key("height", .fixed(1, 2147483647), at: MemoryLayout<TargetKeys>.offset(of: \.target.height)!, accepted: "points: a decimal above 0, up to 32767.99998")
    default: Key("traits", .flags(Words("preview,peek,tap,hold,drag_source,drop,spring,scroll,double_tap,inactive,content,pinch,swipe_x,swipe_y,keeps_drag")), at: MemoryLayout<TargetKeys>.offset(of: \.target.traits)!, accepted: "none, or any of preview peek tap hold drag_source drop spring scroll double_tap inactive content pinch swipe_x swipe_y keeps_drag")
    }
  }

  private static func peekKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("target", .whole(0, 4294967295, .u32), at: MemoryLayout<PeekKeys>.offset(of: \.target)!, accepted: "0 to 4294967295")
    case 1: Key("id", .whole(0, 4294967295, .u32), at: MemoryLayout<PeekKeys>.offset(of: \.peek.id)!, accepted: "0 to 4294967295")
    case 2: Key("source_x", .fixed(-2147483648, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.source_x)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 3: Key("source_y", .fixed(-2147483648, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.source_y)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 4: Key("source_width", .fixed(0, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.source_width)!, accepted: "points: a decimal from 0 to 32767.99998")
    case 5: Key("source_height", .fixed(0, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.source_height)!, accepted: "points: a decimal from 0 to 32767.99998")
    case 6: Key("x", .fixed(-2147483648, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.x)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 7: Key("y", .fixed(-2147483648, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.y)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 8: Key("width", .fixed(0, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.width)!, accepted: "points: a decimal from 0 to 32767.99998")
    case 9: Key("height", .fixed(0, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.height)!, accepted: "points: a decimal from 0 to 32767.99998")
    case 10: Key("actions_x", .fixed(-2147483648, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.actions_x)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 11: Key("actions_y", .fixed(-2147483648, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.actions_y)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 12: Key("actions_width", .fixed(0, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.actions_width)!, accepted: "points: a decimal from 0 to 32767.99998")
    default: Key("action_height", .fixed(0, 2147483647), at: MemoryLayout<PeekKeys>.offset(of: \.peek.action_height)!, accepted: "points: a decimal from 0 to 32767.99998")
    }
  }

  private static func peeksKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("reveal_distance", .fixed(1, 2147483647), at: MemoryLayout<PeeksKeys>.offset(of: \.config.reveal_distance)!, accepted: "a decimal above 0, up to 32767.99998")
    case 1: Key("slop", .fixed(1, 2147483647), at: MemoryLayout<PeeksKeys>.offset(of: \.config.slop)!, accepted: "a decimal above 0, up to 32767.99998")
    case 2: Key("rest_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<PeeksKeys>.offset(of: \.config.rest_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 3: Key("slide", .bit(1, whenYes: false), at: MemoryLayout<PeeksKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 4: Key("from_hold", .bit(2, whenYes: true), at: MemoryLayout<PeeksKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 5: Key("hold_us", .time(1, 4294967295, orZero: false), at: MemoryLayout<PeeksKeys>.offset(of: \.config.hold_us)!, accepted: "a time above 0, up to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    default: Key("hide", .bit(4, whenYes: true), at: MemoryLayout<PeeksKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    }
  }

  private static func actionKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("id", .whole(1, 4294967295, .u32), at: MemoryLayout<ActionKeys>.offset(of: \.id)!, accepted: "1 to 4294967295")
    case 1: Key("peek", .whole(0, 4294967295, .u32), at: MemoryLayout<ActionKeys>.offset(of: \.peek)!, accepted: "0 to 4294967295")
    case 2: Key("group", .whole(0, 4294967295, .u32), at: MemoryLayout<ActionKeys>.offset(of: \.group)!, accepted: "0 to 4294967295")
    case 3: Key("title", .text(0, 63), at: MemoryLayout<ActionKeys>.offset(of: \.title)!, accepted: "up to 63 bytes of UTF-8 without control characters, and without # or ; after a blank")
    case 4: Key("style", .word(Words("default,selected,destructive"), first: 0, .u32), at: MemoryLayout<ActionKeys>.offset(of: \.style)!, accepted: "default, selected or destructive")
    case 5: Key("disabled", .yesNo, at: MemoryLayout<ActionKeys>.offset(of: \.disabled)!, accepted: "yes or no")
    default: Key("keep_open", .yesNo, at: MemoryLayout<ActionKeys>.offset(of: \.keepOpen)!, accepted: "yes or no")
    }
  }

  private static func transitionKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("id", .whole(1, 4294967295, .u32), at: MemoryLayout<TransitionKeys>.offset(of: \.id)!, accepted: "1 to 4294967295")
    case 1: Key("driver", .word(Words("preview,commit,pressure,motion,peek"), first: 1, .u32), at: MemoryLayout<TransitionKeys>.offset(of: \.driver)!, accepted: "preview, commit, pressure, motion or peek")
    case 2: Key("target", .whole(0, 4294967295, .u32), at: MemoryLayout<TransitionKeys>.offset(of: \.target)!, accepted: "0 to 4294967295")
    case 3: Key("dx", .fixed(-2147483648, 2147483647), at: MemoryLayout<TransitionKeys>.offset(of: \.dx)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 4: Key("dy", .fixed(-2147483648, 2147483647), at: MemoryLayout<TransitionKeys>.offset(of: \.dy)!, accepted: "points: a decimal from -32768 to 32767.99998")
    case 5: Key("duration", .time(0, 4294967295, orZero: false), at: MemoryLayout<TransitionKeys>.offset(of: \.options.duration_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 6: Key("speed", .fixed(1, 2147483647), at: MemoryLayout<TransitionKeys>.offset(of: \.options.speed)!, accepted: "a decimal above 0, up to 32767.99998")
    case 7: Key("fraction", .fixed(0, 65536), at: MemoryLayout<TransitionKeys>.offset(of: \.options.fraction)!, accepted: "a decimal from 0 to 1")
    case 8: Key("curve", .special(.timingCurve), at: MemoryLayout<TransitionKeys>.offset(of: \.options.curve)!, accepted: "")
    default: Key("overshoot", .bit(4, whenYes: true), at: MemoryLayout<TransitionKeys>.offset(of: \.options.flags)!, accepted: "yes or no")
    }
  }

  private static func transitionsKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("frame_us", .time(1000, 4294967295, orZero: false), at: MemoryLayout<TransitionsKeys>.offset(of: \.config.frame_us)!, accepted: "a time from 1ms to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 1: Key("flick_speed", .fixed(0, 2147483647), at: MemoryLayout<TransitionsKeys>.offset(of: \.config.flick_speed)!, accepted: "a decimal from 0 to 32767.99998")
    case 2: Key("velocity_us", .time(20000, 100000, orZero: false), at: MemoryLayout<TransitionsKeys>.offset(of: \.config.velocity_us)!, accepted: "a time from 20ms to 100ms: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 3: Key("still_us", .time(10000, 1000000, orZero: false), at: MemoryLayout<TransitionsKeys>.offset(of: \.config.still_us)!, accepted: "a time from 10ms to 1s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 4: Key("coast", .bit(1, whenYes: false), at: MemoryLayout<TransitionsKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    default: Key("rest", .whole(1, 65535, .u16), at: MemoryLayout<TransitionsKeys>.offset(of: \.config.rest)!, accepted: "1 to 65535")
    }
  }

  private static func buttonKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<ButtonKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("press_force", .fixed(1, 2147483647), at: MemoryLayout<ButtonKeys>.offset(of: \.config.press_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 2: Key("release_force", .fixed(1, 2147483647), at: MemoryLayout<ButtonKeys>.offset(of: \.config.release_force)!, accepted: "a decimal above 0, up to 32767.99998")
    case 3: Key("ratio_down", .fixed(0, 65536), at: MemoryLayout<ButtonKeys>.offset(of: \.config.ratio_down)!, accepted: "a decimal from 0 to 1")
    case 4: Key("ratio_up", .fixed(65536, 262144), at: MemoryLayout<ButtonKeys>.offset(of: \.config.ratio_up)!, accepted: "a decimal from 1 to 4")
    case 5: Key("ceiling", .fixed(1, 2147483647), at: MemoryLayout<ButtonKeys>.offset(of: \.config.ceiling)!, accepted: "a decimal above 0, up to 32767.99998")
    case 6: Key("full_speed", .fixed(0, 2147483647), at: MemoryLayout<ButtonKeys>.offset(of: \.config.full_speed)!, accepted: "a decimal from 0 to 32767.99998")
    case 7: Key("lift_us", .special(.contactLift), at: MemoryLayout<ButtonKeys>.offset(of: \.config.lift_us)!, accepted: "")
    case 8: Key("not_while_moving", .bit(1, whenYes: true), at: MemoryLayout<ButtonKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 9: Key("rapid_trigger", .bit(2, whenYes: true), at: MemoryLayout<ButtonKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 10: Key("rapid_fall", .fixed(1, 2147483647), at: MemoryLayout<ButtonKeys>.offset(of: \.config.rapid_fall)!, accepted: "a decimal above 0, up to 32767.99998")
    default: Key("rapid_rise", .fixed(1, 2147483647), at: MemoryLayout<ButtonKeys>.offset(of: \.config.rapid_rise)!, accepted: "a decimal above 0, up to 32767.99998")
    }
  }

  private static func dragKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<DragKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("slop", .fixed(0, 2147483647), at: MemoryLayout<DragKeys>.offset(of: \.config.slop)!, accepted: "a decimal from 0 to 32767.99998")
    case 2: Key("still_slop", .fixed(0, 2147483647), at: MemoryLayout<DragKeys>.offset(of: \.config.still_slop)!, accepted: "a decimal from 0 to 32767.99998")
    case 3: Key("after_hold", .bit(1, whenYes: true), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 4: Key("hold_in_scroll", .bit(2, whenYes: true), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 5: Key("by_force", .bit(4, whenYes: true), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 6: Key("from_preview", .bit(8, whenYes: true), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 7: Key("hold_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<DragKeys>.offset(of: \.config.hold_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 8: Key("start_pressure", .fixed(0, 65536), at: MemoryLayout<DragKeys>.offset(of: \.config.start_pressure)!, accepted: "a decimal from 0 to 1")
    case 9: Key("spring_dwell", .bit(16, whenYes: false), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 10: Key("spring_force", .bit(32, whenYes: false), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 11: Key("spring_dwell_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<DragKeys>.offset(of: \.config.spring_dwell_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 12: Key("spring_activating_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<DragKeys>.offset(of: \.config.spring_activating_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 13: Key("spring_pressure", .fixed(0, 131072), at: MemoryLayout<DragKeys>.offset(of: \.config.spring_pressure)!, accepted: "a decimal from 0 to 2")
    case 14: Key("drop_pressure", .fixed(0, 131072), at: MemoryLayout<DragKeys>.offset(of: \.config.drop_pressure)!, accepted: "a decimal from 0 to 2")
    case 15: Key("scroll_edge", .fixed(0, 2147483647), at: MemoryLayout<DragKeys>.offset(of: \.config.scroll_edge)!, accepted: "a decimal from 0 to 32767.99998")
    case 16: Key("scroll_full", .fixed(0, 2147483647), at: MemoryLayout<DragKeys>.offset(of: \.config.scroll_full)!, accepted: "a decimal from 0 to 32767.99998")
    case 17: Key("scroll_speed", .fixed(0, 2147483647), at: MemoryLayout<DragKeys>.offset(of: \.config.scroll_speed)!, accepted: "a decimal from 0 to 32767.99998")
    case 18: Key("linear_scroll", .bit(64, whenYes: true), at: MemoryLayout<DragKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 19: Key("scroll_ramp_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<DragKeys>.offset(of: \.config.scroll_ramp_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 20: Key("frame_us", .time(1000, 4294967295, orZero: false), at: MemoryLayout<DragKeys>.offset(of: \.config.frame_us)!, accepted: "a time from 1ms to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 21: Key("scroll_toward", .fixed(0, 2147483647), at: MemoryLayout<DragKeys>.offset(of: \.config.scroll_toward)!, accepted: "a decimal from 0 to 32767.99998")
    default: Key("scroll_wait_us", .time(0, 4294967295, orZero: false), at: MemoryLayout<DragKeys>.offset(of: \.config.scroll_wait_us)!, accepted: "a time from 0 to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    }
  }

  private static func strikeKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<StrikeKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("window_us", .time(0, 100000, orZero: false), at: MemoryLayout<StrikeKeys>.offset(of: \.config.window_us)!, accepted: "a time from 0 to 100ms: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 2: Key("min_speed", .fixed(1, 2147483646), at: MemoryLayout<StrikeKeys>.offset(of: \.config.min_speed)!, accepted: "a decimal above 0, up to 32767.99997")
    case 3: Key("max_speed", .fixed(2, 2147483647), at: MemoryLayout<StrikeKeys>.offset(of: \.config.max_speed)!, accepted: "a decimal from 0.00003 to 32767.99998")
    case 4: Key("curve", .word(Words("log,linear,power"), first: 0, .u32), at: MemoryLayout<StrikeKeys>.offset(of: \.config.curve)!, accepted: "log, linear or power")
    case 5: Key("exponent", .fixed(8192, 524288), at: MemoryLayout<StrikeKeys>.offset(of: \.config.exponent)!, accepted: "a decimal from 0.125 to 8")
    default: Key("unknown_velocity", .whole(0, 127, .u16), at: MemoryLayout<StrikeKeys>.offset(of: \.config.unknown_velocity)!, accepted: "0 to 127")
    }
  }

  private static func pinchKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<PinchKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("slop", .fixed(1, 2147483647), at: MemoryLayout<PinchKeys>.offset(of: \.config.slop)!, accepted: "a decimal above 0, up to 32767.99998")
    case 2: Key("turn_slop", .fixed(32768, 5898240), at: MemoryLayout<PinchKeys>.offset(of: \.config.turn_slop)!, accepted: "a decimal from 0.5 to 90")
    default: Key("move", .bit(1, whenYes: false), at: MemoryLayout<PinchKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    }
  }

  private static func scrollKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<ScrollKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("friction", .fixed(16384, 4194304), at: MemoryLayout<ScrollKeys>.offset(of: \.config.friction)!, accepted: "a decimal from 0.25 to 64")
    case 2: Key("min_speed", .fixed(0, 2147483647), at: MemoryLayout<ScrollKeys>.offset(of: \.config.min_speed)!, accepted: "a decimal from 0 to 32767.99998")
    case 3: Key("frame_us", .time(1, 4294967295, orZero: false), at: MemoryLayout<ScrollKeys>.offset(of: \.config.frame_us)!, accepted: "a time above 0, up to 4294.967295s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 4: Key("settle_us", .time(10000, 10000000, orZero: false), at: MemoryLayout<ScrollKeys>.offset(of: \.config.settle_us)!, accepted: "a time from 10ms to 10s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 5: Key("swipe_distance", .fixed(1, 2147483647), at: MemoryLayout<ScrollKeys>.offset(of: \.config.swipe_distance)!, accepted: "a decimal above 0, up to 32767.99998")
    case 6: Key("swipe_speed", .fixed(1, 2147483647), at: MemoryLayout<ScrollKeys>.offset(of: \.config.swipe_speed)!, accepted: "a decimal above 0, up to 32767.99998")
    case 7: Key("velocity_us", .time(20000, 100000, orZero: false), at: MemoryLayout<ScrollKeys>.offset(of: \.config.velocity_us)!, accepted: "a time from 20ms to 100ms: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 8: Key("still_us", .time(10000, 1000000, orZero: false), at: MemoryLayout<ScrollKeys>.offset(of: \.config.still_us)!, accepted: "a time from 10ms to 1s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 9: Key("coast", .bit(1, whenYes: false), at: MemoryLayout<ScrollKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    case 10: Key("rubber_band", .bit(2, whenYes: false), at: MemoryLayout<ScrollKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    default: Key("bounce", .bit(4, whenYes: true), at: MemoryLayout<ScrollKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    }
  }

  private static func levelsKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<LevelsKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("count", .whole(2, 8, .u32), at: MemoryLayout<LevelsKeys>.offset(of: \.config.count)!, accepted: "2 to 8")
    case 2: Key("first_pressure", .fixed(1, 65535), at: MemoryLayout<LevelsKeys>.offset(of: \.config.first_pressure)!, accepted: "a decimal above 0, up to 0.99998")
    case 3: Key("last_pressure", .fixed(2, 65536), at: MemoryLayout<LevelsKeys>.offset(of: \.config.last_pressure)!, accepted: "a decimal from 0.00003 to 1")
    case 4: Key("hysteresis", .fixed(0, 58982), at: MemoryLayout<LevelsKeys>.offset(of: \.config.hysteresis)!, accepted: "a decimal from 0 to 0.9")
    case 5: Key("repeat_us", .time(1000, 10000000, orZero: true), at: MemoryLayout<LevelsKeys>.offset(of: \.config.repeat_us)!, accepted: "0, or a time from 1ms to 10s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 6: Key("repeat_fast_us", .time(1000, 10000000, orZero: false), at: MemoryLayout<LevelsKeys>.offset(of: \.config.repeat_fast_us)!, accepted: "a time from 1ms to 10s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 7: Key("repeat_delay_us", .time(0, 10000000, orZero: false), at: MemoryLayout<LevelsKeys>.offset(of: \.config.repeat_delay_us)!, accepted: "a time from 0 to 10s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    case 8: Key("stepped", .bit(1, whenYes: true), at: MemoryLayout<LevelsKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    default: Key("not_while_moving", .bit(2, whenYes: true), at: MemoryLayout<LevelsKeys>.offset(of: \.config.flags)!, accepted: "yes or no")
    }
  }

  private static func crosstalkKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("enabled", .yesNo, at: MemoryLayout<CrosstalkKeys>.offset(of: \.enabled)!, accepted: "yes or no")
    case 1: Key("window_us", .time(1000, 1000000, orZero: false), at: MemoryLayout<CrosstalkKeys>.offset(of: \.config.window_us)!, accepted: "a time from 1ms to 1s: microseconds, or a number with us, ms or s (20ms), in whole microseconds")
    default: Key("share", .fixed(0, 64881), at: MemoryLayout<CrosstalkKeys>.offset(of: \.config.share)!, accepted: "a decimal from 0 to 0.99")
    }
  }

  private static func profileKey(_ index: Int) -> Key {
    switch index {
    case 0: Key("file", .path, at: MemoryLayout<ProfileKeys>.offset(of: \.file)!, accepted: "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank")
    case 1: Key("name", .text(0, 63), at: MemoryLayout<ProfileKeys>.offset(of: \.name)!, accepted: "up to 63 bytes of UTF-8 without control characters, and without # or ; after a blank")
    default: Key("right_to_left", .yesNo, at: MemoryLayout<ProfileKeys>.offset(of: \.rightToLeft)!, accepted: "yes or no")
    }
  }

}

/// Everything that a config file or --set can change.
package struct Settings {
  package var sensor = InlineArray<8, SensorKeys>(repeating: SensorKeys())
  package var converter = InlineArray<2, ConverterKeys>(repeating: ConverterKeys())
  package var idle = IdleKeys()
  package var iio = IioKeys()
  package var uinput = UinputKeys()
  package var listen = ListenKeys()
  package var feedback = FeedbackKeys()
  package var effect = InlineArray<16, EffectKeys>(repeating: EffectKeys())
  package var pad = PadKeys()
  package var engine = EngineKeys()
  package var gestures = GesturesKeys()
  package var target = InlineArray<32, TargetKeys>(repeating: TargetKeys())
  package var peek = InlineArray<8, PeekKeys>(repeating: PeekKeys())
  package var peeks = PeeksKeys()
  package var action = InlineArray<32, ActionKeys>(repeating: ActionKeys())
  package var transition = InlineArray<8, TransitionKeys>(repeating: TransitionKeys())
  package var transitions = TransitionsKeys()
  package var button = ButtonKeys()
  package var drag = DragKeys()
  package var strike = StrikeKeys()
  package var pinch = PinchKeys()
  package var scroll = ScrollKeys()
  package var levels = LevelsKeys()
  package var crosstalk = CrosstalkKeys()
  package var profile = ProfileKeys()
  /// What was given, and where.
  package var given = Given()
  /// What is wrong, where something was refused.
  package var complaint = Complaint()
  /// Where calibrations come from.
  package var calibrations = CalibrationReader(read: nil)

  package init() {}
}

/// A number for each section.
package typealias ForEachSection = InlineArray<25, UInt8>
/// A line for each heading and each key of all sections.
package typealias ForEachKey = InlineArray<1328, UInt32>

/// [sensor] to [sensor8]
package struct SensorKeys {
  package var sensor = press_sensor()
  package var channel = Channel()

  package init() {
    press_sensor.setDefaults(&sensor)
  }
}

package enum ConverterMode: UInt8 { case single, singlePoll, continuous }

package enum ConverterBoard: UInt8 { case none, adafruitAds1115, adafruitAds1015, sparkfunAds1015, groveAds1115, dfrobotAds1115, seeedAds1115, waveshareSenseHatB, groveI2cAdc, groveI2cAdcV1, mikroeForceClick, adafruitPcf8591, freenoveAds7830, rak16001, adafruitMcp3421, adcPi, adcDifferentialPi, adafruitNau7802, sparkfunQwiicScale }

package enum ConverterModel: UInt8 { case ads7828, ads7830, pcf8591, mcp3221, adc121c021, max11612, max11613, max11614, max11615, max11616, max11617, mcp3421, mcp3422, mcp3423, mcp3424, mcp3425, mcp3426, mcp3427, mcp3428, nau7802, mcp3021, adc101c021, adc081c021, max11600, max11601, max11602, max11603, max11604, max11605, max11606, max11607, max11608, max11609, max11610, max11611, tla2528, ads7138, ads1115, ads1015, tla2024 }

/// [converter] to [converter2]
package struct ConverterKeys {
  package var part = press_converter_config()
  package var supply = press_supply_config()
  package var model = ConverterModel.ads1115
  package var board = ConverterBoard.none
  package var address = UInt8(72)
  package var rateSps = UInt32(860)
  package var rangeMv = UInt32(4096)
  package var mode = ConverterMode.single
  package var readyPin = ReadyPin()
  package var reference = Reference()

  package init() {
    press_converter_config.setDefaults(&part)
    press_supply_config.setDefaults(&supply)
  }
}

/// [idle]
package struct IdleKeys {
  package var config = press_idle_config()
  package var enabled = false

  package init() {
    press_idle_config.setDefaults(&config)
  }
}

/// [iio]
package struct IioKeys {
  package var supplyMv = UInt32(3300)
  package var root = Path("/sys/bus/iio/devices")

  package init() {}
}

package enum UinputKind: UInt8 { case screen, touchpad, raw }

/// [uinput]
package struct UinputKeys {
  package var enabled = false
  package var node = Path("/dev/uinput")
  package var name = Path("pressd")
  package var kind = UinputKind.screen
  package var stepsPerPoint = UInt32(10)
  package var stepsPerMm = UInt32(0)
  package var previewKey = UInt16(0)
  package var commitKey = UInt16(0)
  package var holdKey = UInt16(0)
  package var peekKey = UInt16(0)
  package var buttonKey = UInt16(0)
  package var completedKey = UInt16(0)
  package var poppedKey = UInt16(0)
  package var tappedKey = UInt16(0)
  package var doubleTappedKey = UInt16(0)

  package init() {}
}

package enum ListenCommands: UInt8 { case own, group, all }

/// [listen]
package struct ListenKeys {
  package var path = Path()
  package var mode = FileMode()
  package var commands = ListenCommands.group
  package var save = Path()

  package init() {}
}

/// [feedback]
package struct FeedbackKeys {
  package var config = press_feedback_config()
  package var chip = press_drv2605l_config()
  package var enabled = false
  package var drv2605l = false
  package var device = Path()
  package var led = Path()
  package var motor = UInt32(0)
  package var readyUs = UInt32(0)

  package init() {
    press_feedback_config.setDefaults(&config)
    press_drv2605l_config.setDefaults(&chip)
  }
}

package enum EffectFollows: UInt8 { case fixed, force, pressure, progress }

package enum EffectEffect: UInt8 { case none, level, tick, soft, firm, double }

/// [effect] to [effect16]
package struct EffectKeys {
  package var event = EventOfRow()
  package var ended = false
  package var notZero = false
  package var rising = false
  package var falling = false
  package var unlessButton = false
  package var effect = EffectEffect.firm
  package var strength = UInt32(100)
  package var least = UInt32(0)
  package var follows = EffectFollows.fixed
  package var detents = UInt32(0)

  package init() {}
}

/// [pad]
package struct PadKeys {
  package var config = press_pad_config()

  package init() {
    press_pad_config.setDefaults(&config)
  }
}

/// [engine]
package struct EngineKeys {
  package var config = press_config()

  package init() {
    press_config.setDefaults(&config)
    config.preview_after_us = UInt32(PRESS_PREVIEW_AFTER_US)
  }
}

/// [gestures]
package struct GesturesKeys {
  package var config = press_gestures_config()
  package var enabled = false

  package init() {
    press_gestures_config.setDefaults(&config)
  }
}

/// [target] to [target32]
package struct TargetKeys {
  package var target = press_target()

  package init() {
    press_target.setDefaults(&target)
  }
}

/// [peek] to [peek8]
package struct PeekKeys {
  package var peek = press_peek()
  package var target = UInt32(0)

  package init() {
    press_peek.setDefaults(&peek)
  }
}

/// [peeks]
package struct PeeksKeys {
  package var config = press_peek_config()

  package init() {
    press_peek_config.setDefaults(&config)
  }
}

/// [action] to [action32]
package struct ActionKeys {
  package var id = UInt32(0)
  package var peek = UInt32(0)
  package var group = UInt32(0)
  package var title = Path()
  package var style = UInt32(0)
  package var disabled = false
  package var keepOpen = false

  package init() {}
}

/// [transition] to [transition8]
package struct TransitionKeys {
  package var options = press_transition_options()
  package var id = UInt32(0)
  package var driver = UInt32(1)
  package var target = UInt32(0)
  package var dx = press_q16(0)
  package var dy = press_q16(0)

  package init() {
    press_transition_options.setDefaults(&options)
  }
}

/// [transitions]
package struct TransitionsKeys {
  package var config = press_transition_config()

  package init() {
    press_transition_config.setDefaults(&config)
  }
}

/// [button]
package struct ButtonKeys {
  package var config = press_button_config()
  package var enabled = false

  package init() {
    press_button_config.setDefaults(&config)
  }
}

/// [drag]
package struct DragKeys {
  package var config = press_drag_config()
  package var enabled = false

  package init() {
    press_drag_config.setDefaults(&config)
  }
}

/// [strike]
package struct StrikeKeys {
  package var config = press_strike_config()
  package var enabled = false

  package init() {
    press_strike_config.setDefaults(&config)
  }
}

/// [pinch]
package struct PinchKeys {
  package var config = press_pinch_config()
  package var enabled = false

  package init() {
    press_pinch_config.setDefaults(&config)
  }
}

/// [scroll]
package struct ScrollKeys {
  package var config = press_scroll_config()
  package var enabled = false

  package init() {
    press_scroll_config.setDefaults(&config)
  }
}

/// [levels]
package struct LevelsKeys {
  package var config = press_levels_config()
  package var enabled = false

  package init() {
    press_levels_config.setDefaults(&config)
  }
}

/// [crosstalk]
package struct CrosstalkKeys {
  package var config = press_crosstalk_config()
  package var enabled = false

  package init() {
    press_crosstalk_config.setDefaults(&config)
  }
}

/// [profile]
package struct ProfileKeys {
  package var file = Path()
  package var name = Path()
  package var rightToLeft = false

  package init() {}
}

extension Settings {
  /// Puts the defaults into memory that is 0.
  static func initialize(_ memory: UnsafeMutableRawPointer) {
    sensor(memory + Section.sensor.offset)
    converter(memory + Section.converter.offset)
    idle(memory + Section.idle.offset)
    iio(memory + Section.iio.offset)
    uinput(memory + Section.uinput.offset)
    listen(memory + Section.listen.offset)
    feedback(memory + Section.feedback.offset)
    effect(memory + Section.effect.offset)
    pad(memory + Section.pad.offset)
    engine(memory + Section.engine.offset)
    gestures(memory + Section.gestures.offset)
    target(memory + Section.target.offset)
    peek(memory + Section.peek.offset)
    peeks(memory + Section.peeks.offset)
    action(memory + Section.action.offset)
    transition(memory + Section.transition.offset)
    transitions(memory + Section.transitions.offset)
    button(memory + Section.button.offset)
    drag(memory + Section.drag.offset)
    strike(memory + Section.strike.offset)
    pinch(memory + Section.pinch.offset)
    scroll(memory + Section.scroll.offset)
    levels(memory + Section.levels.offset)
    crosstalk(memory + Section.crosstalk.offset)
    profile(memory + Section.profile.offset)
  }

  @inline(never)
  private static func sensor(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: SensorKeys.self)
    for i in 0..<8 { (own + i).initialize(to: SensorKeys()) }
  }

  @inline(never)
  private static func converter(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: ConverterKeys.self)
    for i in 0..<2 { (own + i).initialize(to: ConverterKeys()) }
  }

  @inline(never)
  private static func idle(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: IdleKeys.self)
    (own).initialize(to: IdleKeys())
  }

  @inline(never)
  private static func iio(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: IioKeys.self)
    (own).initialize(to: IioKeys())
  }

  @inline(never)
  private static func uinput(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: UinputKeys.self)
    (own).initialize(to: UinputKeys())
  }

  @inline(never)
  private static func listen(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: ListenKeys.self)
    (own).initialize(to: ListenKeys())
  }

  @inline(never)
  private static func feedback(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: FeedbackKeys.self)
    (own).initialize(to: FeedbackKeys())
  }

  @inline(never)
  private static func effect(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: EffectKeys.self)
    for i in 0..<16 { (own + i).initialize(to: EffectKeys()) }
  }

  @inline(never)
  private static func pad(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: PadKeys.self)
    (own).initialize(to: PadKeys())
  }

  @inline(never)
  private static func engine(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: EngineKeys.self)
    (own).initialize(to: EngineKeys())
  }

  @inline(never)
  private static func gestures(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: GesturesKeys.self)
    (own).initialize(to: GesturesKeys())
  }

  @inline(never)
  private static func target(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: TargetKeys.self)
    for i in 0..<32 { (own + i).initialize(to: TargetKeys()) }
  }

  @inline(never)
  private static func peek(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: PeekKeys.self)
    for i in 0..<8 { (own + i).initialize(to: PeekKeys()) }
  }

  @inline(never)
  private static func peeks(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: PeeksKeys.self)
    (own).initialize(to: PeeksKeys())
  }

  @inline(never)
  private static func action(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: ActionKeys.self)
    for i in 0..<32 { (own + i).initialize(to: ActionKeys()) }
  }

  @inline(never)
  private static func transition(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: TransitionKeys.self)
    for i in 0..<8 { (own + i).initialize(to: TransitionKeys()) }
  }

  @inline(never)
  private static func transitions(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: TransitionsKeys.self)
    (own).initialize(to: TransitionsKeys())
  }

  @inline(never)
  private static func button(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: ButtonKeys.self)
    (own).initialize(to: ButtonKeys())
  }

  @inline(never)
  private static func drag(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: DragKeys.self)
    (own).initialize(to: DragKeys())
  }

  @inline(never)
  private static func strike(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: StrikeKeys.self)
    (own).initialize(to: StrikeKeys())
  }

  @inline(never)
  private static func pinch(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: PinchKeys.self)
    (own).initialize(to: PinchKeys())
  }

  @inline(never)
  private static func scroll(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: ScrollKeys.self)
    (own).initialize(to: ScrollKeys())
  }

  @inline(never)
  private static func levels(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: LevelsKeys.self)
    (own).initialize(to: LevelsKeys())
  }

  @inline(never)
  private static func crosstalk(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: CrosstalkKeys.self)
    (own).initialize(to: CrosstalkKeys())
  }

  @inline(never)
  private static func profile(_ memory: UnsafeMutableRawPointer) {
    let own = memory.assumingMemoryBound(to: ProfileKeys.self)
    (own).initialize(to: ProfileKeys())
  }
}

extension Settings {
  /// The section is there.
  package mutating func enable(_ section: Section) {
    switch section {
    case .idle: idle.enabled = true
    case .uinput: uinput.enabled = true
    case .feedback: feedback.enabled = true
    case .gestures: gestures.enabled = true
    case .button: button.enabled = true
    case .drag: drag.enabled = true
    case .strike: strike.enabled = true
    case .pinch: pinch.enabled = true
    case .scroll: scroll.enabled = true
    case .levels: levels.enabled = true
    case .crosstalk: crosstalk.enabled = true
    default: break
    }
  }

  /// Whether a section is on that can be off; of others nil.
  mutating func isEnabled(_ section: Section) -> Bool? {
    switch section {
    case .idle: idle.enabled
    case .uinput: uinput.enabled
    case .feedback: feedback.enabled
    case .gestures: gestures.enabled
    case .button: button.enabled
    case .drag: drag.enabled
    case .strike: strike.enabled
    case .pinch: pinch.enabled
    case .scroll: scroll.enabled
    case .levels: levels.enabled
    case .crosstalk: crosstalk.enabled
    default: nil
    }
  }

  /// What the library says of interactions that are enabled.
  mutating func refusesAttached() -> Bool {
    if gestures.enabled, let why = press_gestures_config.refusal(&gestures.config) { return complain(Place(.gestures), library: why) }
    if button.enabled, let why = press_button_config.refusal(&button.config) { return complain(Place(.button), library: why) }
    if drag.enabled, let why = press_drag_config.refusal(&drag.config) { return complain(Place(.drag), library: why) }
    if strike.enabled, let why = press_strike_config.refusal(&strike.config) { return complain(Place(.strike), library: why) }
    if pinch.enabled, let why = press_pinch_config.refusal(&pinch.config) { return complain(Place(.pinch), library: why) }
    if scroll.enabled, let why = press_scroll_config.refusal(&scroll.config) { return complain(Place(.scroll), library: why) }
    if levels.enabled, let why = press_levels_config.refusal(&levels.config) { return complain(Place(.levels), library: why) }
    if crosstalk.enabled, let why = press_crosstalk_config.refusal(&crosstalk.config) { return complain(Place(.crosstalk), library: why) }
    return false
  }

  /// Attaches interactions that are enabled. @return a status
  mutating func attach(to engine: Engine) -> Int32 {
    var status: Int32 = 0
    if status == 0 && gestures.enabled { status = Gestures.attach(engine, gestures.config) }
    if status == 0 && button.enabled { status = Buttons.attach(engine, button.config) }
    if status == 0 && drag.enabled { status = Drags.attach(engine, drag.config) }
    if status == 0 && strike.enabled { status = Strikes.attach(engine, strike.config) }
    if status == 0 && pinch.enabled { status = Pinches.attach(engine, pinch.config) }
    if status == 0 && scroll.enabled { status = Scrolls.attach(engine, scroll.config) }
    if status == 0 && levels.enabled { status = Levels.attach(engine, levels.config) }
    if status == 0 && crosstalk.enabled { status = Crosstalks.attach(engine, crosstalk.config) }
    return status
  }

  /// Whether an interaction is attached; of other sections true.
  package mutating func isAttached(_ section: Section) -> Bool {
    switch section {
    case .drag: drag.enabled
    case .gestures: gestures.enabled
    case .peeks: count(.peek) > 0
    case .transitions: count(.transition) > 0
    case .button: button.enabled
    case .strike: strike.enabled
    case .pinch: pinch.enabled
    case .scroll: scroll.enabled
    case .levels: levels.enabled
    case .crosstalk: crosstalk.enabled
    default: true
    }
  }

  /// The names of what is attached, each behind a comma.
  package mutating func sayAttached(_ out: inout Writer) {
    if drag.enabled { out.text(",\"drag\"") }
    if gestures.enabled { out.text(",\"gestures\"") }
    if count(.peek) > 0 { out.text(",\"peek\"") }
    if count(.transition) > 0 { out.text(",\"transition\"") }
    if button.enabled { out.text(",\"button\"") }
    if strike.enabled { out.text(",\"strike\"") }
    if pinch.enabled { out.text(",\"pinch\"") }
    if scroll.enabled { out.text(",\"scroll\"") }
    if levels.enabled { out.text(",\"levels\"") }
    if crosstalk.enabled { out.text(",\"crosstalk\"") }
  }

  /// How many events more an engine that is polled must keep for what is attached.
  mutating func endsOfAttached(contacts: Int) -> Int {
    var ends = 0
    if drag.enabled { ends += drag.config.ends(contacts: contacts) }
    if gestures.enabled { ends += gestures.config.ends(contacts: contacts) }
    if count(.peek) > 0 { ends += peeks.config.ends(contacts: contacts) }
    if count(.transition) > 0 { ends += transitions.config.ends(contacts: contacts) }
    if button.enabled { ends += button.config.ends(contacts: contacts) }
    if strike.enabled { ends += strike.config.ends(contacts: contacts) }
    if pinch.enabled { ends += pinch.config.ends(contacts: contacts) }
    if scroll.enabled { ends += scroll.config.ends(contacts: contacts) }
    if levels.enabled { ends += levels.config.ends(contacts: contacts) }
    if crosstalk.enabled { ends += crosstalk.config.ends(contacts: contacts) }
    return ends
  }

  /// What can be attached.
  package static var attachable: StaticString { "drag, gestures, peek, transition, button, strike, pinch, scroll, levels, crosstalk" }

  package static var changeable: StaticString { "a key of pad, engine, gestures, peeks, transitions, button, drag, strike, pinch, scroll, levels or crosstalk: SECTION.KEY" }

}
