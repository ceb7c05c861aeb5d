/// How a person presses. Only the average was measured; the others are the average with larger or smaller values.
package struct SimulatedPerson {
  /// Median of the highest force, newtons, and the deviation of its logarithm.
  var peak = 4.0
  var peakSpread = 0.80
  /// Median of the time that a press lasts, seconds, and its spread.
  var length = 0.44
  var lengthSpread = 0.85
  /// Median of the pause after a press, seconds, and its spread.
  var pause = 1.45
  var pauseSpread = 0.95
  /// How many presses slip.
  var slips = 0.27
  /// The force that rests on the sensor between the presses, newtons.
  var rest = 0.0
  /// Presses come in pairs, this long between them; 0: one by one.
  var pairGap = 0.0

  init() {}

  package static var average: SimulatedPerson { SimulatedPerson() }

  package static var firm: SimulatedPerson {
    var person = SimulatedPerson()
    person.peak = 9.0
    person.peakSpread = 0.5
    return person
  }

  package static var light: SimulatedPerson {
    var person = SimulatedPerson()
    person.peak = 1.2
    person.peakSpread = 0.4
    return person
  }

  /// Every press slips.
  package static var slipping: SimulatedPerson {
    var person = SimulatedPerson()
    person.peak = 3.2
    person.slips = 1.0
    return person
  }

  /// Whose finger never leaves the sensor.
  package static var resting: SimulatedPerson {
    var person = SimulatedPerson()
    person.rest = 0.2
    return person
  }

  package static var doubleTapping: SimulatedPerson {
    var person = SimulatedPerson()
    person.peak = 2.0
    person.peakSpread = 0.3
    person.length = 0.10
    person.lengthSpread = 0.15
    person.slips = 0.0
    person.pairGap = 0.13
    return person
  }
}
