import CPress
import PressSetup

/// --compile: a config as a file of C, for a program that has no room for its reader (docs/pressd/program.md).
struct Compile {
  private let program: UnsafeMutablePointer<Program>
  private let c: Initializer

  private var out: UnsafeMutablePointer<Writer> { c.out }

  /// The source of codes: converters if the config names one, else codes from elsewhere.
  private static func source(_ settings: inout Settings) -> SetupSource {
    settings.given.line(Place(.converter), nil) != 0 ? .converters : .codes
  }

  /// @return an exit code; errors were reported.
  static func run(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let source = source(&program.pointee.settings)
    if !Setup.verify(program.pointee.setup, source, address: program.pointee.options.hasAddress ? program.pointee.options.address : nil) {
      program.pointee.settings.complain(in: program.pointee.options.configPath, &program.pointee.err)
      return ExitCode.config
    }
    // pressd does the same: effects that answer each move of a contact require its events.
    if program.pointee.settings.feedbackRequiresMoved() { program.pointee.settings.engine.config.flags |= UInt32(PRESS_CONFIG_TELL_MOVED) }
    return withUnsafeMutablePointer(to: &program.pointee.out) {
      Compile(program: program, c: Initializer(out: $0)).write(hasConverters: source == .converters)
      return ExitCode.ok
    }
  }

  private func write(hasConverters: Bool) {
    head()
    configs()
    surface()
    feedback()
    let converters = hasConverters ? program.pointee.settings.count(.converter) : 0
    self.converters(converters)
    storage()
    initialization(converters)
    out.pointee.text(converters > 0 ? Texts.steps : Texts.noSteps)
    if converters > 0 { steps(converters) }
    transitions()
  }

  private func head() {
    let version = press_version()
    out.pointee.say("/* Made by pressd \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF) --compile. To change it, change the config.\n")
    out.pointee.text(Texts.head)
    out.pointee.say("#if PRESS_VERSION_MAJOR != \(version >> 16) || PRESS_VERSION_MINOR != \(version >> 8 & 0xFF)\n")
    out.pointee.text("#error \"this file and press.h are of different versions: make it again, with the pressd of this version\"\n#endif\n\n")
  }

  private func configs() {
    let count = program.pointee.settings.count(.sensor)
    c.config("press_config", "engine_config") { c.fields(program.pointee.settings.engine.config) }
    c.config("press_pad_config", "pad_config") { c.fields(program.pointee.settings.pad.config) }
    c.array("press_sensor", "sensors", count) { c, i in c.fields(program.pointee.settings.sensor[i].sensor) }
    program.pointee.settings.compileConfigs(c)
    if program.pointee.settings.idle.enabled {
      out.pointee.text("const press_idle_config board_idle = {\n")
      c.fields(program.pointee.settings.idle.config)
      out.pointee.text("};\n\n")
    }
  }

  /// Writes the surface: targets, peeks with their actions, sources of transitions.
  private func surface() {
    let tables = Setup.tables(program.pointee.setup)
    let actions = PeekTables.actions(tables)
    c.array("press_target", "targets", program.pointee.settings.count(.target)) { c, i in c.fields(program.pointee.settings.target[i].target) }
    c.array("press_action", "actions", actions.count) { c, i in
      c.fields(actions.first[i])
      if let title = actions.first[i].title { c.string("title", Slice(cString: title)) }
      c.pointer("children", to: "actions", actions.first[i].children.map { $0 - actions.first })
    }
    let declared = PeekTables.declarations(tables)
    c.array("press_peek_declaration", "peeks", program.pointee.settings.count(.peek)) { c, i in
      c.fields(declared[i])
      c.pointer("peek.actions", to: "actions", declared[i].peek.actions.map { $0 - actions.first })
    }
    c.array("press_transition_options", "transitions", program.pointee.settings.count(.transition)) { c, i in
      c.fields(program.pointee.settings.transition[i].options)
    }
  }

  private func feedback() {
    if !program.pointee.settings.feedback.enabled { return }
    c.config("press_feedback_config", "feedback_config") { c.fields(program.pointee.settings.feedback.config) }
    c.array("press_feedback_row", "effects", program.pointee.settings.count(.effect)) { c, i in
      c.fields(program.pointee.settings.effect[i].row)
    }
    out.pointee.text("press_feedback board_feedback;\n")
    if program.pointee.settings.feedback.drv2605l {
      out.pointee.text("press_drv2605l board_motor;\n\n")
      c.config("press_drv2605l_config", "motor_config") { c.fields(program.pointee.settings.motorConfig()) }
    } else {
      out.pointee.text("\n")
    }
  }

