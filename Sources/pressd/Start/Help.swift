import PressSetup

/// What -h and --help print.
enum Help {
  static let short: StaticString = """
    usage: pressd [--source SOURCE] [--config FILE] [--profile FILE] [--set SECTION.KEY=VALUE]
                  [--test-config FILE] [--rate HZ] [--duration SECONDS] [--seed N]
                  [--record FILE] [--format json|text] [--progress all|changed|HZ]
                  [--listen unix:PATH] [--draw] [--fast] [--quiet] [--stats] [--uinput] [--check]
                  [--realtime PRIORITY]
    pressd --help says more.

    """

  static func long(_ out: inout Writer) {
    out.text(head)
    out.text(Settings.attachable)
    out.text(options)
  }

  private static let head: StaticString = """
    usage: pressd [options]

    Reads force-sensing resistors through an I2C converter and prints the interactions that
    they make: contacts, previews, commits, and what sections of the config attach:

    """

  private static let options: StaticString = """
    .

      --source sim              a simulated finger, sensor and converter (the default)
      --source sim:SCRIPT       another finger: press, taps, hold, ramp, peek, check; one
                                that moves: drag, scroll, actions; a person: average, firm,
                                light, slipping, resting, double_tapping; or a bus that
                                fails: flaky, unplug, absent, hang, storm
      --source finger:FILE      a finger that does what FILE says: TIME NEWTONS [X Y]
      --source trace:FILE       what --record wrote, or a CSV with a column of codes per sensor
      --source i2c:NODE@ADDRESS a converter, as in i2c:/dev/i2c-1@0x48
      --source iio:DEVICE       a converter behind a driver of the kernel's, by number (device0)
                                or name (ads1015)
      --config FILE             sensors, converters, conditioning, levels, interactions, targets,
                                input device, feedback, listeners
      --test-config FILE        read the config, say what is wrong with it, and end; no hardware
      --profile FILE            levels, times and habits of a person, after the config
      --set SECTION.KEY=VALUE   one value of the config; may be repeated
      --rate HZ                 frames per second (default: 200, or less where the converter
                                cannot do more): 1 to 3300, and no more than the converter
                                allows, as 625 of an ADS1115 with one sensor, 156 with four
      --duration SECONDS        how long (default: the script or trace; i2c: until a signal)
      --seed N                  of the simulation (default: 1)
      --record FILE             write what is read, for --source trace:FILE
      --format json|text        events as JSON lines (the default), or for reading (with --draw)
      --progress all|changed|HZ how much progress the log has: all; what changed by a hundredth
                                (the default); that, and the same no more often than HZ times
                                a second (1 where the log goes to the journal)
      --listen unix:PATH        let other programs receive the events and send commands
      --draw                    draw the force and the levels at the end
      --fast                    do not wait for time to pass (sim and trace); the same events
      --quiet                   print no events
      --stats                   print statistics to stderr at the end; SIGUSR1 does it now
      --uinput                  be an input device: pressure, position, touch, keys
      --check                   find what is wrong with the sensor: press it, and let go
      --realtime PRIORITY       SCHED_FIFO, 1 to 99, with memory locked
      -h, --help, --version

    SIGINT, SIGTERM and SIGHUP cancel what runs, print statistics and end with 0.
    Exit codes: 0 done, 64 option, 65 trace or finger file broken, 66 file or node absent, 69 no
    converter answers, 73 cannot write the record file, 74 input or output failed, 75 timed out,
    77 no permission, 78 config.

    """
}