  private func converters(_ count: Int) {
    for i in 0..<count {
      out.pointee.say("static press_converter converter\(i + 1);\nstatic const press_converter_config converter\(i + 1)_config = {\n")
      c.fields(program.pointee.settings.driver(ofConverter: i))
      out.pointee.text("};\n\n")
    }
    if count == 0 { return }
    let sensors = program.pointee.settings.count(.sensor)
    out.pointee.say(
      "/* Of each sensor its converter, and where the frame of that has its code. */\nstatic const struct {\n  uint8_t converter, place;\n} wires[\(sensors)] = {\n"
    )
    for i in 0..<sensors {
      out.pointee.say("  {\(program.pointee.settings.wire(i).converter), \(program.pointee.settings.place(ofSensor: i))},\n")
    }
    out.pointee.say("};\n\nstatic press_frame codes[\(count)];\n")
    out.pointee.text("static uint32_t done; /* bits of converters that have their frame */\nstatic int is_open;\n\n")
  }

  private func storage() {
    let config = program.pointee.settings.engine.config
    out.pointee.say("static uint64_t engine_storage[(PRESS_ENGINE_STORAGE_FOR(\(config.max_contacts), \(config.max_targets), \(config.max_events))")
    program.pointee.settings.compileStorage(c)
    out.pointee.say(") / 8];\nstatic uint64_t pad_storage[PRESS_PAD_STORAGE_FOR(\(program.pointee.settings.count(.sensor))) / 8];\n\n")
  }

  private func initialization(_ converters: Int) {
    out.pointee.text(Texts.initialization)
    program.pointee.settings.compileCalls(c)
    let (targets, peeks) = (program.pointee.settings.count(.target), program.pointee.settings.count(.peek))
    if targets > 0 {
      out.pointee.say("  for (unsigned i = 0; i < \(targets) && status == PRESS_OK; i++) status = press_target_add(*engine, &targets[i]);\n")
    }
    if peeks > 0 {
      c.call("press_peek_attach(*engine, &peek_config)")
      out.pointee.say("  if (status == PRESS_OK) status = press_peek_declare(*engine, peeks, \(peeks));\n")
    }
    bindings()
    out.pointee.text("  if (status == PRESS_OK) status = press_pad_init(pad_storage, sizeof pad_storage, &pad_config, sensors, ")
    out.pointee.say("\(program.pointee.settings.count(.sensor)), pad);\n")
    if program.pointee.settings.feedback.enabled {
      let effects = program.pointee.settings.count(.effect)
      out.pointee.text("  if (status == PRESS_OK) status = press_feedback_init(&board_feedback, &feedback_config, ")
      out.pointee.say("\(effects > 0 ? "effects" : "NULL"), \(effects));\n")
    }
    for i in 0..<converters {
      out.pointee.say("  if (status == PRESS_OK && bus) status = press_converter_init(&converter\(i + 1), &converter\(i + 1)_config, bus);\n")
    }
    if program.pointee.settings.feedback.enabled && program.pointee.settings.feedback.drv2605l {
      out.pointee.text("  if (status == PRESS_OK && bus) status = press_drv2605l_init(&board_motor, &motor_config, bus);\n")
    }
    if converters > 0 { out.pointee.text("  done = 0;\n  is_open = status == PRESS_OK && bus;\n") } else { out.pointee.text("  (void)bus;\n") }
    out.pointee.text("  return status;\n}\n\n")
  }

  private func bindings() {
    let count = program.pointee.settings.count(.transition)
    if count == 0 { return }
    c.call("press_transition_attach(*engine, &transition_config)")
    for i in 0..<count {
      let one = program.pointee.settings.transition[i]
      out.pointee.say("  if (status == PRESS_OK) status = press_transition_bind(*engine, \(one.id), \(one.driver), \(one.target), ")
      out.pointee.signed(Int64(one.dx))
      out.pointee.text(", ")
      out.pointee.signed(Int64(one.dy))
      out.pointee.text(");\n")
    }
  }

  private func steps(_ converters: Int) {
    for i in 0..<converters {
      out.pointee.say("  if (!(done & \(1 << i)) && press_converter_step(&converter\(i + 1), now_us, &codes[\(i)]) == 1) done |= \(1 << i);\n")
    }
    out.pointee.say("  if (done != \((1 << converters) - 1)) return 0;\n")
    out.pointee.say("  *frame = joined(now_us, \(program.pointee.settings.count(.sensor)));\n  done = 0;\n  return 1;\n}\n\n")
    out.pointee.text("uint64_t board_next_deadline(void) {\n  uint64_t next = PRESS_NEVER, own;\n  if (!is_open) return next;\n")
    for i in 0..<converters {
      out.pointee.say(
        "  own = done & \(1 << i) ? PRESS_NEVER : press_converter_next_deadline(&converter\(i + 1));\n  if (own < next) next = own;\n")
    }
    out.pointee.text("  return next;\n}\n\n")
  }

  private func transitions() {
    out.pointee.text("int board_transition(uint32_t id, press_transition_options *options) {\n")
    let count = program.pointee.settings.count(.transition)
    if count == 0 { out.pointee.text("  (void)id, (void)options;\n") }
    for i in 0..<count {
      out.pointee.say("  if (id == \(program.pointee.settings.transition[i].id) && options) return *options = transitions[\(i)], PRESS_OK;\n")
    }
    out.pointee.text("  return PRESS_ERR_NOENT;\n}\n")
  }
}

/// The texts that are the same in each file.
private enum Texts {
  static let head: StaticString = """

     It has what a program asks for, which copies these lines:

       int      board_init(const press_bus *bus, press_engine **engine, press_pad **pad);
       int      board_step(uint64_t now_us, press_frame *frame);
       uint64_t board_next_deadline(void);
       int      board_transition(uint32_t id, press_transition_options *options);

     board_init           makes the engine with everything that is attached to it and lies on it, the pad, feedback and, with a bus,
                          the drivers of the converters. What it makes lies in this file: it can be called again. The delegate is
                          the program's. Returns 0, or what the first call returned that was refused.
     board_step           does what is due on the converters. Returns 1: `frame` is for press_pad_feed; 0: not yet; PRESS_ERR_STATE:
                          no converter was made; PRESS_ERR_INVAL: NULL.
     board_next_deadline  when board_step is next due; PRESS_NEVER: never.
     board_transition     what the config says of a transition, for transition_will_start. Returns 0, or PRESS_ERR_NOENT.

     With [feedback] there is `extern press_feedback board_feedback;`, with drv2605l = yes `extern press_drv2605l board_motor;`, with [idle]
     `extern const press_idle_config board_idle;`. */
    #include <press.h>
    #include <stddef.h>


    """

  static let initialization: StaticString = """
    int      board_init(const press_bus *bus, press_engine **engine, press_pad **pad);
    int      board_step(uint64_t now_us, press_frame *frame);
    uint64_t board_next_deadline(void);
    int      board_transition(uint32_t id, press_transition_options *options);

    int board_init(const press_bus *bus, press_engine **engine, press_pad **pad) {
      if (!engine || !pad) return PRESS_ERR_INVAL;
      int status = press_engine_init(engine_storage, sizeof engine_storage, &engine_config, engine);

    """

  static let noSteps: StaticString = """
    int board_step(uint64_t now_us, press_frame *frame) {
      (void)now_us, (void)frame;
      return PRESS_ERR_STATE;
    }

    uint64_t board_next_deadline(void) { return PRESS_NEVER; }


    """

  static let steps: StaticString = """
    /* The codes of all sensors. Their time is that of the last one. */
    static press_frame joined(uint64_t now_us, unsigned sensors) {
      press_frame frame = {0};
      for (unsigned i = 0; i < sensors; i++) {
        const press_frame *own = &codes[wires[i].converter];
        if (own->present >> wires[i].place & 1) {
          frame.present |= UINT32_C(1) << i;
          frame.code[i] = own->code[wires[i].place];
          if (own->t_us > frame.t_us) frame.t_us = own->t_us;
        } else {
          frame.failed |= UINT32_C(1) << i;
        }
      }
      for (unsigned i = 0; i < sensors; i++) {
        const press_frame *own = &codes[wires[i].converter];
        const uint64_t before = frame.t_us - own->t_us + own->before_us[wires[i].place];
        if (frame.present >> i & 1) frame.before_us[i] = before < UINT32_MAX ? (uint32_t)before : UINT32_MAX;
      }
      if (!frame.present) frame.t_us = now_us;
      return frame;
    }

    int board_step(uint64_t now_us, press_frame *frame) {
      if (!is_open) return PRESS_ERR_STATE;
      if (!frame || now_us == PRESS_NEVER) return PRESS_ERR_INVAL;

    """
}
